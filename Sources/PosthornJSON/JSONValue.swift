/// Any JSON value.
///
/// Numbers preserve all their digits. Objects do not preserve the order of their members.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with all its digits.
    case number(JSONValue.Number)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])
}

extension JSONValue: JSONModel {
    /// Reads any value.
    public init(json: inout JSONReader) throws {
        switch json.peek() {
        case UInt8(ascii: "{"): self = .object(try [String: JSONValue](json: &json))
        case UInt8(ascii: "["): self = .array(try [JSONValue](json: &json))
        case UInt8(ascii: "\""): self = .string(try json.readString())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try json.readBool())
        case UInt8(ascii: "n"):
            _ = try json.readNull()
            self = .null
        default: self = .number(try JSONValue.Number(json: &json))
        }
    }

    /// Writes the value, with the members of objects sorted by key.
    public func write(json: inout JSONWriter) throws {
        switch self {
        case .null: json.writeNull()
        case .bool(let value): json.writeBool(value)
        case .number(let value): try value.write(json: &json)
        case .string(let value): json.writeString(value)
        case .array(let value): try value.write(json: &json)
        case .object(let value): try value.write(json: &json)
        }
    }
}

extension JSONValue {
    /// The string; `nil` if the value is not a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The Boolean; `nil` if the value is not a Boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number; `nil` if the value is not a number.
    public var number: JSONValue.Number? {
        if case .number(let value) = self { value } else { nil }
    }
    /// The number as `Int`; `nil` if the value is not an integer in the range of `Int`.
    public var int: Int? { number?.int }
    /// The number as the nearest `Double`, which may be infinite; `nil` if the value is not a number.
    public var double: Double? { number?.double }
    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }
}
