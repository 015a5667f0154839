public import FoundationEssentials

/// A value with several text formats, such as a date or data, where the spec chooses the format.
///
/// A ``ParameterValue`` or a ``HeaderValue`` has one format only.
public protocol TextFormattable: JSONFormattable, Sendable {
    /// Returns the value as text in a format, not yet encoded.
    /// - Throws: an ``APIError/Cause`` if the value has no representation in the format.
    func parameterText(as format: Format) throws -> String

    /// Reads the value from a header field; `nil` if the text does not have the format.
    init?(headerText: String, as format: Format)
}

extension Date: TextFormattable {
    /// Returns the date in a format, in UTC.
    @_spi(Generated) public func parameterText(as format: DateFormat) throws -> String {
        try APIError.Cause.ofWriting { try format.text(for: self) }
    }

    /// Reads a date in a format; `nil` if the text does not have it.
    @_spi(Generated) public init?(headerText: String, as format: DateFormat) {
        var text = headerText
        let date = format.isNumber ? format.date(ofNumber: text) : text.withUTF8(format.date(from:))
        guard let date else { return nil }
        self = date
    }
}

extension Data: TextFormattable {
    /// Returns the bytes in a format.
    @_spi(Generated) public func parameterText(as format: DataFormat) throws -> String {
        format.text(for: self)
    }

    /// Reads bytes in a format; `nil` if the text does not have it.
    @_spi(Generated) public init?(headerText: String, as format: DataFormat) {
        guard let data = format.data(from: headerText) else { return nil }
        self = data
    }
}

extension DateFormat {
    /// Reads a number since 1970; `nil` for a text that JSON does not accept as a number either.
    fileprivate func date(ofNumber text: String) -> Date? {
        guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }), let number = Double(text)
        else { return nil }
        return date(ofNumber: number)
    }
}
