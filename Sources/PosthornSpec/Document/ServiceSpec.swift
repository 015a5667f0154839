/// What the service file says of the whole service.
public struct ServiceSpec: Sendable {
    /// The file that says it.
    public var path: String
    /// The name of the generated type.
    public var name: String
    /// Where the name is written.
    public var mark: SourceMark
    /// What the service is for.
    public var doc: String?
    /// The base URL.
    public var server: String?
    /// Who sees what is generated.
    public var access = AccessLevel.public
    /// What is sent with every endpoint.
    public var common: [ParameterSpec] = []
    /// The ciphers that endpoints can name.
    public var ciphers: [CipherSpec] = []
    /// The credentials that endpoints can name; the first is the one of all that name none.
    public var auth: [AuthSpec] = []
    /// How answers are read.
    public var response: ResponseSpec?
    /// Where that is written.
    public var responseMark: SourceMark = .start
    /// Names of ciphers and credentials whose declaration was refused; to use them is no second
    /// mistake.
    var refusedNames: Set<String> = []
    /// The envelope, if the service declares one.
    public var envelope: EnvelopeSpec? {
        guard case .envelope(let envelope) = response else { return nil }
        return envelope
    }
}

/// A cipher that the service declares.
public struct CipherSpec: Sendable {
    /// The name, which is also its Swift name.
    public var name: String
    /// What it is for.
    public var doc: String?
    /// Where the name is written.
    public var mark: SourceMark
}

/// How an answer is read.
public enum ResponseSpec: Hashable, Sendable {
    /// The answer's JSON is the value.
    case json
    /// The answer is the bytes or the text itself.
    case raw
    /// The answer is a text in the charset that it names.
    case text
    /// The answer is a picture, whose header is checked.
    case image
    /// The answer is a property list.
    case plist
    /// The answer is a document of XML.
    case xml
    /// The value is wrapped in a JSON object.
    case envelope(EnvelopeSpec)
}

/// The names of an envelope's fields.
public struct EnvelopeSpec: Hashable, Sendable {
    /// The field that tells success; a path with dots, like those of the message and the payload.
    public var code: String
    /// The field with a text for people.
    public var message: String
    /// The field with the value.
    public var payload: String
    /// The values of the code that mean success; at least one.
    public var success: [Code]

    /// A code as JSON has it.
    public enum Code: Hashable, Sendable {
        /// A whole number.
        case number(Int)
        /// A text.
        case text(String)
        /// `true` or `false`.
        case truth(Bool)
    }
}
