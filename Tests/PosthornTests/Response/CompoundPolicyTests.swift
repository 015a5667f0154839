import Foundation
import Posthorn
import Testing

@Suite("Compound policies")
struct CompoundPolicyTests {
    private let policy = CompoundPolicy.firstMatching(.json, .text)

    private func send<Value: Decodable & Sendable>(
        _ text: String, _ mediaType: String?, _ type: Value.Type,
        _ policy: (any ResponsePolicy)? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Value {
        let store = Store(responding: .json(text, status: status, type: mediaType))
        return try await store.with { $0.responsePolicy = policy ?? self.policy }.send(Probe(type))
    }

    @Test func mediaTypeSelectsThePolicy() async throws {
        #expect(try await send(#""a""#, "application/json", String.self) == "a")
        #expect(try await send(#""a""#, "text/plain", String.self) == #""a""#)
        // Both read it; the first one goes first.
        #expect(try await send(#""a""#, "text/json", String.self) == "a")
        #expect(try await send("a", "text/json", String.self) == "a")
    }

    @Test func valueAtPathUsesThePolicyOfTheMediaType() async throws {
        let policy = CompoundPolicy.firstMatching(
            .text, CompoundPolicy.firstMatching(.json { $0.prefixes = [")]}'"] }, .json))
        let store = Store(responding: .json(#")]}'{"a":{"b":7}}"#)).with {
            $0.responsePolicy = policy
        }
        let response = try await store.response(to: Probe([String: [String: Int]].self))
        #expect(try response.value(at: "a.b") == 7)
    }

    @Test func duplicateMemberIsRefused() async throws {
        let response = try await Store(responding: .json(#"{"id":7,"a":1,"a":{"b":2}}"#))
            .response(to: Probe(JSONValue?.self) { $0.responsePolicy = Anything() })
        let fault = #expect(throws: APIError.Cause.self) {
            try response.value(at: "a", as: Int.self)
        }
        #expect(fault?.message.contains("expected the member only once") == true)
        #expect(throws: APIError.Cause.self) { try response.value(at: "a.b", as: Int.self) }
        #expect(try response.value(at: "id") == 7)
    }

    /// Takes any bytes, so that what is read of them later is not checked yet.
    private struct Anything: ResponsePolicy {
        var name: String { "anything" }
        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            guard let absent = Optional<Never>.none as? Value else { throw CancellationError() }
            return absent
        }
    }

    @Test func triesEachPolicyWithoutMediaType() async throws {
        #expect(try await send(#""a""#, nil, String.self) == "a")
        #expect(try await send("plain", nil, String.self) == "plain")
    }

    @Test func triesOnlyPoliciesOfTheMediaType() async {
        let error = await #expect(throws: APIError.self) {
            try await send("plain", "application/json", String.self)
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.hasPrefix("the response does not have the expected shape") == true)
    }

    @Test func unsupportedMediaTypeIsRefused() async {
        let error = await #expect(throws: APIError.self) {
            try await send("%PDF", "application/pdf", String.self)
        }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.message.contains("the policy json or text reads") == true)
    }

    @Test func policyForAllMediaTypesIsTriedLast() async throws {
        let policy = CompoundPolicy.firstMatching(.raw, .json)
        #expect(try await send(#""a""#, "application/json", String.self, policy) == "a")
        #expect(try await send("%PDF", "application/pdf", String.self, policy) == "%PDF")
    }

    @Test func errorListsCausesOfAllPolicies() async {
        let error = await #expect(throws: APIError.self) { try await send("x", nil, Int.self) }
        #expect(error?.message.hasPrefix("no policy of 2 reads the response; json: ") == true)
        #expect(
            error?.message.hasSuffix("text: the policy text gives a String and not Int") == true)
    }

    @Test func envelopeErrorStopsTryingPolicies() async {
        let envelope = EnvelopePolicy(code: "code", message: "m", payload: "d", success: 0)
        let policy = CompoundPolicy(envelope, [.json])
        let error = await #expect(throws: APIError.self) {
            try await send(#"{"code":5,"m":"no"}"#, nil, JSONValue.self, policy)
        }
        #expect(error?.code == .rejected)
        let bad = await #expect(throws: APIError.self) {
            try await send(
                #"{"code":5,"m":"no"}"#, nil, JSONValue.self, policy, status: .badRequest)
        }
        #expect(bad?.envelopeError?.message == "no")
    }

    @Test func acceptListsMediaTypesOfAllPolicies() async throws {
        let transport = StubTransport()
        try await Store(transport).with { [policy] in $0.responsePolicy = policy }.send(Ping())
        #expect(
            transport.requests[0].headers[.accept]
                == "*/*;q=0.1, application/json, text/json, text/*")
    }

    private struct Lenient: ResponsePolicy {
        let name = "lenient"
        let mediaTypes = ["text/plain"]
        func accepts(_ status: HTTPResponse.Status) -> Bool { true }
        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            try TextPolicy().decode(type, from: response)
        }
    }

    @Test func onlyPoliciesThatAcceptTheStatusAreTried() async throws {
        let policy = CompoundPolicy(.json, [Lenient()])
        #expect(try await send("no", "text/plain", String.self, policy, status: .notFound) == "no")
        // Without a media type both could; with that of JSON none may.
        #expect(try await send(#""no""#, nil, String.self, policy, status: .notFound) == #""no""#)
        let error = await #expect(throws: APIError.self) {
            try await send(#""no""#, "application/json", String.self, policy, status: .notFound)
        }
        #expect(error?.code == .notFound && error?.stage == .validating)
        let store = Store(responding: .json("1", status: .notFound, type: "application/json"))
        await #expect(throws: APIError.self) {
            try await store.with { $0.responsePolicy = policy }.send(Ping())
        }
    }
}
