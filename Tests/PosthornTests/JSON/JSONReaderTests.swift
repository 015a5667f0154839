import Foundation
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

@Suite("JSON reader")
struct JSONReaderTests {
    private func read<Value: JSONReadable>(_ text: String, _ type: Value.Type) throws -> Value {
        try JSONReader.read(type, from: Array(text.utf8))
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("42", 42), ("-9223372036854775808", Int.min),
        ("9223372036854775807", .max), ("1.0", 1), ("1e2", 100), ("120e-1", 12), (" 7 ", 7),
        ("1000000000000000000", 1_000_000_000_000_000_000),
    ])
    func integersAreExact(_ text: String, _ value: Int) throws {
        #expect(try read(text, Int.self) == value)
    }

    @Test(arguments: [
        "1.5", "9223372036854775808", "-9223372036854775809", "1e400", "1e-1", "01", "-", "+1",
        ".5",
        "1.", "1e", "0x1", "NaN", "\"1\"", "true", "", "1 2",
    ])
    func invalidIntegersAreRefused(_ text: String) {
        #expect(throws: JSONError.self) { try read(text, Int.self) }
    }

    @Test func integerBoundsAreExact() throws {
        #expect(try read("18446744073709551615", UInt64.self) == .max)
        #expect(try read("18446744073709551615.0", UInt64.self) == .max)
        #expect(throws: JSONError.self) { try read("18446744073709551616", UInt64.self) }
        #expect(throws: JSONError.self) { try read("-1", UInt64.self) }
        #expect(try read("-2147483648", Int32.self) == .min)
        #expect(throws: JSONError.self) { try read("2147483648", Int32.self) }
    }

    @Test(arguments: [
        "0.1", "19.99", "123456789012345678901234567890.12345678", "1e-100", "-0.05", "1e100",
        "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
    ])
    func decimalsAreExact(_ text: String) throws {
        #expect(try read(text, Decimal.self) == (try #require(Decimal(string: text))))
    }

    @Test(arguments: ["1e200", "123456789012345678901234567890123456789", "1e-200"])
    func inexactDecimalsAreRefused(_ text: String) {
        #expect(throws: JSONError.self) { try read(text, Decimal.self) }
    }

    @Test(arguments: [
        "0.1", "-0.0", "1e22", "1e23", "5e-324", "1.7976931348623157e308", "123456789.123456789",
        "9007199254740993", "0.30000000000000004", "4.35", "0e-400", "-0.00",
    ])
    func doublesAreCorrectlyRounded(_ text: String) throws {
        let value = try read(text, Double.self)
        #expect(value.bitPattern == Double(text)?.bitPattern)
        if let single = Float(text), single.isFinite, single != 0 || value == 0 {
            #expect(try read(text, Float.self) == single)
        }
    }

    @Test func floatsBeyondTheirRangeAreRefused() {
        #expect(throws: JSONError.self) { try read("1e400", Double.self) }
        #expect(throws: JSONError.self) { try read("1e-400", Double.self) }
        #expect(throws: JSONError.self) { try read("1e-60", Float.self) }
        #expect(throws: JSONError.self) { try read("1e39", Float.self) }
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"),
        (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00""#, "😀"), ("\"日本語 text\"", "日本語 text"),
        (
            #""a longer text than eight bytes, \n with an escape""#,
            "a longer text than eight bytes, \n with an escape"
        ),
    ])
    func stringsAreUnescaped(_ text: String, _ value: String) throws {
        #expect(try read(text, String.self) == value)
    }

    @Test(arguments: [
        #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, #""\x""#, #""\u12""#, "\"\n\"", "\"",
        #""\u{41}""#, "'a'",
    ])
    func invalidStringsAreRefused(_ text: String) {
        #expect(throws: JSONError.self) { try read(text, String.self) }
    }

    @Test(arguments: [
        [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80], [0xe2, 0x82],
    ])
    func invalidUTF8IsRefused(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) {
            try JSONReader.read(String.self, from: [0x22] + bytes + [0x22])
        }
        #expect(throws: JSONError.self) {
            try JSONReader.read(
                [String: Int].self, from: [0x7b, 0x22] + bytes + Array("\":1}".utf8))
        }
    }

    @Test func nestingIsLimitedTo512Levels() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(nested(512), JSONValue.self)
        let error = #expect(throws: JSONError.self) { try read(nested(513), JSONValue.self) }
        #expect(error?.reason == .limit)
        #expect(throws: JSONError.self) { try read(nested(100_000), JSONValue.self) }
    }

    private struct Item: JSONReadable {
        var total: Int
        init(json: inout JSONReader) throws {
            total = 0
            var object = json.beginObject("total")
            while json.nextMember(&object) != nil { total = json.int() }
            try json.endObject(object)
        }
    }

    @Test(arguments: [
        (#"{"a":[{"total":1},{"total":"x"}]}"#, "[*][1].total", JSONError.Reason.mismatch),
        (#"{"a":[{"x":{"y":[1]}}]}"#, "[*][0].total", .missing),
        (#"{"a":[{"total":null}]}"#, "[*][0].total", .null),
        (#"{"a":[{"total":1.5}]}"#, "[*][0].total", .invalid),
        (#"{"a":[{"x":{"secret":tru}}]}"#, "[*][0].x", .syntax),
        (#"{"a":[{"to\u0074al":true}]}"#, "[*][0].to\\u0074al", .mismatch),
        (#"{"a":1}"#, "[*]", .mismatch), ("[1]", "", .mismatch), ("{", "", .syntax),
    ])
    func errorsHavePathAndReason(_ text: String, _ path: String, _ reason: JSONError.Reason) {
        let error = #expect(throws: JSONError.self) { try read(text, [String: [Item]].self) }
        #expect(error?.path == path)
        #expect(error?.reason == reason)
    }

    @Test(arguments: [
        ("true", "a Boolean"), ("false", "a Boolean"), ("false]", "a Boolean"), ("null", "null"),
        ("forbidden", "another character"), ("f", "another character"),
        ("fals", "another character"), ("too many requests", "another character"),
        ("not found", "another character"), ("nul", "another character"),
    ])
    func plainTextIsASyntaxError(_ text: String, _ found: String) {
        let error = #expect(throws: JSONError.self) { try read(text, Int.self) }
        #expect(error?.found == found)
        #expect((error?.reason == .syntax) == (found == "another character"))
    }

    @Test func errorsHaveLineAndColumn() {
        let error = #expect(throws: JSONError.self) {
            try read("{\n  \"a\": [\n    {\"total\": true}\n  ]\n}", [String: [Item]].self)
        }
        #expect(error?.line == 3)
        #expect(error?.column == 15)
        #expect(error?.expected == "a whole number")
        #expect(error?.found == "a Boolean")
    }

    /// The excerpt begins in a string, whose punctuation is not structure.
    @Test(arguments: [
        (#"{"a":"k1:[secret,{\"x\":1}],k2:[more:more:more:ab:cd]","b":true}"#, #"…","…":▸…}"#),
        (#"{"a":"::::::::::::::::::::::::::::::::::","c":"1-1","b":true}"#, #"…","…":"…","…":▸…}"#),
        (#"{"a":"\\","b":true}"#, #"{"…":"…","…":▸…}"#),
    ])
    func excerptsShowStructureOnly(_ text: String, _ excerpt: String) {
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read([String: Either].self, from: Array(text.utf8))
        }
        #expect(error?.excerpt == excerpt)
        #expect(error?.localizedDescription.hasPrefix("[*] has another type") == true)
    }

    /// A string or a number.
    private struct Either: JSONReadable {
        init(json: inout JSONReader) throws {
            if json.peek() == UInt8(ascii: "\"") {
                _ = try json.readString()
            } else {
                _ = try json.readDouble()
            }
        }
    }

    private struct Card: JSONReadable {
        init(json: inout JSONReader) throws {
            var object = json.beginObject("number ref?")
            while let member = json.nextMember(&object) {
                if member == 0 { _ = json.string() } else { let _: Reference? = json.value() }
            }
            try json.endObject(object)
        }
    }

    private struct Note: JSONReadable {
        init(json: inout JSONReader) throws {
            var object = json.beginObject("text")
            while json.nextMember(&object) != nil { _ = json.string() }
            try json.endObject(object)
        }
    }

    private enum Payment: JSONReadable {
        case card, other
        init(json: inout JSONReader) throws {
            if try json.discriminator("kind") == "card" {
                _ = try Card(json: &json)
                self = .card
            } else {
                _ = try JSONValue(json: &json)
                self = .other
            }
        }
    }

    private enum Reference: JSONReadable {
        case note, text, payment
        init(json: inout JSONReader) throws {
            if try json.attempt(Payment.self) != nil {
                self = .payment
            } else if try json.attempt(Note.self) != nil {
                self = .note
            } else {
                _ = try json.readString()
                self = .text
            }
        }
    }

    @Test func failedAttemptForgetsItsTag() throws {
        #expect(try read(#"{"kind":"card","text":"x"}"#, Reference.self) == .note)
        #expect(try read(#"{"kind":"card","number":"1"}"#, Reference.self) == .payment)
    }

    @Test(arguments: [
        #"{"kind":"card","ref":"x","number":"1","kind":"bank"}"#,
        #"{"kind":"card","number":"1","ref":{"kind":"card","number":"2"},"kind":"card"}"#,
    ])
    func membersDoNotHideASecondTag(_ text: String) {
        let error = #expect(throws: JSONError.self) { try read(text, Payment.self) }
        #expect(error?.path == "kind")
        #expect(error?.expected == "the member only once")
    }

    /// Tags of unknown variants do not add up.
    @Test func manyTaggedObjectsTakeLinearTime() throws {
        let items = Array(repeating: #"{"kind":"z"}"#, count: 100_000).joined(separator: ",")
        let others = (0..<100_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        struct Basket: JSONReadable {
            init(json: inout JSONReader) throws {
                var object = json.beginObject("items")
                while json.nextMember(&object) != nil { let _: [Payment] = json.array() }
                try json.endObject(object)
            }
        }
        _ = try read("{\"items\":[\(items)],\(others)}", Basket.self)
    }

    @Test func lastDuplicateDictionaryKeyWins() throws {
        #expect(try read(#"{"a":1,"a":2}"#, [String: Int].self) == ["a": 2])
    }
}
