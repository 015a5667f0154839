import Foundation
import Posthorn
import Testing

/// Which decoder reads a type, and how its errors name the position.
@Suite("Choice of the decoder")
struct DecoderChoiceTests {
    /// The name of the decoder's type.
    private struct Reader: Decodable, Sendable {
        var name: String
        init(from decoder: any Decoder) throws { name = "\(type(of: decoder))" }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ change: (inout JSONPolicy) -> Void = { _ in }
    ) throws -> Value {
        try JSONPolicy.json(change).decode(type, from: .json(text))
    }

    @Test func policyReadsWithItsOwnDecoder() throws {
        #expect(try decode(Reader.self, "{}").name == "ValueDecoder")
        #expect(
            try decode(Reader.self, "{}") { $0.configureDecoder { _ in } }.name == "ValueDecoder")
    }

    private struct Converted: Decodable, Sendable {
        struct Info: Decodable, Sendable {
            enum Size: String, Decodable, Sendable { case small }
            var firstName: String
            var size: Size?
        }
        var userInfo: [String: Info]
    }

    @Test(arguments: [
        (#"{"first_name":1}"#, "first_name has another type, a number, expected a string", 35),
        ("{}", "firstName is missing", 23),
        (
            #"{"first_name":"a","size":"xxl"}"#,
            "size is not valid, expected a value that its type takes", 46
        ),
    ])
    func errorsFindThePositionBehindConvertedNames(_ text: String, _ cause: String, column: Int) {
        let error = #expect(throws: APIError.Cause.self) {
            try decode(Converted.self, #"{"user_info":{"kim":\#(text)}}"#) {
                $0.configureDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
            }
        }
        let message = error?.message ?? ""
        #expect(message.contains("user_info[*].\(cause), line 1, column \(column)"), "\(message)")
    }

    private struct Sample: Decodable, Sendable {
        var tickets: [InvalidResponseTests.Ticket]
        var number: UInt8?
        var any: JSONValue?
    }

    @Test func typesThatReadThemselvesDoSoInOtherTypes() throws {
        let sample = try decode(
            Sample.self, #"{"any":{"n":1.50},"tickets":[{"name":"a\"b","id":7.0}]}"#)
        #expect(sample.tickets[0].id == 7 && sample.tickets[0].name == "a\"b")
        #expect(sample.any?["n"]?.number?.text == "1.50")
    }

    private struct Mailbox: Decodable, Sendable {
        var byMail: [String: InvalidResponseTests.Ticket]
    }

    @Test(arguments: [
        (#"{"byMail":{"kim@example.com":{"id":"x"}}}"#, "byMail[*].id has another type", 1, 36),
        (
            "{\"byMail\":{\"kim@example.com\":\n {\"name\":\"a\"}\n}}", "byMail[*].id is missing",
            2, 14
        ),
    ])
    func generatedTypesInMapsHideTheKeys(_ text: String, _ cause: String, line: Int, column: Int) {
        let error = #expect(throws: APIError.Cause.self) { try decode(Mailbox.self, text) }
        let found = error?.underlying as? JSONError
        #expect(found?.description.hasPrefix(cause) == true, "\(String(describing: found))")
        #expect((found?.line, found?.column) == (line, column))
    }

    /// A path from another document, which this one does not have.
    private struct Foreign: Decodable, Sendable {
        struct Index: CodingKey {
            var stringValue: String { "\(intValue ?? 0)" }
            var intValue: Int?
            init?(stringValue: String) { nil }
            init(intValue: Int) { self.intValue = intValue }
        }

        init(from decoder: any Decoder) throws {
            let index = try decoder.singleValueContainer().decode(Int.self)
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [Index(intValue: index)], debugDescription: "elsewhere"))
        }
    }

    @Test(arguments: [Int.max, -1, 3])
    func pathsOfOtherDocumentsEndTheSearch(_ index: Int) {
        let error = #expect(throws: APIError.Cause.self) {
            try decode([Foreign].self, "[\(index)]")
        }
        #expect((error?.underlying as? JSONError)?.path == "")
    }

    @Test(arguments: [
        (
            #"{"tickets":[{"id":1},{"id":"x"}]}"#,
            "tickets[1].id has another type, a string, expected a whole number, line 1, column 28"
        ),
        (#"{"tickets":[{"id":1},{}]}"#, "tickets[1].id is missing, line 1, column 24"),
        (
            #"{"tickets":[],"number":256}"#,
            "number is not valid, expected a number that UInt8 can hold, line 1, column 24"
        ),
        (
            #"{"tickets":[],"number":1.5}"#,
            "number is not valid, expected a number that UInt8 can hold, line 1, column 24"
        ),
        (#"{"number":1}"#, "tickets is missing, line 1, column 13"),
        (#"{"tickets":null}"#, "tickets is null, expected an array, line 1, column 12"),
        (
            #"{"tickets":{}}"#,
            "tickets has another type, an object, expected an array, line 1, column 12"
        ),
        (
            #"{"tickets":[],"number":[]}"#,
            "number has another type, an array, expected a whole number, line 1, column 24"
        ),
    ])
    func errorsNameTheExactPosition(_ text: String, _ cause: String) throws {
        for isInEnvelope in [false, true] {
            let error = #expect(throws: APIError.Cause.self) {
                if isInEnvelope {
                    let policy = EnvelopePolicy(code: "c", message: "m", payload: "d", success: 0)
                    _ = try policy.decode(Sample.self, from: .json(#"{"c":0,"d":\#(text)}"#))
                } else {
                    _ = try decode(Sample.self, text)
                }
            }
            let message = error?.message ?? ""
            let found = (error?.underlying as? JSONError)
            if isInEnvelope {
                #expect(found?.path == "d." + (cause.split(separator: " ").first ?? ""))
            } else {
                #expect(message.contains(": \(cause), at "), "\(message)")
            }
            #expect(found?.underlying is DecodingError)
        }
    }
}
