import Foundation
import Posthorn
import Testing

/// What decides how a response is read.
@Suite("The response of a call and its policies")
struct CallResponseTests {
    private static let envelope = EnvelopePolicy.envelope(
        code: "code", message: "message", payload: "data", success: 0)
    private static let received = TransportResponse.json(#"{"code":0,"data":{"id":7}}"#)

    @Test func responseOfACallIsTheOneThatWasReceived() async throws {
        let store = Store(responding: Self.received).with { $0.responsePolicy = Self.envelope }
        let response = try await store.response(to: Probe(Receipt.self))
        #expect(response.value == Receipt(id: 7))
        // Two equal responses give equal results, whatever call received them.
        for raw in [response.raw, Self.received] {
            #expect(throws: APIError.Cause.self) { try raw.value(Receipt.self) }
            #expect(try raw.value(Receipt.self, by: Self.envelope) == Receipt(id: 7))
        }
    }

    @Test func valueIsDecodedByThePolicyOfTheCall() throws {
        let response = CallResponse(Self.received, policy: Self.envelope)
        #expect(try response.value(Receipt.self) == Receipt(id: 7))
        #expect(try response.value([String: JSONValue].self, by: .json)["code"] == 0)
        #expect(response.status == .ok && response.raw.body == Self.received.body)
    }

    @Test func memberIsReadByTheGivenPolicy() throws {
        let response = TransportResponse.json(#")]}'{"a":{"b":7}}"#)
        #expect(throws: APIError.Cause.self) { try response.value(at: "a.b", as: Int.self) }
        let policy = JSONPolicy.json { $0.prefixes = [")]}'"] }
        #expect(try response.value(at: "a.b", by: policy) == 7)
    }

    @Test(
        "A layer above leaves the code of an envelope to the layer that reads it",
        arguments: [
            (.envelope(payload: "data"), 7), (.raw, 7), (.firstMatching(.text, .raw), 7),
            (.json, nil),
        ] as [(any ResponsePolicy, EnvelopeCode?)])
    func codeIsFoundByTheLayerThatReadsEnvelopes(
        _ policy: any ResponsePolicy, _ code: EnvelopeCode?
    ) async {
        let store = Store(
            StubTransport(
                .success(.json(#"{"code":7,"message":"no"}"#, status: .conflict)))
        ) { $0.responsePolicy = Self.envelope }
        let error = await #expect(throws: APIError.self) {
            try await store.with { $0.responsePolicy = policy }.send(Probe(Data.self))
        }
        #expect(error?.envelopeError?.code == code)
    }
}
