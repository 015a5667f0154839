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
        switch form {
        case .rfc3339, .day, .http: checked(text.withUTF8Buffer { form.date(from: $0) })
        case .unix: Date(timeIntervalSince1970: checked(Double(text.description)))
        case .millis: Date(timeIntervalSince1970: checked(Double(text.description)) / 1000)
        }
    }

    /// The number that a text says, to its last digit.
    public static func decimal(_ text: StaticString) -> Decimal {
        checked(Decimal(string: text.description))
    }

    /// The identifier that a text says.
    public static func uuid(_ text: StaticString) -> UUID {
        checked(text.withUTF8Buffer(UUIDText.uuid))
    }

    /// The URL that a text is.
    public static func url(_ text: StaticString) -> URL { checked(URL(string: text.description)) }

    /// The bytes that a text says.
    ///
    /// - Parameter form: How they are written, as on the wire.
    public static func data(_ text: StaticString, _ form: DataForm = .base64) -> Data {
        checked(form.data(from: text.description))
    }

    /// Like a literal, which the compiler would have refused.
    private static func checked<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("a default of generated code is no value") }
        return value
    }
}
