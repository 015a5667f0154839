public import FoundationEssentials

extension JSONValue {
    /// A JSON number with all its digits, as written.
    ///
    /// Two numbers are equal if they have the same text: `1.0` does not equal `1`.
    public struct Number: Hashable, Sendable {
        /// The JSON text of the number.
        public let text: String

        /// Creates a number from an integer.
        public init(_ value: some FixedWidthInteger) { text = String(value) }

        /// Creates a number; returns `nil` if the value is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = Int64(exactly: value).map(String.init) ?? value.description
        }

        /// Creates a number; returns `nil` if the value is not finite.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// Creates a number from its JSON text; returns `nil` if the text is not a JSON number.
        public init?(text: String) {
            let bytes = Array(text.utf8)
            guard bytes.first.map({ $0 > 0x20 }) == true, bytes.last.map({ $0 > 0x20 }) == true,
                let number = try? JSONReader.read(JSONValue.Number.self, from: bytes)
            else { return nil }
            self = number
        }

        /// The value as `Int`; `nil` if it is not an integer in the range of the type.
        public var int: Int? { read() }
        /// The value as `Int64`; `nil` if it is not an integer in the range of the type.
        public var int64: Int64? { read() }
        /// The value as `UInt64`; `nil` if it is not an integer in the range of the type.
        public var uint64: UInt64? { read() }
        /// The exact value as `Decimal`; `nil` if it has more than 38 digits.
        public var decimal: Decimal? { read() }
        /// The nearest `Double` value, which may be infinite.
        public var double: Double { Double(text) ?? .nan }

        private func read<Value: JSONReadable>() -> Value? {
            try? JSONReader.read(Value.self, from: Array(text.utf8))
        }
    }
}

extension JSONValue.Number: JSONReadable, JSONWritable {
    /// Reads a number of any size.
    public init(json: inout JSONReader) throws {
        guard json.isAtNumber() else {
            self = try json.recoded(.number, "a number") { (json) throws -> Self in
                try Self(json: &json)
            }
            return
        }
        text = String(decoding: try json.scanNumber("a number").text, as: UTF8.self)
    }

    /// Writes the number with its original text.
    public func write(json: inout JSONWriter) throws { json.append(text) }
}

extension JSONValue.Number: CustomStringConvertible {
    /// The JSON text of the number.
    public var description: String { text }
}
