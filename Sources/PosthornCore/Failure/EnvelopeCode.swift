/// The code of an envelope: a JSON number, string or Boolean.
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
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a Boolean.
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
    /// Whether the code can be shown: letters, digits, `_`, `-` and `.`, at most 64.
    ///
    /// The server chooses the text; unchecked it could forge or flood log lines, or contain personal data.
    var isIdentifier: Bool {
        let text = description
        return !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// The code with the noun, such as `code 5`; a text that is no identifier is not shown.
    var inWords: String {
        isIdentifier ? "code \(description)" : "a code that is not an identifier"
    }

    /// The code with its kind, such as `the text "0"`, to distinguish it from the number.
    var kindAndValue: String {
        switch self {
        case .number: "the number \(literal)"
        case .text: "the text \(literal)"
        case .bool: "the Boolean \(literal)"
        }
    }

    /// The code as a literal in a spec and in Swift.
    var literal: String { if case .text = self { "\"\(description)\"" } else { description } }
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
