/// A value that shows its ``description`` wherever it is printed, and nothing else.
///
/// `print`, `String(reflecting:)`, `dump`, a `Mirror` and a failing test's message show the
/// description and no stored property. Types of this package that hold credentials, URLs, header fields
/// or bodies conform; conform with your own ciphers and transports that hold secrets:
///
/// ```swift
/// struct VaultCipher: PayloadCipher, RedactedStringConvertible { … }
/// ```
public protocol RedactedStringConvertible: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension RedactedStringConvertible {
    /// The type's name, as `Credential(…)`.
    public var description: String { "\(type(of: self))(…)" }

    /// The same as ``description``: a debugger's log is a log too.
    public var debugDescription: String { description }

    /// No property.
    public var customMirror: Mirror { Mirror(hiding: self) }
}
