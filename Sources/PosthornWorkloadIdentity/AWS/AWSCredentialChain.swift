internal import FoundationEssentials
public import PosthornAWS
public import PosthornCore
public import PosthornKeys

/// The credentials of AWS that this machine has, for an `AWSSigner`.
///
/// ```swift
/// let signer = AWSSigner(
///     credentials: .chain(transport: session), region: "eu-central-1", service: "s3")
/// ```
///
/// It tries these sources, in the order of botocore: the environment; a profile with a role; a web identity token; the
/// profile's access key; the container's endpoint; the instance's metadata. The first one that applies wins, and if it
/// fails, no other is tried.
///
/// Credentials are loaded on first use, once for all callers, and again five minutes before they expire. If that fails,
/// the old ones are used until their last minute. After three loads in a row that failed, calls fail for 10 seconds
/// without a load, then for 20, and for a minute at most.
///
/// Make one chain for each identity and keep it: copies share the credentials.
public struct AWSCredentialChain: KeyProvider {
    /// The type of the keys.
    public typealias Key = AWSCredentials

    private let session: AWSSession
    private let renewed: RenewedCredential<AWSCredentials>
    private let source: CredentialSource

    /// Creates a chain, which loads nothing yet.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests. Those to metadata servers use no proxy of a `CurlSession`.
    ///   - profile: The name of a profile. `nil`, the default, means that of `AWS_PROFILE`, or else `default`. With a
    ///     name, the variables for access keys and web identities are ignored.
    ///   - allowsIMDSv1: Whether an instance without IMDSv2 is asked without a session token; `false` by default,
    ///     because a request that others forge then suffices to steal credentials.
    ///   - environment: The environment; by default that of the process.
    public init(
        transport: some Transport, profile: String? = nil, allowsIMDSv1: Bool = false,
        environment: WorkloadEnvironment = WorkloadEnvironment()
    ) {
        let session = AWSSession(
            environment: environment, client: ServiceClient(transport: transport), profile: profile,
            allowsIMDSv1: allowsIMDSv1)
        let renewed = RenewedCredential(environment, text: \.accessKeyID) {
            () async throws(WorkloadIdentityError) in
            try await session.chain.load()
        }
        source = CredentialSource(nil, timeLimit: .seconds(90), now: environment.instant) {
            try await renewed.token(after: $0)
        }
        (self.session, self.renewed) = (session, renewed)
    }

    /// Returns the current credentials.
    ///
    /// - Throws: An `APIError.Cause` with the code `credentialFailed`, whose underlying error is a
    ///   ``WorkloadIdentityError``, or a `TransportError` with that code while the chain pauses; `CancellationError` in
    ///   a cancelled task.
    public func current() async throws -> AWSCredentials {
        do {
            _ = try await source.text()
        } catch let error as WorkloadIdentityError {
            throw APIError.Cause(
                .credentialFailed, error.text, advice: error.advice, underlying: error)
        }
        return try renewed.value.orThrow(
            APIError.Cause(.credentialFailed, "the chain has no credentials"))
    }

    /// Returns the current credentials if they have the given access key id.
    public func key(id: String) async throws -> AWSCredentials? {
        try await current().key(id: id)
    }

    /// Returns the region of `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile; `nil` if there is none.
    ///
    /// - Throws: A ``WorkloadIdentityError`` if the files of profiles cannot be read.
    public func region() throws(WorkloadIdentityError) -> String? { try session.region() }
}

extension AWSCredentialChain: RedactedStringConvertible {}

extension KeyProvider where Self == AWSCredentialChain {
    /// The credentials of AWS that this machine has: see ``AWSCredentialChain``.
    ///
    /// The parameters are those of ``AWSCredentialChain/init(transport:profile:allowsIMDSv1:environment:)``.
    public static func chain(
        transport: some Transport, profile: String? = nil, allowsIMDSv1: Bool = false,
        environment: WorkloadEnvironment = WorkloadEnvironment()
    ) -> AWSCredentialChain {
        AWSCredentialChain(
            transport: transport, profile: profile, allowsIMDSv1: allowsIMDSv1,
            environment: environment)
    }
}

extension AWSSession {
    /// The sources in the order of botocore.
    var chain: CredentialChain<AWSCredentials> {
        let byVariables = profile == nil ? [environmentSource] : []
        return CredentialChain(
            kind: "AWS credentials",
            advice:
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, write a profile, or run with a role",
            sources: byVariables + [
                assumeRoleSource, webIdentitySource, profileSource, containerSource, instanceSource,
            ])
    }
}

extension AWSCredentialChain {
    /// Asks the sources, without keeping what they have.
    package func load() async throws(WorkloadIdentityError) -> FoundCredential<AWSCredentials> {
        try await session.chain.load()
    }
}
