public import FoundationEssentials
@_spi(Generated) public import PosthornJSON

extension Duration: TextFormattable {
    /// Returns the duration in a format, rounded to nanoseconds.
    @_spi(Generated) public func parameterText(as format: DurationFormat) throws -> String {
        format.text(for: self)
    }

    /// Reads a duration in a format; `nil` if the text does not have it.
    @_spi(Generated) public init?(headerText: String, as format: DurationFormat) {
        var text = headerText
        let duration =
            format.isNumber
            ? Double(headerText: text).flatMap(format.duration(ofNumber:))
            : text.withUTF8(format.duration(from:))
        guard let duration else { return nil }
        self = duration
    }
}

extension Bool: TextFormattable {
    /// Returns the Boolean in a format.
    @_spi(Generated) public func parameterText(as format: BoolFormat) throws -> String {
        format.text(for: self)
    }

    /// Reads a Boolean in a format; `nil` if the text does not have it.
    @_spi(Generated) public init?(headerText: String, as format: BoolFormat) {
        guard let bool = format.bool(from: headerText) else { return nil }
        self = bool
    }
}

extension UUID: TextFormattable {
    /// Returns the UUID in a format.
    @_spi(Generated) public func parameterText(as format: UUIDFormat) throws -> String {
        format.text(for: self)
    }

    /// Reads a UUID in a format; `nil` if the text does not have it.
    @_spi(Generated) public init?(headerText: String, as format: UUIDFormat) {
        guard let uuid = format.uuid(from: headerText) else { return nil }
        self = uuid
    }
}
