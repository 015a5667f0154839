public import FoundationEssentials

/// The format of a number on the wire.
///
/// A number without a format is a JSON number.
public enum NumberFormat: String, Hashable, Sendable, CaseIterable {
    /// A number in a JSON string, such as `"5"`, as ProtoJSON writes integers of 64 bits.
    ///
    /// Written as a string. Read from a string or a number.
    case string
}

extension Int: JSONFormattable {}
extension Int32: JSONFormattable {}
extension Int64: JSONFormattable {}
extension UInt64: JSONFormattable {}
extension Double: JSONFormattable {}
extension Float: JSONFormattable {}
extension Decimal: JSONFormattable {}

extension JSONFormattable where Self: JSONReadable & JSONWritable & Numeric {
    /// Reads a number in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: NumberFormat) throws {
        switch format {
        case .string: self = try json.readQuotedNumber()
        }
    }

    /// Writes a number in a format; throws if it is not finite.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: NumberFormat) throws {
        switch format {
        case .string:
            json.append(UInt8(ascii: "\""))
            try write(json: &json)
            json.append(UInt8(ascii: "\""))
        }
    }
}

extension JSONReader {
    /// Reads a number, in a string or not.
    fileprivate mutating func readQuotedNumber<Number: JSONReadable>() throws -> Number {
        // Documents of other formats, such as XML, have no quotation marks.
        guard peek() == UInt8(ascii: "\""), coding == nil else {
            do {
                return try Number(json: &self)
            } catch let error as JSONError where error.reason == .mismatch {
                throw JSONError(
                    .mismatch, at: error.offset, expected: "a number, in a string or not",
                    found: error.found)
            }
        }
        return try readText("a number that \(Number.self) can hold, in a string") { text in
            // The reader would skip spaces around the number.
            guard text.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return nil }
            return try? JSONReader.read(Number.self, from: text)
        }
    }
}
