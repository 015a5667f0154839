/// The declarations of the service file.
package struct ServiceSpec: Sendable {
    package var path: String
    /// The name of the generated type.
    package var name: String
    package var mark: SourceMark
    package var doc: String?
    /// The base URL, or `nil` if the spec has none.
    package var server: String?
    /// The servers by name, of which each client chooses one; empty if the spec has none.
    package var servers: [ServerSpec] = []
    /// The header field that carries the remaining time of a call, or `nil` for none.
    package var deadline: String?
    /// The name of the protocol of a server, or `nil` to generate none.
    package var serverProtocol: TypeName?
    /// The place of `protocol`, or `nil` to generate no protocol of the client.
    package var protocolMark: SourceMark?
    /// The path to which calls of JSON-RPC are posted, or `nil` if the service has none.
    package var rpc: String?
    /// The path to which batches of requests are posted, or `nil` if the service takes none.
    package var batch: String?
    /// The header field with the id of each request, or `nil` if none is sent.
    package var requestID: String?
    /// The version of the API, or `nil` if the spec pins none.
    package var version: VersionSpec?
    /// The access level of the generated code, `public` by default.
    package var access = AccessLevel.public
    /// The endpoints to generate, or `nil` for all.
    package var only: OnlySpec?
    /// The parameters that every endpoint sends.
    package var common: [ParameterSpec] = []
    /// The ciphers that endpoints can name.
    package var ciphers: [StrategySpec] = []
    /// The signers that endpoints can name.
    package var signers: [StrategySpec] = []
    /// The credentials that `requires` can name.
    package var auth: [AuthSpec] = []
    /// The credentials of endpoints that name none, or `nil` for the first one.
    package var requires: RequiresSpec?
    /// The failures that all endpoints share, apart from those that one of them cannot have.
    package var errors: [ErrorSpec] = []
    /// The messages that the service sends to the servers of its users.
    package var webhooks: [WebhookSpec] = []
    /// The declared response policies that the service and its endpoints can name.
    package var responses: [StrategySpec] = []
    /// The response policy, or `nil` if the spec names none.
    package var response: ResponseSpec?
    package var responseMark: SourceMark = .start
    /// The media types of bodies, or an empty array for the default.
    package var sends: [ContentTypeSpec] = []
    package var sendsMark: SourceMark = .start
    /// The media types of responses in order of preference, or an empty array for the default.
    package var accepts: [String] = []
    package var acceptsMark: SourceMark = .start
    /// What happens if a response breaks a limit.
    package var limits = ResponseLimits.off
    /// The names of refused ciphers, signers, credentials and policies, whose use is not reported again.
    var refusedNames: Set<String> = []
    /// Creates what stands for the service of a target that has only types.
    static func none(in path: String) -> ServiceSpec {
        ServiceSpec(path: path, name: "", mark: .start)
    }

    /// Returns the name of the protocol of the client, or of a group with this type.
    package func protocolName(of group: String = "") -> String { name + group + "Protocol" }

    /// The envelope, or `nil` if the service declares none.
    package var envelope: EnvelopeSpec? {
        guard case .envelope(let envelope) = response else { return nil }
        return envelope
    }
}

/// A declaration that endpoints refer to by name.
protocol NamedSpec {
    var name: String { get }
}

extension AuthSpec: NamedSpec {}

/// A cipher, a signer or a response policy that the service declares.
package struct StrategySpec: Sendable, NamedSpec {
    /// The name, also used in Swift.
    package var name: String
    package var doc: String?
    package var mark: SourceMark
    /// The scheme, or `nil` if the client supplies the strategy itself.
    package var scheme: SchemeSpec?
}
