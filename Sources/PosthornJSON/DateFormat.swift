package import FoundationEssentials

/// The format of a date on the wire.
public enum DateFormat: String, Hashable, Sendable, CaseIterable {
    /// An RFC 3339 timestamp such as `2026-11-21T10:23:00.5Z`.
    ///
    /// Read with any offset and fraction. Written in UTC, with milliseconds if they are not zero.
    case rfc3339
    /// A timestamp of ISO 8601 whose offset may lack the colon, such as `2026-11-21T10:23:00.000+0200`.
    ///
    /// Read like ``rfc3339`` and with offsets as in `+0200` and `+02`. Written like ``rfc3339``.
    case iso8601
    /// Seconds since 1970 as a number, with a fraction if it is not zero.
    case unix
    /// Milliseconds since 1970, written as an integer.
    case millis
    /// A date such as `2026-11-21`, which represents midnight UTC.
    case day
    /// An HTTP date such as `Sat, 21 Nov 2026 10:23:00 GMT` (RFC 9110, section 5.6.7).
    ///
    /// The two obsolete formats of that section are read too.
    case http
    /// A date of mail such as `Sat, 21 Nov 2026 10:23:00 +0000` (RFC 5322, which replaced RFC 2822).
    ///
    /// The obsolete formats are read too: a zone such as `EST`, and a date without the name of the day.
    case rfc2822
    /// An RFC 3339 timestamp with the digits that a `Date` can hold, such as `2026-11-21T10:23:00.123456Z`.
    ///
    /// Microseconds are kept exactly, and finer fractions to about 0.1 microseconds.
    case nanos
    /// A date and time without an offset, such as `2026-11-21T10:23:00`, which is in UTC.
    case local
    /// Seconds since 1970 in a string, such as `"1795256580"`. Read from a string or a number.
    case unixString
    /// Milliseconds since 1970 in a string. Read from a string or a number.
    case millisString
}

extension DateFormat {
    /// Whether the format is a JSON number.
    package var isNumber: Bool { self == .unix || self == .millis }

    /// Whether the format is a number in a string.
    package var isQuotedNumber: Bool { self == .unixString || self == .millisString }

    /// Returns the date for a number of the format's units.
    package func date(ofNumber number: Double) -> Date {
        Date(
            timeIntervalSince1970: self == .millis || self == .millisString
                ? number / 1000 : number)
    }

    /// Returns the text for a date.
    ///
    /// - Throws: A ``JSONError`` if the format can't represent the date.
    package func text(for date: Date) throws -> String {
        let seconds = date.timeIntervalSince1970
        let text =
            switch self {
            case .rfc3339, .iso8601: InternetDate.text(for: date)
            case .day: InternetDate.day(for: date)
            case .http: InternetDate.http(for: date)
            case .unix, .unixString: try number(seconds, seconds)
            case .millis, .millisString: try number(seconds, (seconds * 1000).rounded())
            case .rfc2822: InternetDate.mail(for: date)
            case .nanos: InternetDate.nanos(for: date)
            case .local: InternetDate.local(for: date)
            }
        guard let text else {
            throw JSONError(
                writing: .invalid, "the date's year does not have four digits",
                advice: "send a date of the years 0 to 9999")
        }
        return text
    }

    private func number(_ seconds: Double, _ value: Double) throws -> String {
        guard seconds.isFinite, value.magnitude < 9_007_199_254_740_992 else {
            throw JSONError(
                writing: .invalid, "the date is too far away",
                advice: "send a date that milliseconds since 1970 can count")
        }
        return Int64(exactly: value).map(String.init) ?? value.description
    }

    /// Returns the date for a text; `nil` for a numeric format or an invalid text.
    package func date(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        switch self {
        case .rfc3339: InternetDate.date(from: text)
        case .iso8601: InternetDate.date(from: text, allowsBasicOffsets: true)
        case .day: InternetDate.day(from: text)
        case .http: InternetDate.http(from: text)
        case .unix, .millis: nil
        case .rfc2822: InternetDate.mail(from: text)
        case .nanos: InternetDate.nanos(from: text)
        case .local: InternetDate.local(from: text)
        case .unixString, .millisString:
            // The reader would skip spaces around the number.
            text.allSatisfy { $0 > UInt8(ascii: " ") }
                ? (try? JSONReader.read(Double.self, from: text)).map(date(ofNumber:)) : nil
        }
    }

    /// The expected format, for error messages.
    var expectation: String {
        switch self {
        case .rfc3339: "a date of RFC 3339"
        case .iso8601: "a date of ISO 8601 with an offset"
        case .unix: "a number of seconds"
        case .millis: "a number of milliseconds"
        case .day: "a date as in 2026-11-21"
        case .http: "a date of HTTP"
        case .rfc2822: "a date of RFC 2822"
        case .nanos: "a date of RFC 3339"
        case .local: "a date and time without an offset"
        case .unixString: "a number of seconds in a string"
        case .millisString: "a number of milliseconds in a string"
        }
    }
}
