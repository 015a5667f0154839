internal import FoundationEssentials
public import PosthornCore
internal import PosthornKeys

extension Credential {
    /// The bearer token of a Kubernetes service account, which the cluster keeps in a file and replaces before it expires.
    ///
    /// The file is read on first use, again after a minute or in the last five minutes of the token's life, and after a
    /// 401. While it cannot be read, or has a token that has expired, the old token is used until its last minute.
    /// Without a token, calls fail with `APIError.Code.credentialFailed`, whose underlying errors include a
    /// ``WorkloadIdentityError``.
    ///
    /// - Parameters:
    ///   - tokenFile: The path of the file. By default that of the token for the cluster's own API; a projected volume
    ///     has tokens for other audiences.
    ///   - environment: The environment, of which only the time is used; by default that of the process.
    public static func kubernetesServiceAccount(
        tokenFile: String = "/var/run/secrets/kubernetes.io/serviceaccount/token",
        environment: WorkloadEnvironment = WorkloadEnvironment()
    ) -> Credential {
        let chain = CredentialChain(
            kind: "Kubernetes credentials", advice: "run in a pod with a service account",
            sources: [
                ChainSource(name: "token file") { () throws(WorkloadIdentityError) in
                    let token = try ConfigurationFile.token(tokenFile)
                    return .found(FoundCredential(token, expiry: try expiry(token, tokenFile)))
                }
            ])
        return .renewed(environment, longest: 60) { () async throws(WorkloadIdentityError) in
            try await chain.load()
        }
    }

    /// Returns the claim `exp` of a JWT; `nil` if it has none, as the tokens of old secrets.
    private static func expiry(
        _ token: String, _ path: String
    ) throws(WorkloadIdentityError) -> Date? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
            let claims = try? JSONValue(jsonData: Data(bytes)), claims.object != nil
        else { throw .invalid("\(path) has no JWT", "check that the token is mounted there") }
        return claims["exp"]?.double.map { Date(timeIntervalSince1970: $0) }
    }
}
