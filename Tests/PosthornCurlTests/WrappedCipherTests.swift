import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A wrapped plaintext cipher that only counts does not change a call.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct WrappedCipherTests {
    private struct Calls: APIService { var configuration: ClientConfiguration }

    private struct Get: Endpoint {
        typealias Output = String
        static let name = "get"
        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/start")
            request.responsePolicy = .text
        }
    }

    private struct Read: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "read"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/start") }
    }

    private struct Save: DownloadEndpoint {
        static let name = "save"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/start") }
    }

    /// The transport follows redirects itself for calls that are not sealed.
    @Test(arguments: [false, true])
    func wrappedPlaintextCipherChangesNothing(isWrapped: Bool) async throws {
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                try connection.write(
                    head.hasPrefix("GET /start")
                        ? "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
                )
            }
        }
        let folder = try TemporaryFolder(for: "wrapped-cipher")
        let cipher = LoggingCipher(wrapping: PlaintextCipher())
        try await CurlSession.withSession { session in
            var calls = Calls(
                configuration: try ClientConfiguration(baseURL: peer.url(""), transport: session))
            if isWrapped { calls = calls.with { $0.cipher = cipher } }
            let response = try await calls.response(to: Get())
            #expect(response.value == "hello")
            #expect(response.redirects.map(\.target) == [peer.url("/end")])
            var text = Data()
            for try await piece in try await calls.stream(Read()) { text += piece }
            #expect(text == Data("hello".utf8))
            let file = try await calls.download(Save(), to: URL(filePath: folder.path + "/a"))
            #expect(file.count == 5)
        }
        #expect(cipher.count > 0 || !isWrapped)
        #expect(peer.requests.count == 6)
    }
}
