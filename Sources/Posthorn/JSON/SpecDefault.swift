public import FoundationEssentials

/// Defaults of the types that Swift has no literal of, for generated code.
///
/// The generator has checked the texts: one that is no value, which only code that nobody generated can
/// have, ends the program.
public enum SpecDefault {
    /// The date that a text says.
    ///
    /// - Parameter form: How it is written, as on the wire.
    public static func date(_ text: StaticString, _ form: DateForm = .rfc3339) -> Date {
        let date: Date? =
            switch form {
            case .rfc3339, .day, .http: text.withUTF8Buffer { form.date(from: $0) }
            case .unix: Double(text.description).map { Date(timeIntervalSince1970: $0) }
            case .millis: Double(text.description).map { Date(timeIntervalSince1970: $0 / 1000) }
            }
        guard let date else { preconditionFailure("the default is \(form.expectation)") }
        return date
    }

    /// The identifier that a text says.
    public static func uuid(_ text: StaticString) -> UUID {
        guard let uuid = text.withUTF8Buffer(UUIDText.uuid) else {
            preconditionFailure("the default is a UUID")
        }
        return uuid
    }

    /// The URL that a text is.
    public static func url(_ text: StaticString) -> URL {
        guard let url = URL(string: text.description) else {
            preconditionFailure("the default is a URL")
        }
        return url
    }

    /// The bytes that a text says.
    ///
    /// - Parameter form: How they are written, as on the wire.
    public static func data(_ text: StaticString, _ form: DataForm = .base64) -> Data {
        guard let data = form.data(from: text.description) else {
            preconditionFailure("the default is \(form.expectation)")
        }
        return data
    }
}
