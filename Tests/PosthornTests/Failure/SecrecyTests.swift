import Foundation
import Posthorn
import PosthornLogging
import Testing

@Suite("Redaction in errors")
struct SecrecyTests {
    static let sent = ["canary-path", "canary-query", "canary-header", "canary-body"]
    static let received = ["canary-result", "canary-result-header"]

    static let endpoint = Probe(Receipt.self) { request in
        request.method(.post, "/orders/{id}")
        request.path("id", "canary-path")
        request.query("q", "canary-query")
        request.header("X-Token", "canary-header")
        request.body("note", "canary-body")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: Result<TransportResponse, TransportError>
        var policy: any ResponsePolicy = .json
        var description: String
        var log: String

        static let route = "POST https://store.example/…/orders/{id}"

        static func json(
            _ text: String, _ status: HTTPResponse.Status = .ok, type: String = "application/json"
        ) -> Result<TransportResponse, TransportError> {
            var response = TransportResponse.json(text, status: status, type: type)
            response.headers.append(HTTPField(name: .setCookie, value: "canary-result-header"))
            return .success(response)
        }

        static let all = [
            Case(
                testDescription: "a status", response: json(#""canary-result""#, .forbidden),
                description:
                    "probe failed while validating: the server responded with 403 Forbidden "
                    + "[\(route) → 403 Forbidden, application/json, 15 bytes]",
                log: "code=status.403 | endpoint=probe | request=\(route) | stage=validating"),
            Case(
                testDescription: "another shape", response: json(#"{"id":"canary-result"}"#),
                description: "probe failed while decoding: the response does not have the expected "
                    + "shape: id has another type, a string, expected a whole number, line 1, column 7, "
                    + #"at {"…":▸"…"}; compare it with the spec; the "#
                    + "bytes are in the error's `response` "
                    + "[\(route) → 200 OK, application/json, 22 bytes]",
                log: "code=decodingFailed | endpoint=probe | request=\(route) | stage=decoding"),
            Case(
                testDescription: "another media type",
                response: json("<p>canary-result", type: "text/html"),
                description: "probe failed while validating: the response is text/html, and the "
                    + "policy json reads application/json, text/json, */*+json; ask the server for "
                    + "one of these, or add the type to the policy's `mediaTypes`, as in "
                    + #"`$0.responsePolicy = .json { $0.mediaTypes += ["text/html"] }` "#
                    + "[\(route) → 200 OK, text/html, 16 bytes]",
                log: "code=unacceptableMediaType | endpoint=probe | request=\(route) | "
                    + "stage=validating"),
            Case(
                testDescription: "an error of an envelope",
                response: json(#"{"code":7,"msg":"canary-result"}"#),
                policy: .envelope(code: "code", message: "msg", payload: "data", success: 0),
                description: "probe failed while validating: the backend refused with code 7; see "
                    + "the error's `envelopeError` for its message "
                    + "[\(route) → 200 OK, application/json, 32 bytes]",
                log: "code=rejected | endpoint=probe | request=\(route) | stage=validating"),
            Case(
                testDescription: "no response",
                response: .failure(
                    TransportError(.timedOut, "no response in 60 s", advice: "wait")),
                description: "probe failed while sending: no response in 60 s; wait [\(route)]",
                log: "code=timedOut | endpoint=probe | request=\(route) | stage=sending"),
        ]
    }

    @Test(arguments: Case.all)
    func descriptionAndLogHideValues(_ example: Case) async throws {
        let lines = RecordedLines()
        var store = Store(StubTransport(example.response)).with {
            $0.responsePolicy = example.policy
        }
        store.configuration.observers = [.log(to: lines.logger)]
        let error = try await #require(throws: APIError.self) {
            try await store.send(Self.endpoint)
        }
        #expect(error.description == example.description)
        #expect(error.debugDescription == example.description)
        #expect(String(reflecting: error) == example.description)
        #expect(lines.all.last == "warning | call failed | \(example.log)")
        let hidden = "\(error)\(error.request as Any)\(error.response as Any)" + lines.all.joined()
        for canary in Self.sent + Self.received { #expect(!hidden.contains(canary)) }
        let shown = error.expandedDescription
        #expect(shown.hasPrefix(error.description + "\n"))
        for canary in Self.sent { #expect(shown.contains(canary)) }
        guard case .success = example.response else { return }
        for canary in Self.received { #expect(shown.contains(canary)) }
    }

    @Test func successfulCallLogsRouteAndStatus() async throws {
        let lines = RecordedLines()
        var store = Store(responding: .json(#"{"id":1}"#))
        store.configuration.observers = [.log(to: lines.logger)]
        _ = try await store.send(Self.endpoint)
        #expect(
            lines.all.map { String($0.prefix { $0 != "[" }) } == [
                "trace | call built | body=22 bytes | endpoint=probe | headers=",
                "trace | call sending | body=22 bytes | endpoint=probe | headers=",
                "trace | call received | body=8 bytes | endpoint=probe | headers=",
                "debug | call completed | endpoint=probe | status=200",
            ])
    }

    @Test func documentedFailureLogsAsCompletedCall() async throws {
        let lines = RecordedLines()
        var store = Store(responding: .json(#"{"reason":"canary"}"#, status: .conflict))
        store.configuration.observers = [.log(to: lines.logger)]
        await #expect(throws: Buy.Failure.self) { try await store.send(Buy()) }
        #expect(lines.all.last == "debug | call completed | endpoint=buy | status=409")
    }

    @Test func buildingErrorHidesParameterValue() throws {
        let error = try #require(throws: APIError.self) {
            try Store().request(for: Ping { $0.header("X-A", "canary\r\n") })
        }
        #expect(
            error.description == "ping failed while building: the value of the header field X-A "
                + "holds a line break or another control; remove it, or encode the value")
        #expect(!error.expandedDescription.contains("canary"))
    }

    @Test func descriptionsOfRequestsAndOptionsHideValues() throws {
        var options = CallOptions()
        options.cipher = .plaintext
        options.responsePolicy = .raw
        options.timeouts.total = .seconds(2)
        options.timeouts.connect = .seconds(1)
        options.header("X-Token", "canary")
        options.query("key", "canary")
        #expect(
            "\(options)"
                == "CallOptions(cipher plaintext, responsePolicy raw, timeouts.connect 1.0 "
                + "seconds, timeouts.total 2.0 seconds, header X-Token, query key)")
        let built = try Store().with { $0 = options }.request(for: Self.endpoint)
        let request = TransportRequest(
            method: built.method, url: built.url, headers: built.headers, body: built.body?.data)
        #expect("\(built)" == "POST https://store.example/…/orders/{id}")
        #expect("\(request)" == "POST https://store.example, 22 bytes")
        let response = TransportResponse.json("canary", status: .notFound)
        #expect("\(response)" == "404 Not Found, application/json, 6 bytes")
        let builder = try Store().request(
            for: Ping { request in
                request.header("X-A", "canary")
                #expect("\(request)" == "POST /ping")
                #expect(String(reflecting: request) == "POST /ping")
            })
        for value in [options, built, request, response, builder] as [Any] {
            #expect(!String(reflecting: value).contains("canary"))
        }
    }

    /// The path of a webhook or bot often contains its secret.
    @Test func baseURLPathIsHidden() async throws {
        let lines = RecordedLines()
        var store = Store(responding: .json("{}", status: .notFound))
        store.configuration.baseURL = try BaseURL("https://hooks.example/services/T000/canary")
        store.configuration.observers = [.log(to: lines.logger)]
        let error = try await #require(throws: APIError.self) { try await store.send(Ping()) }
        let built = try store.request(for: Ping())
        #expect(built.route == "/…/ping" && built.target == "/services/T000/canary/ping")
        let shown = ["\(error)", "\(built)", built.curlCommand()] + lines.all
        for text in shown { #expect(!text.contains("canary"), "\(text)") }
        store.configuration.baseURL = try BaseURL("https://hooks.example")
        #expect(try store.request(for: Ping()).route == "/ping")
    }

    /// Not even if a parameter is named `description`.
    @Test func endpointDescriptionHidesParameters() {
        struct Open: Endpoint {
            var description = "s3cret"
            var pin = "s3cret"
            func build(_ request: inout RequestBuilder) {}
        }
        var dumped = ""
        dump(Open(), to: &dumped)
        for text in ["\(Open())", "\([Open()])", String(reflecting: Open()), dumped] {
            #expect(!text.contains("s3cret"), "\(text)")
            #expect(text.contains("Open"))
        }
    }
}
