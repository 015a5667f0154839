/// The code of an envelope: a number, a string or a Boolean, as JSON has it.
public enum EnvelopeCode: Hashable, Sendable {
    /// A number such as `0`.
    case number(Int)
    /// A string such as `"OK"`.
    case text(String)
    /// `true` or `false`.
    case bool(Bool)
}

extension EnvelopeCode: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    /// A number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .text(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension EnvelopeCode: CustomStringConvertible {
    /// The code as text.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        case .bool(let bool): String(bool)
        }
    }
}

extension EnvelopeCode {
    // A code is the server's text: as it stands it could forge a line of a log, or fill one.
    var shown: String {
        let text = description
        let isPlain = text.utf8.count <= 64 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isPlain ? text : "that is no plain word"
    }

    /// What sets a code apart from one of another kind that is written alike, such as `the text "0"`.
    var kindAndValue: String {
        switch self {
        case .number: "the number \(literal)"
        case .text: "the text \(literal)"
        case .bool: "the Boolean \(literal)"
        }
    }

    /// The code as a spec and Swift have it.
    var literal: String {
        if case .text = self { "\"\(shown)\"" } else { shown }
    }
}

extension EnvelopeCode: JSONReadable {
    /// Reads a number, a string or a Boolean.
    public init(json: inout JSONReader) throws {
        switch json.peek() ?? 0 {
        case UInt8(ascii: "\""): self = .text(try json.readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            self = .number(try json.readInteger())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try json.readBool())
        default: throw json.mismatch("a number, a string or a Boolean")
        }
    }
}
