import FoundationEssentials

/// How a date is written on the wire.
public enum DateForm: String, Hashable, Sendable, CaseIterable {
    /// `2026-11-21T10:23:00.5Z`; read with any offset and any fraction, written in UTC with
    /// milliseconds if there are any.
    case rfc3339
    /// Seconds since 1970 as a number; read with a fraction, written with one if there is one.
    case unix
    /// Milliseconds since 1970 as a whole number.
    case millis
    /// `2026-11-21`, which is midnight UTC.
    case day
    /// `Sat, 21 Nov 2026 10:23:00 GMT`, as HTTP writes it (RFC 9110, section 5.6.7); the two obsolete forms
    /// of that section are read too.
    case http
}

extension DateForm {
    /// Whether the form is a JSON number.
    var isNumber: Bool { self == .unix || self == .millis }

    /// The text of a date.
    /// - Throws: an ``APIError/Cause`` if the form does not have the date.
    func text(for date: Date) throws -> String {
        let seconds = date.timeIntervalSince1970
        switch self {
        case .rfc3339: return try InternetDate.text(for: date)
        case .day: return try InternetDate.day(for: date)
        case .http: return try InternetDate.http(for: date)
        case .unix: return try number(seconds, seconds)
        case .millis: return try number(seconds, (seconds * 1000).rounded())
        }
    }

    private func number(_ seconds: Double, _ value: Double) throws -> String {
        guard seconds.isFinite, value.magnitude < 9_007_199_254_740_992 else {
            throw APIError.Cause(
                .invalidParameter, "the date is too far away",
                advice: "send a date that milliseconds since 1970 can count")
        }
        return Int64(exactly: value).map(String.init) ?? value.description
    }

    /// The date of a text that is no number.
    func date(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        switch self {
        case .rfc3339: InternetDate.date(from: text)
        case .day: InternetDate.day(from: text)
        case .http: InternetDate.http(from: text)
        case .unix, .millis: nil
        }
    }

    /// What is expected, for an error.
    var expectation: String {
        switch self {
        case .rfc3339: "a date of RFC 3339"
        case .unix: "a number of seconds"
        case .millis: "a number of milliseconds"
        case .day: "a date as in 2026-11-21"
        case .http: "a date of HTTP"
        }
    }
}
