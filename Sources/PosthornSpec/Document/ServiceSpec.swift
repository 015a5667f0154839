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
    public var ciphers: [StrategySpec] = []
    /// The credentials that endpoints can name; the first is the one of all that name none.
    public var auth: [AuthSpec] = []
    /// The response policies of its own that the service and endpoints can name.
    public var responses: [StrategySpec] = []
    /// How responses are read.
    public var response: ResponseSpec?
    /// Where that is written.
    public var responseMark: SourceMark = .start
    /// Names of ciphers, credentials and response policies whose declaration was refused; to use them
    /// is no second mistake.
    var refusedNames: Set<String> = []
    /// The envelope, if the service declares one.
    public var envelope: EnvelopeSpec? {
        guard case .envelope(let envelope) = response else { return nil }
        return envelope
    }
}

/// What a service declares by a name, for endpoints to use.
protocol NamedSpec {
    /// The name.
    var name: String { get }
}

extension AuthSpec: NamedSpec {}

/// A cipher or a response policy that the service declares.
public struct StrategySpec: Sendable, NamedSpec {
    /// The name, which is also its Swift name.
    public var name: String
    /// What it is for.
    public var doc: String?
    /// Where the name is written.
    public var mark: SourceMark
}
