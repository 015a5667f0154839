import Foundation
import PosthornCore
import Testing

/// Envelopes that say where failure shows, or that no code means success.
@Suite("Generated envelopes with an error member")
struct GeneratedErrorEnvelopeTests {
    private func refusal(_ call: () async throws -> Void) async -> APIError.EnvelopeError? {
        let error = await #expect(throws: (any Error).self) { try await call() }
        return (error as? any EndpointFailure)?.envelopeError
    }

    @Test("A refused response is no success, whatever the endpoint returns")
    func refusedResponse() async throws {
        let api = ErrorEnvelopeAPI(.canned(#"{"error":{"message":"no"}}"#))
        let expected = APIError.EnvelopeError(code: true, message: "no")
        #expect(await refusal { _ = try await api.wrapped() } == expected)
        #expect(await refusal { _ = try await api.optional() } == expected)
        #expect(await refusal { try await api.nothing() } == expected)
        let fine = ErrorEnvelopeAPI(.canned(#"{"result":7,"error":null}"#))
        #expect(try await fine.wrapped() == 7)
        #expect(try await fine.optional() == 7)
        try await fine.nothing()
    }

    @Test("A failure by code is read from the error")
    func failureByCode() async {
        let body = #"{"error":{"code":-32601,"message":"no","data":"sum"},"id":1}"#
        await #expect {
            _ = try await ErrorEnvelopeAPI(.canned(body)).rpc()
        } throws: { error in
            guard case .unknownMethod(let detail) = error as? ErrorEnvelopeAPI.Rpc.Failure else {
                return false
            }
            return detail.data == "sum"
        }
        await #expect {
            _ = try await ErrorEnvelopeAPI(.canned(#"{"error":"invalid_auth"}"#)).textual()
        } throws: { error in
            guard case .invalidAuth = error as? ErrorEnvelopeAPI.Textual.Failure else {
                return false
            }
            return true
        }
    }

    @Test("No code means success where the spec says so")
    func missingCode() async throws {
        #expect(try await ErrorEnvelopeAPI(.canned(#"{"data":7}"#)).lenient() == 7)
        #expect(try await ErrorEnvelopeAPI(.canned(#"{"errcode":0,"data":7}"#)).lenient() == 7)
        #expect(try await ErrorEnvelopeAPI(.canned(#"{"data":7}"#)).silent() == 7)
        let lenient = ErrorEnvelopeAPI(.canned(#"{"errcode":40013,"data":7}"#))
        #expect(await refusal { _ = try await lenient.lenient() }?.code == 40013)
        let silent = ErrorEnvelopeAPI(.canned(#"{"error":"gone","data":7}"#))
        #expect(await refusal { _ = try await silent.silent() }?.code == "gone")
    }
}
