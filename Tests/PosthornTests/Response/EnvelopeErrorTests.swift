import Foundation
import Posthorn
import Testing

/// Envelopes in which a member shows a failure, or whose code may be missing.
@Suite("Envelope with an error member")
struct EnvelopeErrorTests {
    enum Outcome: Equatable, Sendable {
        case value(Int?)
        case refused(EnvelopeCode, String)
        case unreadable
    }

    private static let byError: EnvelopePolicy = .envelope(
        message: "error.message", payload: "result", error: "error")
    private static let byText: EnvelopePolicy = .envelope(
        message: "error", payload: "result", error: "error")
    private static let rpc: EnvelopePolicy = .envelope(
        code: "error.code", message: "error.message", payload: "result", error: "error",
        success: nil)
    private static let codeOrNone: EnvelopePolicy = .envelope(
        code: "code", message: "msg", payload: "result", success: 0, nil)
    private static let inside: EnvelopePolicy = .envelope(
        payload: "result", error: "result.error")

    private static func store(_ text: String, _ policy: any ResponsePolicy) -> Store {
        Store(responding: .json(text)).with { $0.responsePolicy = policy }
    }

    private static func outcome(_ call: () async throws(APIError) -> Int?) async -> Outcome {
        do {
            return .value(try await call())
        } catch {
            guard error.code == .rejected, let refusal = error.envelopeError else {
                #expect(error.code == .decodingFailed, "\(error)")
                return .unreadable
            }
            return .refused(refusal.code, refusal.message)
        }
    }

