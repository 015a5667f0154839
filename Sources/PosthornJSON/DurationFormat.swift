/// The format of a duration on the wire.
@_spi(Generated) public enum DurationFormat: Hashable, Sendable {
    /// A duration of ISO 8601 in days, hours, minutes and seconds, such as `P1DT2H`. Weeks are read too.
    case iso
    /// A duration of Go and Prometheus, such as `1h30m` or `100ms`. Fractions, days, weeks and years of 365 days are
    /// read too.
    case go
    /// Seconds as a number, with a fraction if it is not zero.
    case seconds
    /// Milliseconds as a number, with a fraction if it is not zero.
    case millis
}

extension Duration: JSONFormattable {
    /// Reads a duration in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: DurationFormat) throws {
        guard format.isNumber else {
            self = try json.readText(format.expectation, format.duration(from:))
            return
        }
        do {
            _ = json.peek()
            let start = json.offset
            guard let duration = format.duration(ofNumber: try json.readDouble()) else {
                throw json.invalid(format.expectation, from: start)
            }
            self = duration
        } catch let error as JSONError where error.reason == .mismatch {
            throw JSONError(
                .mismatch, at: error.offset, expected: format.expectation, found: error.found)
        }
    }

    /// Writes a duration in a format, rounded to nanoseconds.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: DurationFormat) throws {
        let text = format.text(for: self)
        if format.isNumber { json.append(text) } else { json.writeString(text) }
    }
}

extension Duration: JSONReadable, JSONWritable {
    /// Reads a duration of ISO 8601.
    @_spi(Generated) public init(json: inout JSONReader) throws {
        try self.init(json: &json, as: .iso)
    }

    /// Writes a duration of ISO 8601.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        try write(json: &json, as: .iso)
    }
}

extension DurationFormat {
    /// Whether the format is a JSON number.
    package var isNumber: Bool { self == .seconds || self == .millis }

    /// The expected format, for error messages.
    var expectation: String {
        switch self {
        case .iso: "a duration of ISO 8601 without years and months"
        case .go: "a duration as in 1h30m"
        case .seconds: "a number of seconds"
        case .millis: "a number of milliseconds"
        }
    }

    private static let second: Int128 = 1_000_000_000

    /// The units that are written, in nanoseconds, from the longest one.
    private var units: [(name: String, length: Int128)] {
        let second = Self.second
        return self == .iso
            ? [("D", 86_400 * second), ("H", 3600 * second), ("M", 60 * second)]
            : [
                ("h", 3600 * second), ("m", 60 * second), ("s", second), ("ms", 1_000_000),
                ("us", 1000), ("ns", 1),
            ]
    }

    /// Returns the text for a duration, rounded to nanoseconds.
    package func text(for duration: Duration) -> String {
        let half: Int128 = duration < .zero ? -500_000_000 : 500_000_000
        let nanoseconds = (duration.attoseconds + half) / Self.second
        var rest = Int128(nanoseconds.magnitude)
        var text = nanoseconds < 0 ? "-" : ""
        switch self {
        case .seconds: return text + Self.decimal(rest, Self.second)
        case .millis: return text + Self.decimal(rest, 1_000_000)
        case .go:
            guard rest > 0 else { return "0s" }
        case .iso:
            guard rest > 0 else { return "PT0S" }
            text += "P"
        }
        var isTime = false
        for unit in units where rest >= unit.length {
            if self == .iso, !isTime, unit.name != "D" {
                text += "T"
                isTime = true
            }
            text += "\(rest / unit.length)\(unit.name)"
            rest %= unit.length
        }
        guard rest > 0 else { return text }
        return text + (isTime ? "" : "T") + Self.decimal(rest, Self.second) + "S"
    }

    /// Returns a number of units with the digits of its fraction.
    private static func decimal(_ number: Int128, _ unit: Int128) -> String {
        let rest = number % unit
        guard rest > 0 else { return "\(number / unit)" }
        var digits = "\(unit + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(number / unit).\(digits)"
    }

    /// Returns the duration for a number of the format's units; `nil` if it is too long.
    package func duration(ofNumber number: Double) -> Duration? {
        let whole = number.rounded(.towardZero)
        // The difference is exact.
        let rest = ((number - whole) * (self == .millis ? 1e6 : 1e9)).rounded()
        guard whole.magnitude < 9e18 else { return nil }
        let unit: Int128 = self == .millis ? 1_000_000 : Self.second
        return Duration(attoseconds: (Int128(whole) * unit + Int128(rest)) * Self.second)
    }

    /// Returns the duration for a text; `nil` for a numeric format or an invalid text.
    package func duration(from text: UnsafeBufferPointer<UInt8>) -> Duration? {
        var reader = DurationReader(text)
        return switch self {
        case .iso: reader.iso()
        case .go: reader.go()
        case .seconds, .millis: nil
        }
    }
}
