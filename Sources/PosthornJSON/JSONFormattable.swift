public import FoundationEssentials

/// A type with several formats on the wire, from which the spec selects one for each place.
///
/// Dates, durations, data, numbers, Booleans, UUIDs, and arrays and maps of them conform.
public protocol JSONFormattable {
    /// The type of the format.
    associatedtype Format: Sendable

    /// Reads one value in a format.
    ///
    /// - Throws: A ``JSONError`` if the next value does not have the format.
    init(json: inout JSONReader, as format: Format) throws

    /// Writes one value in a format.
    ///
    /// - Throws: A ``JSONError`` if the format can't represent the value.
    func write(json: inout JSONWriter, as format: Format) throws
}

extension Date: JSONFormattable {
    /// Reads a date in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: DateFormat) throws {
        guard !format.isNumber else {
            do {
                let seconds = try json.readDouble()
                self.init(timeIntervalSince1970: format == .millis ? seconds / 1000 : seconds)
            } catch let error as JSONError where error.reason == .mismatch {
                throw JSONError(
                    .mismatch, at: error.offset, expected: format.expectation, found: error.found)
            }
            return
        }
        var hasBasicOffset = false
        do {
            self = try json.readText(format.expectation) { text in
                if let date = format.date(from: text) { return date }
                hasBasicOffset = format == .rfc3339 && DateFormat.iso8601.date(from: text) != nil
                return nil
            }
        } catch var error as JSONError where hasBasicOffset {
            error.advice = "for offsets as in +0200, declare the date as `Date(iso8601)`"
            throw error
        } catch let error as JSONError where error.reason == .mismatch && format.isQuotedNumber {
            guard let number = try? json.readDouble() else { throw error }
            self = format.date(ofNumber: number)
        }
    }

    /// Writes a date in a format.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: DateFormat) throws {
        let text = try json.placed { try format.text(for: self) }
        if format.isNumber { json.append(text) } else { json.writeString(text) }
    }
}

extension Data: JSONFormattable {
    /// Reads data in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: DataFormat) throws {
        self = try json.readText(format.expectation) {
            format.data(from: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Writes data in a format.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: DataFormat) throws {
        json.writeString(format.text(for: self))
    }
}

extension Optional: JSONFormattable where Wrapped: JSONFormattable {
    /// Reads a value in a format, or `null`.
    @inlinable
    @_spi(Generated) public init(json: inout JSONReader, as format: Wrapped.Format) throws {
        self = try json.readNull() ? nil : Wrapped(json: &json, as: format)
    }

    /// Writes a value in a format, or `null`.
    @inlinable
    @_spi(Generated) public func write(json: inout JSONWriter, as format: Wrapped.Format) throws {
        if let self { try self.write(json: &json, as: format) } else { json.writeNull() }
    }
}

extension Array: JSONFormattable where Element: JSONFormattable {
    /// Reads an array of values in a format.
    @inlinable
    @_spi(Generated) public init(json: inout JSONReader, as format: Element.Format) throws {
        self = []
        try json.beginArray()
        while try json.nextElement() { append(try Element(json: &json, as: format)) }
    }

    /// Writes an array of values in a format.
    @inlinable
    @_spi(Generated) public func write(json: inout JSONWriter, as format: Element.Format) throws {
        try json.beginArray()
        for element in self {
            json.separate()
            try element.write(json: &json, as: format)
        }
        json.endArray()
    }
}

extension Dictionary: JSONFormattable where Key == String, Value: JSONFormattable {
    /// Reads a map of values in a format; if a key occurs twice, the last value counts.
    @_spi(Generated) public init(json: inout JSONReader, as format: Value.Format) throws {
        self = try json.readMap { json in try Value(json: &json, as: format) }
    }

    /// Writes a map of values in a format, sorted by key.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: Value.Format) throws {
        json.beginMap()
        try json.finish()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            json.key(key)
            try value.write(json: &json, as: format)
        }
        json.endMap()
    }
}
