import Foundation
import PosthornLogging
import Posthorn
import Testing

@Suite("curl command of a request")
struct CurlCommandTests {
    @Test func hidesValuesUnlessAsked() throws {
        let request = try built(.post, "/users/{id}") { request in
            request.path("id", "canary-path")
            request.query("token", "canary-query")
            request.header("Authorization", "canary-header")
            request.header("Accept", "application/json")
            request.body("name", "canary-body")
        }
        #expect(
            request.curlCommand()
                == "curl --globoff --path-as-is --header 'Authorization: •••' "
                + "--header 'Accept: application/json' --header 'Content-Type: application/json' "
                + "--header Expect: --max-time 60.0 --connect-timeout 10.0 --data-raw '••• 22 bytes' "
                + "'https://store.example/…/users/{id}?token=•••'")
        let shown = request.curlCommand(showingSecrets: true)
        for secret in ["canary-path", "canary-query", "canary-header", "canary-body"] {
            #expect(shown.contains(secret))
        }
    }

    @Test func hidesPasswordOfURL() {
        var request = TransportRequest(url: "https://ada:canary@store.example/orders?token=canary")
        #expect(!request.curlCommand().contains("canary"))
        #expect(request.curlCommand().contains("https://store.example"))
        request.metadata[Trace.self] = "1"
        #expect("\(request)" == "GET https://store.example")
    }

    private enum Trace: RequestMetadata.Key { typealias Value = String }

    @Test func streamBodyBecomesAComment() throws {
        var request = try built(.put) { _ in }
        request.body = HTTPBody(BodyStream(AsyncStream<Data> { $0.finish() }, length: 3))
        #expect(request.curlCommand(showingSecrets: true).hasPrefix("# a part of the body is made"))
    }

    @Test func keepsMethodWithoutBody() throws {
        var post = try built(.post) { _ in }
        post.body = HTTPBody(BodyStream(AsyncStream<Data> { $0.finish() }, length: 3))
        #expect(post.curlCommand(showingSecrets: true).contains("--request 'POST'"))
        #expect(!post.curlCommand().contains("--request"))
        var head = try built(.head) { _ in }
        head.body = HTTPBody(Data("a".utf8))
        let command = head.curlCommand(showingSecrets: true)
        #expect(command.hasPrefix("# a HEAD has no body\ncurl "))
        #expect(command.contains("--head") && !command.contains("--data"))
    }

    @Test func hidesQueryValuesWithoutName() {
        #expect(
            RedactedFields.query(of: "/a?CURSOR&b=2&c=\u{301}SECRET&=d")
                == "?•••&b=•••&c=•••&=•••")
        #expect(RedactedFields.query(of: "/a?\u{301}x=SECRET") == "?\u{301}x=•••")
    }
}
