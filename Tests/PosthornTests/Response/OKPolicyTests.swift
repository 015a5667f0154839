import Foundation
import Posthorn
import Testing

/// The policy that `Documentation/Responses.md` shows does what the page says of it.
@Suite("Custom response policy")
struct OKPolicyTests {
    private func store(
        _ text: String, status: HTTPResponse.Status = .ok, type: String? = "application/json"
    ) -> Store {
        Store(responding: .json(text, status: status, type: type)).with { $0.responsePolicy = .ok }
    }

    @Test func decodesTheResult() async throws {
        #expect(
            try await store(#"{"ok":true,"result":{"id":7}}"#).send(Probe(Receipt.self)).id == 7)
        #expect(try await store(#"{"ok":true,"result":[1]}"#).send(Probe([Int].self)) == [1])
    }

    @Test(arguments: [#"{"ok":true,"result":null}"#, #"{"ok":true}"#, ""])
    func missingResultIsNilForOptional(_ text: String) async throws {
        #expect(try await store(text).send(Probe(Receipt?.self)) == nil)
    }

    @Test(
        arguments: [
            (#"{"ok":false,"error":{"id":"x","text":"no"}}"#, 200, "rejected", "x no"),
            (#"{"ok":false}"#, 200, "rejected", "unknown "),
            (#"{"ok":false,"error":{"id":"x","text":"no"}}"#, 500, "status.500", "x no"),
            (#"{"ok":true}"#, 200, "decodingFailed", nil),
            ("{", 200, "decodingFailed", nil),
            ("{", 500, "status.500", nil),
        ] as [(String, Int, String, String?)])
    func throwsTheDocumentedErrors(
        _ text: String, _ status: Int, _ code: String, _ envelopeError: String?
    ) async {
        let store = store(text, status: .init(code: status))
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code.rawValue == code)
        #expect(error?.envelopeError.map { "\($0.code) \($0.message)" } == envelopeError)
        #expect(error?.description.contains("no\"") == false)
    }

    @Test func voidEndpointIsChecked() async throws {
        try await store(#"{"ok":true}"#).send(Ping())
        try await store("", status: .noContent).send(Ping())
        await #expect(throws: APIError.self) { try await store(#"{"ok":false}"#).send(Ping()) }
    }

    @Test func otherMediaTypeIsRefused() async {
        let error = await #expect(throws: APIError.self) {
            try await store(#"{"ok":true,"result":1}"#, type: "text/html").send(Probe(Int.self))
        }
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func documentedErrorIsDecodedFromItsMember() async {
        let store = store(#"{"ok":false,"error":{"reason":"sold out"}}"#, status: .conflict)
        let failure = await #expect(throws: Buy.Failure.self) { try await store.send(Buy()) }
        guard case .outOfStock(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.reason == "sold out")
    }

    @Test func mediaTypeIsSentAsAccept() async throws {
        let transport = StubTransport(.success(.json(#"{"ok":true,"result":1}"#)))
        _ = try await Store(transport).with { $0.responsePolicy = .ok }.send(Probe(Int.self))
        #expect(transport.requests[0].headers[.accept] == "application/json")
    }
}
