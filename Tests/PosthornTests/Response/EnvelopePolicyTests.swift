import Foundation
import Posthorn
import Testing

@Suite("The policy envelope")
struct EnvelopePolicyTests {
    private func store(
        _ text: String, success: EnvelopeCode = 0, status: HTTPResponse.Status = .ok,
        type: String = "application/json"
    ) -> Store {
        Store(answering: .json(text, status: status, type: type)).with {
            $0.response = .envelope(code: "code", message: "msg", payload: "data", success: success)
        }
    }

    @Test(arguments: [
        (#"{"code":0,"msg":"","data":{"id":7}}"#, 0 as EnvelopeCode),
        (#"{"data":{"id":7},"code":0}"#, 0),
        (#"{"code":0.0,"data":{"id":7}}"#, 0),
        (#"{"code":0,"msg":7,"data":{"id":7,"more":1},"more":[]}"#, 0),
        (#"{"code":"OK","msg":null,"data":{"id":7}}"#, "OK"),
        (#"{"code":200,"data":{"id":7}}"#, 200),
    ])
    func opensTheEnvelope(_ text: String, _ success: EnvelopeCode) async throws {
        let receipt = try await store(text, success: success).send(Probe(Receipt.self))
        #expect(receipt == Receipt(id: 7))
    }

    @Test(arguments: [
        (#"{"code":1001,"msg":"sold out"}"#, 0 as EnvelopeCode, "1001", "sold out"),
        (#"{"code":1001,"msg":"sold out","data":{"id":7}}"#, 0, "1001", "sold out"),
        (#"{"code":-1,"data":null}"#, 0, "-1", ""),
        (#"{"code":5,"msg":null}"#, 0, "5", ""),
        (#"{"code":5,"msg":{"de":"nein"}}"#, 0, "5", ""),
        (#"{"code":"E_STOCK","msg":"sold out"}"#, "OK", "E_STOCK", "sold out"),
        // A number is not a string: what the spec says is what is compared.
        (#"{"code":"0","msg":"","data":{"id":7}}"#, 0, "0", ""),
        (#"{"code":0,"msg":"","data":{"id":7}}"#, "0", "0", ""),
    ])
    func anotherCodeIsARejection(
        _ text: String, _ success: EnvelopeCode, _ code: String, _ message: String
    ) async throws {
        let store = store(text, success: success)
        for isVoid in [false, true] {
            let error = await #expect(throws: APIError.self) {
                if isVoid {
                    try await store.send(Ping())
                } else {
                    _ = try await store.send(Probe(Receipt.self))
                }
            }
            #expect(error?.code == .rejected)
            #expect(error?.stage == .validating)
            #expect(error?.rejection == APIError.Rejection(code: code, message: message))
            #expect(error?.message == "the backend refused with code \(code)")
            #expect(error?.response?.body == Data(text.utf8))
            #expect(error?.description.contains("sold out") == false)
        }
    }

    @Test(arguments: ["a\\nforged line", "two words", "", String(repeating: "x", count: 65), "é"])
    func aCodeThatIsNoPlainWordIsNotShown(_ code: String) async {
        let store = store(#"{"code":"\#(code)"}"#)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .rejected)
        #expect(
            error?.message == "the backend refused with code that is no plain word"
                || code.isEmpty)
        #expect(error?.description.contains("forged") == false)
    }

    @Test(arguments: [
        (#"{"msg":"","data":{"id":7}}"#, "code is missing"),
        (#"{"code":null,"data":{"id":7}}"#, "code is null, expected EnvelopeCode"),
        (#"{"code":true,"data":{"id":7}}"#, "code has another type, expected EnvelopeCode"),
        (#"{"code":1.5,"data":{"id":7}}"#, "code has another type, expected EnvelopeCode"),
        (#"{"code":[0],"data":{"id":7}}"#, "code has another type, expected EnvelopeCode"),
        (#"{"code":0}"#, "data is missing"),
        (#"{"code":0,"data":null}"#, "data is null, expected Dictionary<String, Any>"),
        (#"{"code":0,"data":{}}"#, "data.id is missing"),
        (#"{"code":0,"data":[]}"#, "data has another type, expected Dictionary<String, Any>"),
        ("[]", "the top level has another type, expected Dictionary<String, Any>"),
        ("{", "it is not valid JSON"),
    ])
    func saysWhereTheShapeIsAnother(_ text: String, _ cause: String) async {
        let error = await #expect(throws: APIError.self) {
            try await store(text).send(Probe(Receipt.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the answer does not have the expected shape: \(cause)")
    }

    @Test(arguments: [#"{"code":0,"data":null}"#, #"{"code":0}"#])
    func anOptionalOutputTakesNullAndAbsence(_ text: String) async throws {
        #expect(try await store(text).send(Probe(Receipt?.self)) == nil)
        #expect(try await store(text).send(Probe(String?.self)) == nil)
    }

    @Test func anEmptyBodyIsAnErrorWhereAValueIsExpected() async {
        let error = await #expect(throws: APIError.self) {
            try await store("").send(Probe(Receipt.self))
        }
        #expect(error?.message == "the answer has no body")
    }

    @Test(arguments: ["", #"{"code":0}"#, #"{"code":0,"data":"whatever"}"#])
    func anEndpointThatReturnsNothingChecksTheCodeAlone(_ text: String) async throws {
        try await store(text).send(Ping())
        try await store(text, status: .noContent).send(Ping())
    }

    @Test func anEndpointThatReturnsNothingTakesNoOtherMediaType() async {
        let store = store("<html>", type: "text/html")
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.stage == .validating)
    }

    @Test func anUnacceptedStatusIsTheHeadlineAndTheEnvelopeStaysReachable() async {
        let text = #"{"code":1001,"msg":"sold out"}"#
        let store = store(text, status: .badRequest)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .badRequest)
        #expect(error?.response?.body == Data(text.utf8))
    }

    @Test func aDocumentedFailureIsReadFromTheWholeBody() async {
        let store = store(#"{"reason":"sold out"}"#, status: .conflict)
        do {
            _ = try await store.send(Buy())
            Issue.record("the call succeeded")
        } catch .outOfStock(let problem) {
            #expect(problem == Problem(reason: "sold out"))
        } catch {
            Issue.record("\(error)")
        }
    }
}
