/// The declarations of the service file.
public struct ServiceSpec: Sendable {
    /// The path of the service file.
    public var path: String
    /// The name of the generated type.
    public var name: String
    /// The place of the name.
    public var mark: SourceMark
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?
    /// The base URL, or `nil` if the spec has none.
    public var server: String?
    /// The access level of the generated code, `public` by default.
    public var access = AccessLevel.public
    /// The parameters that every endpoint sends.
    public var common: [ParameterSpec] = []
    /// The ciphers that endpoints can name.
    public var ciphers: [StrategySpec] = []
    /// The credentials that endpoints can name.
    ///
    /// The first one applies to endpoints that name none.
    public var auth: [AuthSpec] = []
    /// The declared response policies that the service and its endpoints can name.
    public var responses: [StrategySpec] = []
    /// The response policy, or `nil` if the spec names none.
    public var response: ResponseSpec?
    /// The place of the response policy.
    public var responseMark: SourceMark = .start
    /// The names of refused ciphers, credentials and policies, whose use is not reported again.
    var refusedNames: Set<String> = []
    /// The envelope, or `nil` if the service declares none.
    public var envelope: EnvelopeSpec? {
        guard case .envelope(let envelope) = response else { return nil }
        return envelope
    }
}

/// A declaration that endpoints refer to by name.
protocol NamedSpec {
    /// The name.
    var name: String { get }
}

extension AuthSpec: NamedSpec {}

/// A cipher or a response policy that the service declares.
public struct StrategySpec: Sendable, NamedSpec {
    /// The name, also used in Swift.
    public var name: String
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?
    /// The place of the name.
    public var mark: SourceMark
}
