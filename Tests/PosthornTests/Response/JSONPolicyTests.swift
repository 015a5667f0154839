import Foundation
import Testing

import PosthornImages
@testable import PosthornCore
@testable import PosthornJSON

@Suite("JSON policy")
struct JSONPolicyTests {
    private func send<Value: Decodable & Sendable>(
        _ body: Data, _ type: Value.Type
    ) async throws -> Value {
        try await Store(responding: .body(body, type: "application/json")).send(Probe(type))
    }

    private func send<Value: Decodable & Sendable>(
        _ text: String, _ type: Value.Type
    ) async throws -> Value {
        try await send(Data(text.utf8), type)
    }

    @Test func decodesTheWholeBody() async throws {
        #expect(try await send(#"{"id":7,"new":true}"#, Receipt.self) == Receipt(id: 7))
        #expect(try await send("[1,2]", [Int].self) == [1, 2])
        #expect(try await send("true", Bool.self))
        #expect(try await send(#""text""#, String.self) == "text")
        #expect(try await send("null", Receipt?.self) == nil)
    }

    @Test func decodesDatesAndData() async throws {
        let date = try await send(#"["1970-01-01T00:00:01.5Z"]"#, [Date].self)
        #expect(date == [Date(timeIntervalSince1970: 1.5)])
        #expect(try await send(#"["AQID"]"#, [Data].self) == [Data([1, 2, 3])])
    }

    @Test func skipsByteOrderMark() async throws {
        #expect(try await send("\u{feff}[1]", [Int].self) == [1])
    }

    @Test(arguments: [
        ("errors.1.id", "b"), ("errors.2.id", nil), ("errors.id", nil), ("errors.-1.id", nil),
        ("errors.0.0", nil),
    ])
    func membersOfArraysHaveIndices(_ path: String, _ expected: String?) throws {
        let response = TransportResponse.json(#"{"errors":[{"id":"a"},{"id":"b"}]}"#)
        #expect(try response.value(at: path, as: String.self) == expected)
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
            "orders[1].total has another type, a string, expected a whole number, line 1, column 33"
        ),
        (#"{"orders":[{}]}"#, "orders[0].total is missing, line 1, column 14"),
        (
            #"{"orders":[{"total":null}]}"#,
            "orders[0].total is null, expected a whole number, line 1, column 21"
        ),
        (
            "{\"orders\":\n[{\"total\":1,\n\"at\":\"2026-02-30T00:00:00Z\"}]}",
            "orders[0].at is not valid, expected a date of RFC 3339, line 3, column 6"
        ),
        (
            #"{"orders":[],"byMail":{"canary@example.com":"x"}}"#,
            "byMail[*] has another type, a string, expected a whole number, line 1, column 45"
        ),
        (
            #"{"orders":{}}"#,
            "orders has another type, an object, expected an array, line 1, column 11"
        ),
        ("[]", "the top level has another type, an array, expected an object, line 1, column 1"),
        ("{}", "orders is missing, line 1, column 3"),
        (
            "{",
            "it is not valid JSON: line 1, column 2 has the end of the document, expected ',' or '}'"
        ),
        (
            #"{"orders":[]}x"#,
            "it is not valid JSON: line 1, column 14 has another character, expected the end of the "
                + "document"
        ),
        (
            "<html></html>",
            "it is not valid JSON: line 1, column 1 has '<', expected a value"
        ),
        (
            #"{"orders":[]"#,
            "it is not valid JSON: line 1, column 13 has the end of the document, expected ',' or '}'"
        ),
    ])
    func decodingErrorNamesThePath(_ text: String, _ cause: String) async throws {
        let error = try await #require(throws: APIError.self) { try await send(text, Nested.self) }
        #expect(error.code == .decodingFailed)
        #expect(error.stage == .decoding)
        let expected = "the response does not have the expected shape: \(cause), at "
        #expect(error.message.hasPrefix(expected), "\(error.message)")
        #expect(error.response?.body == Data(text.utf8))
        #expect(error.underlying is JSONError)
        #expect(!error.description.contains("canary"))
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e400"])
    func outOfRangeNumberIsAnError(_ number: String) async throws {
        let text = #"{"orders":[{"total":\#(number)}]}"#
        let error = try await #require(throws: APIError.self) { try await send(text, Nested.self) }
        #expect(
            error.message.contains(
                "orders[0].total is not valid, expected a number that Int can hold"))
        #expect(error.errorChain.contains { $0 is DecodingError })
    }

    @Test(arguments: ["", " ", "\n", "\r\n\t "])
    func emptyBodyIsNilOrAnError(_ text: String) async throws {
        #expect(try await send(text, Receipt?.self) == nil)
        let error = await #expect(throws: APIError.self) { try await send(text, Receipt.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the response has no body")
    }

    @Test(arguments: [
        Data([0xff, 0xfe, 0xff]), Data([0x22, 0xc3, 0x22]), Data([0x22, 0xed, 0xa0, 0x80, 0x22]),
    ])
    func invalidUTF8IsRefused(_ body: Data) async {
        let error = await #expect(throws: APIError.self) { try await send(body, String.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.response?.body == body)
    }

    @Test(arguments: ["", "{}", "<html>", " "])
    func voidEndpointAcceptsAnyBody(_ text: String) async throws {
        let transport = StubTransport(.success(.json(text, status: .ok, type: "text/html")))
        try await Store(transport).send(Ping())
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [
        (#"{"a":null,"b":1}"#, #"{"b":1}"#), (#"{"b":1,"a":null}"#, #"{"b":1}"#),
        (#"{"a":null}"#, "{}"), ("{}", "{}"), ("[]", "[]"), ("[null]", "[]"), ("null", "null"),
        (" [ null , 1 , null , [ null ] , {\"a\" : { \"b\" : null } } ] ", #"[1,[],{"a":{}}]"#),
        (#"{"nu\u006cl":null,"\"":"null"}"#, #"{"\"":"null"}"#),
        (#"[1.50,"null",true]"#, #"[1.50,"null",true]"#),
    ])
    func removesNullsAtEveryDepth(_ text: String, _ expected: String) throws {
        let policy = JSONPolicy.json { $0.removesNullValues = true }
        #expect(String(decoding: try policy.prepared(Data(text.utf8)), as: UTF8.self) == expected)
    }

    @Test(arguments: [
        "{,}", "[1,]", "{\"a\":null,}", "[null", "{\"a\" null}", "[1 2]", "{1:2}", "[]]",
    ])
    func removingNullsRefusesInvalidJSON(_ text: String) {
        let policy = JSONPolicy.json { $0.removesNullValues = true }
        #expect(throws: APIError.Cause.self) { try policy.prepared(Data(text.utf8)) }
    }

    @Test(arguments: [
        ")]}',\n[1]", ")]}'\n[1]", "for(;;);[1]", "while(1);[1]", "[1]",
    ])
    func removesScriptPrefixes(_ text: String) async throws {
        let store = Store(responding: .json(text)).with {
            $0.responsePolicy = .json { $0.prefixes = JSONPolicy.scriptPrefixes }
        }
        #expect(try await store.send(Probe([Int].self)) == [1])
        if text != "[1]" {
            await #expect(throws: APIError.self) { try await send(text, [Int].self) }
        }
    }

    @Test func preprocessRunsBeforeDecoding() async throws {
        struct Refused: Error {}
        let store = Store(responding: .json("<<[1]>>"))
        let cut = store.with {
            $0.responsePolicy = .json { $0.preprocess = { $0.dropFirst(2).dropLast(2) } }
        }
        #expect(try await cut.send(Probe([Int].self)) == [1])
        let refusing = store.with {
            $0.responsePolicy = .json { $0.preprocess = { _ in throw Refused() } }
        }
        let error = await #expect(throws: APIError.self) {
            try await refusing.send(Probe([Int].self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.errorChain.contains { $0 is Refused } == true)
    }

    @Test func decoderOfCodableTypesCanBeConfigured() async throws {
        struct Sample: Decodable, Sendable { var takenAt: Date; var ratio: Double; var raw: Data }
        let store = Store(responding: .json(#"{"taken_at":1.5,"ratio":"NaN","raw":[1,2]}"#)).with {
            $0.responsePolicy = .json {
                $0.configureDecoder {
                    $0.keyDecodingStrategy = .convertFromSnakeCase
                    $0.dateDecodingStrategy = .secondsSince1970
                    $0.dataDecodingStrategy = .deferredToData
                    $0.nonConformingFloatDecodingStrategy = .convertFromString(
                        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "NaN")
                }
            }
        }
        let sample = try await store.send(Probe(Sample.self))
        #expect(sample.takenAt == Date(timeIntervalSince1970: 1.5))
        #expect(sample.ratio.isNaN)
        #expect(sample.raw == Data([1, 2]))
    }

    @Test(arguments: [
        ("aGk=", "hi"), ("", ""), ("====", nil), ("aG=k", nil), ("aGk", nil), ("aGk==", nil),
    ])
    func base64PaddingOfCodableTypesIsChecked(_ base64: String, _ text: String?) async throws {
        struct Sample: Decodable, Sendable { var raw: Data }
        let store = Store(responding: .json(#"{"raw":"\#(base64)"}"#))
        if let text {
            #expect(try await store.send(Probe(Sample.self)).raw == Data(text.utf8))
            return
        }
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Sample.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("raw") == true)
    }

    @Test func decoderConfigurationsAddUp() async throws {
        struct Sample: Decodable, Sendable { var takenAt: Date }
        var policy = JSONPolicy()
        policy.configureDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let first = policy
        policy.configureDecoder { $0.dateDecodingStrategy = .secondsSince1970 }
        let store = Store(responding: .json(#"{"taken_at":1.5}"#))
        let sample = try await store.with { [policy] in $0.responsePolicy = policy }
            .send(Probe(Sample.self))
        #expect(sample.takenAt == Date(timeIntervalSince1970: 1.5))
        // A copy keeps what it was.
        await #expect(throws: APIError.self) {
            try await store.with { $0.responsePolicy = first }.send(Probe(Sample.self))
        }
    }

    @Test func mediaTypesCanBeExtended() async throws {
        let store = Store(responding: .json("[1]", type: "text/html; charset=utf-8"))
        await #expect(throws: APIError.self) { try await store.send(Probe([Int].self)) }
        let wide = store.with { $0.responsePolicy = .json { $0.mediaTypes = ["text/*"] } }
        #expect(try await wide.send(Probe([Int].self)) == [1])
    }

    @Test(arguments: [204, 205, 200])
    func responseWithoutBodyIsVoidOrNil(_ code: Int) async throws {
        let store = Store(responding: .json("", status: .init(code: code), type: nil))
        for policy: any ResponsePolicy in [
            .json, .envelope(code: "code", message: "m", payload: "d", success: 0), .text, .image,
            .firstMatching(.json, .text),
        ] {
            let store = store.with { $0.responsePolicy = policy }
            try await store.send(Ping())
            #expect(try await store.send(Probe(String?.self)) == nil, "\(policy.name)")
        }
        let error = await #expect(throws: APIError.self) { try await store.send(Probe(Int.self)) }
        #expect(error?.message == "the response has no body")
    }

    private struct Counts: Decodable, Sendable { var counts: [String: Int] }

    @Test func errorHidesDictionaryKeys() async {
        let texts = [
            #"{"counts":{"canary@example.com":{"a":1,"a":2}}}"#,
            #"{"counts":{"canary@example.com":[1,}}"#, #"{"counts":{"canary@example.com":"x"}}"#,
        ]
        for text in texts {
            let error = await #expect(throws: APIError.self) {
                try await Store(responding: .json(text)).send(Probe(Counts.self))
            }
            #expect(error?.message.contains("canary") == false, "\(error?.message ?? "")")
            #expect(error.map { "\($0)".contains("canary") } == false)
        }
    }
}
