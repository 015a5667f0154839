public import FoundationEssentials

/// A number of JSON with all its digits, as it was written.
///
/// Two numbers are equal if they are written alike: `1.0` is not `1`.
public struct JSONNumber: Hashable, Sendable {
    /// The number as JSON writes it.
    public let text: String

    /// A whole number.
    public init(_ value: some FixedWidthInteger) { text = String(value) }

    /// A number; `nil` if it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = Int64(exactly: value).map(String.init) ?? value.description
    }

    /// A number; `nil` if it is not finite.
    public init?(_ value: Decimal) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// A number as JSON writes it; `nil` if the text is none.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first.map({ $0 > 0x20 }) == true, bytes.last.map({ $0 > 0x20 }) == true,
            let number = try? JSONReader.read(JSONNumber.self, from: bytes)
        else { return nil }
        self = number
    }

    /// The whole number, if `Int` holds it.
    public var int: Int? { read() }
    /// The whole number, if `Int64` holds it.
    public var int64: Int64? { read() }
    /// The whole number, if `UInt64` holds it.
    public var uint64: UInt64? { read() }
    /// The decimal number, if it has at most 38 digits.
    public var decimal: Decimal? { read() }
    /// The binary number that is closest, which may be infinite.
    public var double: Double { Double(text) ?? .nan }

    private func read<Value: JSONReadable>() -> Value? {
        try? JSONReader.read(Value.self, from: Array(text.utf8))
    }
}

extension JSONNumber: JSONReadable, JSONWritable {
    /// Reads a number of any size.
    public init(json: inout JSONReader) throws {
        text = String(decoding: try json.scanNumber("a number", asJSON: true).text, as: UTF8.self)
    }

    /// Writes the number as it was written.
    public func write(json: inout JSONWriter) throws { json.append(text) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as JSON writes it.
    public var description: String { text }
}
