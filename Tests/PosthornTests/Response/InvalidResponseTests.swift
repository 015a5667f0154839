import Foundation
@_spi(Generated) import Posthorn
import Testing

/// Invalid responses and the errors that they give.
@Suite("Invalid responses")
struct InvalidResponseTests {
    /// As the generator writes a type.
    struct Ticket: JSONReadable, Decodable, Sendable {
        var id: Int
        var name: String?

        init(json: inout JSONReader) throws {
            id = 0
            var object = json.beginObject("id name?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: id = json.int()
                default: name = json.stringIfPresent()
                }
            }
            try json.endObject(object)
        }
    }

    /// As a user writes one.
    struct Plain: Decodable, Sendable {
        var id: Int
        var name: String?
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var body: Data
        var type = "application/json"
        var isEnvelope = false
        var code = APIError.Code.decodingFailed
        /// What the message is, after what all such messages start with; `nil` in the second for the
        /// same.
        let message: String
        var plainMessage: String?

        init(
            _ name: String, _ text: String, type: String = "application/json",
            isEnvelope: Bool = false, code: APIError.Code = .decodingFailed, _ message: String,
            plain: String? = nil
        ) {
            testDescription = name
            body = Data(text.utf8)
            self.type = type
            self.isEnvelope = isEnvelope
            self.code = code
            self.message = message
            plainMessage = plain
        }
    }

    static let shape = "the response does not have the expected shape: "
    static let all: [Case] = [
        bytes(
            "UTF-16", [0x7b, 0, 0x7d, 0],
            shape
                + "it is not valid JSON: line 1, column 2 has a control character, expected a key "
                + "in quotes, at {▸…}…"),
        bytes(
            "Latin-1", Array(#"{"name":"gr"#.utf8) + [0xfc] + Array(#"n","id":7}"#.utf8),
            shape + "it is not valid JSON: line 1, column 12 has a byte outside of ASCII, expected "
                + #"UTF-8, at {"…":"…▸…","…":…}"#),
        Case(
            "cut in a string", #"{"id":7,"name":"canary"#,
            shape + "it is not valid JSON: line 1, column 23 has the end of the document, expected "
                + #"'"', at {"…":…,"…":"…▸"#),
        Case(
            "cut in an object", #"{"id":7,"#,
            shape
                + "it is not valid JSON: line 1, column 9 has the end of the document, expected a "
                + #"key in quotes, at {"…":…,▸"#),
        Case(
            "two documents", #"{"id":7}{"id":8}"#,
            shape + "it is not valid JSON: line 1, column 9 has '{', expected the end of the "
                + #"document, at {"…":…}▸{"…":…}"#),
        Case(
            "a key twice", #"{"id":7,"id":8}"#,
            shape + "id is not valid, expected the member only once, line 1, column 14, at "
                + #"{"…":…,"…":▸…}"#,
            // Of a foreign type it is not known whether its keys are data.
            plain: shape + "the top level is not valid, expected the member only once, line 1, "
                + "column 14, at " + #"{"…":…,"…":▸…}"#),
        Case(
            "a number that is too large", "{\n\"id\":9223372036854775808}",
            shape + "id is not valid, expected a number that Int can hold, line 2, column 6, at "
                + #"{"…":▸…}"#),
        Case(
            "half of a surrogate pair", #"{"id":7,"name":"\ud800"}"#,
            shape
                + "it is not valid JSON: line 1, column 17 has '\\', expected both halves of a surrogate pair"
                + #", at {"…":…,"…":"▸…"}"#),
        Case(
            "another type", #"{"id":"canary"}"#,
            shape
                + #"id has another type, a string, expected a whole number, line 1, column 7, at "#
                + #"{"…":▸"…"}"#,
            plain: shape
                + #"id has another type, a string, expected a whole number, line 1, column 7, at "#
                + #"{"…":▸"…"}"#),
        Case(
            "another media type", "<html>", type: "text/html", code: .unacceptableMediaType,
            "the response is text/html, and the policy json reads application/json, text/json, "
                + "*/*+json"),
        Case(
            "HTML that says it is JSON", "<html>",
            shape + "it is not valid JSON: line 1, column 1 has '<', expected a value, at ▸…"),
        Case("nothing", "", "the response has no body"),
        Case(
            "an envelope without its code", #"{"data":{"id":7}}"#, isEnvelope: true,
            shape + #"code is missing, line 1, column 18, at {"…":{"…":…}}▸"#),
        Case(
            "an envelope without its payload", #"{"code":0}"#, isEnvelope: true,
            shape + #"data is missing, line 1, column 11, at {"…":…}▸"#),
        Case(
            "an envelope around null", #"{"code":0,"data":null}"#, isEnvelope: true,
            shape + #"data is null, expected an object, line 1, column 18, at {"…":…,"…":▸…}"#),
        Case(
            "an envelope that is none", "[]", isEnvelope: true,
            shape
                + "the top level has another type, an array, expected an object, line 1, column 1, "
                + "at ▸[]"),
    ]

    private static func bytes(_ name: String, _ bytes: [UInt8], _ message: String) -> Case {
        var example = Case(name, "", message)
        example.body = Data(bytes)
        return example
    }

    @Test(arguments: all)
    func invalidResponseErrorNamesThePosition(_ example: Case) async throws {
        let response = TransportResponse.body(example.body, type: example.type)
        let store = Store(responding: response).with {
            if example.isEnvelope {
                $0.responsePolicy = .envelope(
                    code: "code", message: "m", payload: "data", success: 0)
            }
        }
        for isPlain in [false, true] {
            let error = try await #require(throws: APIError.self) {
                if isPlain {
                    _ = try await store.send(Probe(Plain.self))
                } else {
                    _ = try await store.send(Probe(Ticket.self))
                }
            }
            #expect(error.code == example.code)
            let expected = isPlain ? example.plainMessage ?? example.message : example.message
            #expect(error.message == expected, "\(isPlain)")
            #expect(error.endpoint == "probe")
            #expect(error.advice != nil)
            #expect(error.response?.body == example.body)
            #expect(!error.description.contains("canary"))
        }
    }

    private struct Refusing: JSONReadable, Decodable, Sendable {
        struct Refusal: Error {}

        init(json: inout JSONReader) throws {
            var object = json.beginObject("id")
            while json.nextMember(&object) != nil { _ = json.int() }
            try json.endObject(object)
            throw Refusal()
        }
    }

    @Test func errorOfAReaderIsInTheErrorChain() async throws {
        let store = Store(responding: .body(Data(#"{"id":7}"#.utf8), type: "application/json"))
        let error = try await #require(throws: APIError.self) {
            _ = try await store.send(Probe(Refusing.self))
        }
        #expect(error.code == .decodingFailed)
        #expect(error.errorChain.last is Refusing.Refusal)
    }

    @Test(arguments: ["[", #"{"a":"#])
    func nestingIsLimitedTo512Levels(_ level: String) async throws {
        let body = Data(
            (#"{"id":7,"name":null,"more":"# + String(repeating: level, count: 100_000)).utf8)
        let store = Store(responding: .body(body, type: "application/json"))
        for policy in [JSONPolicy.json, .json { $0.removesNullValues = true }] {
            let store = store.with { $0.responsePolicy = policy }
            for isPlain in [false, true] {
                let error = try await #require(throws: APIError.self) {
                    if isPlain {
                        _ = try await store.send(Probe(Plain.self))
                    } else {
                        _ = try await store.send(Probe(Ticket.self))
                    }
                }
                #expect(error.message.contains("expected at most 512 levels"), "\(error.message)")
            }
        }
    }

    @Test func utf16ResponseHasAdvice() async throws {
        let store = Store(
            responding: .body(
                Data([0xff, 0xfe] + "{}".utf16.flatMap { [UInt8($0), 0] }),
                type: "application/json; charset=utf-16"))
        let error = try await #require(throws: APIError.self) {
            try await store.send(Probe(Plain.self))
        }
        #expect(
            error.advice
                == "it looks like UTF-16; ask the server for UTF-8, which RFC 8259 requires")
    }

    @Test func jsonCharsetParameterIsIgnored() async throws {
        let body = Data(#"{"id":7,"name":"grün"}"#.utf8)
        let store = Store(responding: .body(body, type: "application/json; charset=latin1"))
        #expect(try await store.send(Probe(Ticket.self)).name == "grün")
    }

    @Test func errorExcerptIsShort() async throws {
        let items = String(repeating: #"{"id":1,"name":"canary"},"#, count: 1000)
        let body = "[\(items){\"id\":null}]"
        let store = Store(responding: .json(body))
        let error = try await #require(throws: APIError.self) {
            try await store.send(Probe([Ticket].self))
        }
        let place = try #require(error.underlying as? JSONError)
        #expect(place.path == "[1000].id")
        #expect(place.excerpt == #"…"},{"…":…,"…":"…"},{"…":▸…}]"#)
        #expect(!error.description.contains("canary"))
        #expect(error.expandedDescription.contains("canary"))
    }
}
