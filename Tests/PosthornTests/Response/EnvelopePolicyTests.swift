import Foundation
import Posthorn
import Testing

@Suite("Envelope policy")
struct EnvelopePolicyTests {
    private func store(
        _ text: String, success: EnvelopeCode = 0, status: HTTPResponse.Status = .ok,
        type: String = "application/json"
    ) -> Store {
        Store(responding: .json(text, status: status, type: type)).with {
            $0.responsePolicy = .envelope(
                code: "code", message: "msg", payload: "data", success: success)
        }
    }

    @Test(arguments: [
        (#"{"code":0,"msg":"","data":{"id":7}}"#, 0 as EnvelopeCode),
        (#"{"data":{"id":7},"code":0}"#, 0),
        (#"{"code":0.0,"data":{"id":7}}"#, 0),
        (#"{"code":0,"msg":7,"data":{"id":7,"more":1},"more":[]}"#, 0),
        (#"{"code":"OK","msg":null,"data":{"id":7}}"#, "OK"),
        (#"{"code":200,"data":{"id":7}}"#, 200), (#"{"code":true,"data":{"id":7}}"#, true),
        (#"{"data":{"id":7},"code":false}"#, false),
    ])
    func decodesThePayload(_ text: String, _ success: EnvelopeCode) async throws {
        let receipt = try await store(text, success: success).send(Probe(Receipt.self))
        #expect(receipt == Receipt(id: 7))
    }

    @Test(arguments: [
        (#"{"code":1001,"msg":"sold out"}"#, 0 as EnvelopeCode, 1001 as EnvelopeCode, "sold out"),
        (#"{"code":1001,"msg":"sold out","data":{"id":7}}"#, 0, 1001, "sold out"),
        (#"{"code":-1,"data":null}"#, 0, -1, ""),
        (#"{"code":5,"msg":null}"#, 0, 5, ""),
        (#"{"code":5,"msg":{"de":"nein"}}"#, 0, 5, ""),
        (#"{"code":"E_STOCK","msg":"sold out"}"#, "OK", "E_STOCK", "sold out"),
        (#"{"code":false,"msg":"sold out","data":{"id":7}}"#, true, false, "sold out"),
        (#"{"code":1,"data":{"id":7}}"#, true, 1, ""),
    ])
    func otherCodeThrowsEnvelopeError(
        _ text: String, _ success: EnvelopeCode, _ code: EnvelopeCode, _ message: String
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
            #expect(error?.envelopeError == APIError.EnvelopeError(code: code, message: message))
            #expect(error?.message == "the backend refused with code \(code)")
            #expect(error?.response?.body == Data(text.utf8))
            #expect(error?.description.contains("sold out") == false)
        }
    }

    /// A number is not a text: what the spec says is what is compared.
    @Test(
        arguments: [
            (
                #"{"code":"0","msg":"m","data":{"id":7}}"#, 0,
                #"the backend's code is the text "0", and success is the number 0"#,
                #"write `success: "0"` if this code means success"#
            ),
            (
                #"{"data":{"id":7},"msg":"m","code":0}"#, "0",
                #"the backend's code is the number 0, and success is the text "0""#,
                "write `success: 0` if this code means success"
            ),
            (
                #"{"code":"true","msg":"m"}"#, true,
                #"the backend's code is the text "true", and success is the Boolean true"#,
                #"write `success: "true"` if this code means success"#
            ),
            (
                #"{"code":"200","msg":"m"}"#, 0,
                #"the backend's code is the text "200", and success is the number 200"#,
                #"write `success: "200"` if this code means success"#
            ),
        ] as [(String, EnvelopeCode, String, String)])
    func codeOfAnotherTypeHasAdvice(
        _ text: String, _ success: EnvelopeCode, _ message: String, _ advice: String
    ) async {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(
                code: "code", message: "msg", payload: "data", success: success, 200)
        }
        let value = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        let nothing = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        for error in [value, nothing] {
            #expect(error?.code == .rejected)
            #expect(error?.message == message)
            #expect(error?.advice == advice)
            #expect(error?.envelopeError?.message == "m")
        }
    }

    @Test(arguments: ["a\\nforged line", "two words", "", String(repeating: "x", count: 65), "é"])
    func unusualCodeIsNotShown(_ code: String) async {
        let store = store(#"{"code":"\#(code)"}"#)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .rejected)
        #expect(
            error?.message == "the backend refused with a code that is not an identifier")
        #expect(error?.description.contains("forged") == false)
    }

    @Test(arguments: [
        (#"{"msg":"","data":{"id":7}}"#, "code is missing"),
        (
            #"{"code":null,"data":{"id":7}}"#,
            "code is null, expected a number, a string or a Boolean"
        ),
        (#"{"code":1.5,"data":{"id":7}}"#, "code is not valid, expected"),
        (#"{"code":[0],"data":{"id":7}}"#, "code has another type, an array, expected a number,"),
        (#"{"code":0}"#, "data is missing"),
        (#"{"code":0,"data":null}"#, "data is null, expected an object"),
        (#"{"code":0,"data":{}}"#, "data.id is missing"),
        (#"{"code":0,"data":[]}"#, "data has another type, an array, expected an object"),
        ("[]", "the top level has another type, an array, expected an object"),
        ("{", "it is not valid JSON"),
    ])
    func decodingErrorNamesThePath(_ text: String, _ cause: String) async {
        let error = await #expect(throws: APIError.self) {
            try await store(text).send(Probe(Receipt.self))
        }
        #expect(error?.code == .decodingFailed)
        let message = error?.message ?? ""
        #expect(
            message.hasPrefix("the response does not have the expected shape: \(cause)"),
            "\(message)"
        )
    }

    @Test(arguments: [#"{"code":0,"data":null}"#, #"{"code":0}"#])
    func optionalOutputAcceptsNullAndMissingPayload(_ text: String) async throws {
        #expect(try await store(text).send(Probe(Receipt?.self)) == nil)
        #expect(try await store(text).send(Probe(String?.self)) == nil)
    }

    @Test func emptyBodyIsAnErrorForRequiredValue() async {
        let error = await #expect(throws: APIError.self) {
            try await store("").send(Probe(Receipt.self))
        }
        #expect(error?.message == "the response has no body")
    }

    @Test(arguments: ["", #"{"code":0}"#, #"{"code":0,"data":"whatever"}"#])
    func voidEndpointChecksOnlyTheCode(_ text: String) async throws {
        try await store(text).send(Ping())
        try await store(text, status: .noContent).send(Ping())
    }

    @Test func voidEndpointChecksTheMediaType() async {
        let store = store("<html>", type: "text/html")
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.stage == .validating)
    }

    @Test func errorStatusKeepsResponseBody() async {
        let text = #"{"code":1001,"msg":"sold out"}"#
        let store = store(text, status: .badRequest)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .badRequest)
        #expect(error?.response?.body == Data(text.utf8))
    }

    @Test func documentedFailureIsDecodedFromTheWholeBody() async {
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

    @Test(arguments: [
        (#"{"meta":{"code":0,"msg":"ok"},"out":{"list":{"id":7}}}"#, "meta.code", "out.list"),
        (#"{"out":{"list":{"id":7},"more":[{}]},"meta":{"code":0}}"#, "meta.code", "out.list"),
        (#"{"out":{"code":0,"list":{"id":7}},"x":1}"#, "out.code", "out.list"),
        (#"{"out":{"list":{"id":7},"code":0}}"#, "out.code", "out.list"),
        // The code stands inside of the payload.
        (#"{"data":{"id":7,"code":0}}"#, "data.code", "data"),
        (#"{"data":{"code":0,"id":7}}"#, "data.code", "data"),
    ])
    func envelopeKeysCanBePaths(_ text: String, _ code: String, _ payload: String) async throws {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(
                code: code, message: "meta.msg", payload: payload, success: 0)
        }
        #expect(try await store.send(Probe(Receipt.self)) == Receipt(id: 7))
        try await store.send(Ping())
    }

    @Test func envelopeErrorIsFoundAtItsPath() async {
        let text = #"{"meta":{"code":9,"msg":"no"},"out":null}"#
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(
                code: "meta.code", message: "meta.msg", payload: "out.list", success: 0)
        }
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.envelopeError == APIError.EnvelopeError(code: 9, message: "no"))
    }

    @Test(arguments: [
        (#"{"code":0}"#, true), (#"{"code":200}"#, true), (#"{"code":"OK"}"#, true),
        (#"{"code":1}"#, false), (#"{"code":"ok"}"#, false), (#"{"code":"0"}"#, false),
    ])
    func severalCodesCanMeanSuccess(_ text: String, _ isSuccess: Bool) async {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(
                code: "code", message: "msg", payload: "data", success: 0, 200, "OK")
        }
        let result = await Result { try await store.send(Ping()) }
        #expect(((try? result.get()) != nil) == isSuccess)
    }

    @Test(arguments: [
        #"{"code":0,"code":1,"data":{"id":7}}"#, #"{"code":0,"data":{"id":7},"data":{"id":8}}"#,
        #"{"data":{"id":7},"data":{"id":8},"code":0}"#,
        #"{"code":0,"msg":"a","msg":"b","data":{"id":7}}"#,
    ])
    func duplicateKeyIsRefused(_ text: String) async {
        let error = await #expect(throws: APIError.self) {
            try await store(text).send(Probe(Receipt.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("expected the member only once") == true)
    }

    @Test(
        arguments: [
            (#"{"data":{"id":7}}"#, "data"), (#"{"code":3,"data":{"id":7},"code":4}"#, "data"),
            (#"{"meta":{"data":1},"data":{"id":7,"data":8},"links":[]}"#, "data"),
            (#"{"a":{"x":1,"b":{"id":7}},"b":{"id":8}}"#, "a.b"),
        ])
    func envelopeWithoutCodeIsUnwrapped(_ text: String, _ payload: String) async throws {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(payload: payload)
        }
        #expect(try await store.send(Probe(Receipt.self)) == Receipt(id: 7))
        try await store.send(Ping())
    }

    @Test(
        arguments: [
            (#"{"result":1}"#, "data is missing"), (#"{"data":null}"#, "data is null"),
            (#"{"data":{"id":7},"data":{"id":8}}"#, "expected the member only once"),
            ("[]", "the top level has another type"),
        ])
    func envelopeWithoutCodeNeedsItsPayload(_ text: String, _ cause: String) async throws {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .envelope(payload: "data")
        }
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains(cause) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [("OK", "text/plain"), ("", "text/html"), ("", "application/json")])
    func envelopeWithoutCodeAcceptsOtherBodiesOfNothing(_ text: String, _ type: String) async throws
    {
        try await store(text, type: type).with { $0.responsePolicy = .envelope(payload: "data") }
            .send(Ping())
    }

    @Test func optionalOutputNeedsNoPayloadWithoutCode() async throws {
        for text in [#"{"data":null}"#, "{}", ""] {
            let store = store(text).with { $0.responsePolicy = .envelope(payload: "data") }
            #expect(try await store.send(Probe(Receipt?.self)) == nil)
        }
    }

    @Test func alternativesAloneCanMeanSuccess() async throws {
        var policy = EnvelopePolicy(payload: "data")
        (policy.code, policy.alternatives) = ("code", [7])
        let store = store(#"{"code":7,"data":{"id":7}}"#).with { [policy] in
            $0.responsePolicy = policy
        }
        #expect(try await store.send(Probe(Receipt.self)) == Receipt(id: 7))
    }

    @Test func envelopeWithoutCodeLeavesTheErrorToTheNextLayer() async throws {
        let store = store(#"{"code":5,"msg":"gone"}"#, status: .notFound)
        let error = await #expect(throws: APIError.self) {
            try await store.with { $0.responsePolicy = .envelope(payload: "data") }
                .send(Probe(Receipt.self))
        }
        #expect(error?.code == .notFound)
        #expect(error?.envelopeError == APIError.EnvelopeError(code: 5, message: "gone"))
    }

    @Test func codeCanBeTheMessageToo() async throws {
        let policy: EnvelopePolicy = .envelope(
            code: "result", message: "result", payload: "arguments", success: "success")
        func store(_ text: String) -> Store {
            Store(responding: .json(text)).with { $0.responsePolicy = policy }
        }
        let receipt = try await store(#"{"result":"success","arguments":{"id":7}}"#)
            .send(Probe(Receipt.self))
        #expect(receipt == Receipt(id: 7))
        let error = await #expect(throws: APIError.self) {
            try await store(#"{"arguments":{},"result":"no such file"}"#).send(Ping())
        }
        #expect(error?.envelopeError?.code == "no such file")
        #expect(error?.envelopeError?.message == "no such file")
    }

    @Test func missingCodeHasAdvice() async throws {
        let error = await #expect(throws: APIError.self) {
            try await store(#"{"data":{"id":7}}"#).send(Probe(Receipt.self))
        }
        #expect(
            error?.advice
                == "if a response without a code is a success, add `null` to the codes of `success`, as in "
                + "`success: [0, null]`; if no response has a code, declare the envelope without it, as "
                + "`{ envelope: { payload: data } }` in the spec or `.envelope(payload: \"data\")` in Swift; "
                + "if this endpoint has no envelope, as `response: json`; the bytes are in the error's "
                + "`response`")
    }

    @Test func envelopeNeedsNoMessage() async throws {
        func store(_ text: String) -> Store {
            Store(responding: .json(text)).with {
                $0.responsePolicy = .envelope(code: "ok", payload: "data", success: true)
            }
        }
        let receipt = try await store(#"{"ok":true,"data":{"id":7}}"#).send(Probe(Receipt.self))
        #expect(receipt == Receipt(id: 7))
        let error = await #expect(throws: APIError.self) {
            try await store(#"{"ok":false,"message":"sold out"}"#).send(Probe(Receipt.self))
        }
        #expect(error?.envelopeError == APIError.EnvelopeError(code: false, message: ""))
    }

    @Test func otherEnvelopeMembersAreReadable() async throws {
        let text = #"{"code":0,"meta":{"trace":"t-1","count":2},"data":{"id":7},"none":null}"#
        let response = try await store(text).response(to: Probe(Receipt.self))
        #expect(try response.value(at: "meta.trace") == "t-1")
        #expect(try response.value(at: "meta.count", as: Int.self) == 2)
        #expect(try response.value(at: "meta.other", as: Int.self) == nil)
        #expect(try response.value(at: "none", as: Int.self) == nil)
        #expect(try response.value(at: "data.id.deeper", as: Int.self) == nil)
        #expect(throws: APIError.Cause.self) { try response.value(at: "meta.trace", as: Int.self) }
    }

    @Test func envelopeOfAnErrorIsReadable() async throws {
        let text = #"{"code":1001,"msg":"sold out","trace":"t-2"}"#
        for status in [HTTPResponse.Status.ok, .badRequest] {
            let error = try await #require(throws: APIError.self) {
                try await store(text, status: status).send(Probe(Receipt.self))
            }
            #expect(error.code == (status == .ok ? .rejected : .badRequest))
            #expect(error.envelopeError == APIError.EnvelopeError(code: 1001, message: "sold out"))
            #expect(try error.response?.value(at: "trace") == "t-2")
        }
        let html = try await #require(throws: APIError.self) {
            try await store("<html>", status: .badGateway, type: "text/html").send(Ping())
        }
        #expect(html.envelopeError == nil)
    }

    @Test func blankBodyHasNoEnvelope() async throws {
        try await store(" ").send(Ping())
        #expect(try await store(" ").send(Probe(Receipt?.self)) == nil)
    }

    @Test func envelopeUsesItsJSONOptions() async throws {
        var policy = EnvelopePolicy(code: "code", message: "msg", payload: "data", success: 0)
        policy.json.prefixes = JSONPolicy.scriptPrefixes
        policy.json.removesNullValues = true
        policy.json.configureDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        struct Counted: Decodable, Sendable { var itemCount: Int; var tags: [String] }
        let text = ")]}',\n" + #"{"code":0,"data":{"item_count":3,"tags":["a",null]}}"#
        let store = Store(responding: .json(text)).with { [policy] in $0.responsePolicy = policy }
        let counted = try await store.send(Probe(Counted.self))
        #expect(counted.itemCount == 3)
        #expect(counted.tags == ["a"])
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
