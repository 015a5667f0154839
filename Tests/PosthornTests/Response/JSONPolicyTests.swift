import Foundation
import Posthorn
import Testing

@Suite("The policy json")
struct JSONPolicyTests {
    private func send<Value: Decodable & Sendable>(
        _ body: Data, _ type: Value.Type
    ) async throws -> Value {
        try await Store(answering: .body(body, type: "application/json")).send(Probe(type))
    }

    private func send<Value: Decodable & Sendable>(
        _ text: String, _ type: Value.Type
    ) async throws -> Value {
        try await send(Data(text.utf8), type)
    }

    @Test func readsTheWholeBody() async throws {
        #expect(try await send(#"{"id":7,"new":true}"#, Receipt.self) == Receipt(id: 7))
        #expect(try await send("[1,2]", [Int].self) == [1, 2])
        #expect(try await send("true", Bool.self))
        #expect(try await send(#""text""#, String.self) == "text")
        #expect(try await send("null", Receipt?.self) == nil)
    }

    @Test func readsDatesAndData() async throws {
        let date = try await send(#"["1970-01-01T00:00:01.5Z"]"#, [Date].self)
        #expect(date == [Date(timeIntervalSince1970: 1.5)])
        #expect(try await send(#"["AQID"]"#, [Data].self) == [Data([1, 2, 3])])
    }

    @Test func passesOverAByteOrderMark() async throws {
        #expect(try await send("\u{feff}[1]", [Int].self) == [1])
    }

    struct Nested: Decodable, Sendable {
        var orders: [Order]
        var byMail: [String: Int]?
        struct Order: Decodable, Sendable {
            var total: Int
            var at: Date?
        }
    }

    @Test(arguments: [
        (
            #"{"orders":[{"total":1},{"total":"x"}]}"#,
            "orders[1].total has another type, expected Int"
        ),
        (#"{"orders":[{}]}"#, "orders[0].total is missing"),
        (#"{"orders":[{"total":null}]}"#, "orders[0].total is null, expected Int"),
        (#"{"orders":[{"total":1.5}]}"#, "it has a number that its type can't hold"),
        (
            #"{"orders":[{"total":9223372036854775808}]}"#,
            "it has a number that its type can't hold"
        ),
        (#"{"orders":[{"total":1e400}]}"#, "it has a number that its type can't hold"),
        (#"{"orders":[{"total":1,"at":"2026-02-30T00:00:00Z"}]}"#, "orders[0].at is not valid"),
        (
            #"{"orders":[],"byMail":{"canary@example.com":"x"}}"#,
            "byMail[*] has another type, expected Int"
        ),
        (#"{"orders":{}}"#, "orders has another type, expected Array<Any>"),
        ("[]", "the top level has another type, expected Dictionary<String, Any>"),
        ("{}", "orders is missing"),
        ("{", "it is not valid JSON"),
        ("{}x", "it is not valid JSON"),
        ("<html></html>", "it is not valid JSON"),
        (#"{"orders":[]"#, "it is not valid JSON"),
    ])
    func saysWhereTheShapeIsAnother(_ text: String, _ cause: String) async throws {
        let error = try await #require(throws: APIError.self) { try await send(text, Nested.self) }
        #expect(error.code == .decodingFailed)
        #expect(error.stage == .decoding)
        #expect(error.message == "the answer does not have the expected shape: \(cause)")
        #expect(error.response?.body == Data(text.utf8))
        #expect(error.underlying is DecodingError)
        #expect(!error.description.contains("canary"))
    }

    @Test(arguments: ["", " ", "\n", "\r\n\t "])
    func aBodyWithNothingInItIsNilOrAnError(_ text: String) async throws {
        #expect(try await send(text, Receipt?.self) == nil)
        let error = await #expect(throws: APIError.self) { try await send(text, Receipt.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the answer has no body")
    }

    @Test(arguments: [
        Data([0xff, 0xfe, 0xff]), Data([0x22, 0xc3, 0x22]), Data([0x22, 0xed, 0xa0, 0x80, 0x22]),
    ])
    func bytesThatAreNotUTF8AreRefused(_ body: Data) async {
        let error = await #expect(throws: APIError.self) { try await send(body, String.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.response?.body == body)
    }

    @Test(arguments: ["", "{}", "<html>", " "])
    func anEndpointThatReturnsNothingTakesAnyBody(_ text: String) async throws {
        let transport = StubTransport(.success(.json(text, status: .ok, type: "text/html")))
        try await Store(transport).send(Ping())
        #expect(transport.requests.count == 1)
    }
}