    /// The body, and what comes of it for `Int`, `Int?` and an endpoint without a result.
    @Test(
        arguments: [
            // The payload is not needed without a result, and `nil` if it is optional.
            (byError, #"{"result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"result":7,"error":null}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"error":null,"result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, "{}", .unreadable, .value(nil), .value(nil)),
            (byError, #"{"result":null}"#, .unreadable, .value(nil), .value(nil)),
            // Members that say that nothing failed.
            (byError, #"{"error":false,"result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"error":0,"result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"error":"","result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"error":[],"result":7}"#, .value(7), .value(7), .value(nil)),
            (byError, #"{"result":7,"error":{}}"#, .value(7), .value(7), .value(nil)),
            // Members that show a failure, before and after a payload.
            (
                byError, #"{"error":{"message":"gone"}}"#, .refused(true, "gone"),
                .refused(true, "gone"), .refused(true, "gone")
            ),
            (
                byError, #"{"result":null,"error":{"message":"gone"}}"#, .refused(true, "gone"),
                .refused(true, "gone"), .refused(true, "gone")
            ),
            (
                byError, #"{"result":7,"error":[{}]}"#, .refused(true, ""), .refused(true, ""),
                .refused(true, "")
            ),
            (
                byError, #"{"error":true,"result":7}"#, .refused(true, ""), .refused(true, ""),
                .refused(true, "")
            ),
            (
                byError, #"{"result":7,"error":3}"#, .refused(3, ""), .refused(3, ""),
                .refused(3, "")
            ),
            (
                byError, #"{"result":7,"error":"gone"}"#, .refused("gone", "gone"),
                .refused("gone", "gone"), .refused("gone", "gone")
            ),
            (
                byText, #"{"error":"gone"}"#, .refused("gone", "gone"), .refused("gone", "gone"),
                .refused("gone", "gone")
            ),
            // A member twice may have been checked once.
            (
                byError, #"{"error":null,"result":7,"error":{"a":1}}"#, .unreadable, .unreadable,
                .unreadable
            ),
            // JSON-RPC: the code is inside of the error.
            (rpc, #"{"jsonrpc":"2.0","result":7,"id":1}"#, .value(7), .value(7), .value(nil)),
            (
                rpc, #"{"error":{"code":-32601,"message":"no"},"id":1}"#, .refused(-32601, "no"),
                .refused(-32601, "no"), .refused(-32601, "no")
            ),
            (
                rpc, #"{"result":null,"error":{"message":"no","code":5}}"#, .refused(5, "no"),
                .refused(5, "no"), .refused(5, "no")
            ),
            // No code means success.
            (codeOrNone, #"{"result":7}"#, .value(7), .value(7), .value(nil)),
            (codeOrNone, #"{"code":null,"result":7}"#, .value(7), .value(7), .value(nil)),
            (codeOrNone, #"{"result":7,"code":0}"#, .value(7), .value(7), .value(nil)),
            (
                codeOrNone, #"{"result":7,"code":4,"msg":"no"}"#, .refused(4, "no"),
                .refused(4, "no"), .refused(4, "no")
            ),
            // The error is inside of the payload.
            (
                inside, #"{"result":{"error":"no"}}"#, .refused("no", "no"),
                .refused("no", "no"), .refused("no", "no")
            ),
        ] as [(EnvelopePolicy, String, Outcome, Outcome, Outcome)])
    func errorMemberRefusesTheCall(
        _ policy: EnvelopePolicy, _ text: String, _ required: Outcome, _ optional: Outcome,
        _ nothing: Outcome
    ) async {
        let store = Self.store(text, policy)
        #expect(
            await Self.outcome { () throws(APIError) in try await store.send(Probe(Int.self)) }
                == required)
        #expect(
            await Self.outcome { () throws(APIError) in try await store.send(Probe(Int?.self)) }
                == optional)
        #expect(
            await Self.outcome { () throws(APIError) in
                try await store.send(Ping())
                return nil
            } == nothing)
    }

    /// Nothing shows whether such a response is a failure.
    @Test(arguments: [#"{"error":{"code":5}}"#, "{}"])
    func missingPayloadIsAnErrorWithoutAnErrorMember(_ text: String) async {
        let store = Self.store(text, .envelope(payload: "result"))
        let value = await #expect(throws: APIError.self) { try await store.send(Probe(Int.self)) }
        let nothing = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        for error in [value, nothing] {
            #expect(error?.code == .decodingFailed)
            #expect(
                error?.advice?.contains("`{ envelope: { payload: result, error: error } }`") == true
            )
        }
    }

    @Test func refusalByAMemberNamesIt() async {
        let error = await #expect(throws: APIError.self) {
            try await Self.store(#"{"error":{"secret":"canary"}}"#, Self.byError).send(Ping())
        }
        #expect(error?.message == "the backend refused with the member error")
        #expect(error?.stage == .validating)
    }

    @Test func errorMemberIsFoundWhateverTheStatus() async {
        let store = Store(
            responding: .json(#"{"error":{"code":5,"message":"no"}}"#, status: .notFound)
        ).with { $0.responsePolicy = Self.rpc }
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .notFound)
        #expect(error?.envelopeError == APIError.EnvelopeError(code: 5, message: "no"))
    }

    /// Codes that are identifiers are shown beside the status; others might be personal data.
    @Test(
        arguments: [
            ("M_UNKNOWN", " and the code M_UNKNOWN"), ("a.b-C_9", " and the code a.b-C_9"),
            ("ada@example.org", ""), ("two words", ""), ("a/b", ""), ("", ""),
            (String(repeating: "x", count: 65), ""),
        ])
    func undocumentedCodeIsShownIfItIsAnIdentifier(_ code: String, _ shown: String) async {
        let store = Store(responding: .json(#"{"code":"\#(code)"}"#, status: .notFound)).with {
            $0.responsePolicy = Self.codeOrNone
        }
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.message == "the server responded with 404 Not Found\(shown)")
        let number = Store(responding: .json(#"{"code":1002}"#, status: .notFound)).with {
            $0.responsePolicy = Self.codeOrNone
        }
        let other = await #expect(throws: APIError.self) { try await number.send(Ping()) }
        #expect(other?.message == "the server responded with 404 Not Found and the code 1002")
    }
}
