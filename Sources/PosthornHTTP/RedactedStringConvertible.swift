/// A type whose values print only their ``description``, and no stored properties.
///
/// `print`, `String(reflecting:)`, `dump`, `Mirror` and the messages of failing tests show the description.
/// The types of this package that hold credentials, URLs, header fields or bodies conform, and so do all ciphers,
/// signers and keys. Conform with your own transports if they hold secrets.
public protocol RedactedStringConvertible: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension RedactedStringConvertible {
    /// The type's name, such as `Credential(…)`.
    public var description: String { "\(type(of: self))(…)" }

    /// The same text as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(hiding: self) }
}
