public import PosthornCore

extension Credential {
    /// A bearer token of the application default credentials of Google.
    ///
    /// It tries these sources, in the order of Google's libraries: the file that `GOOGLE_APPLICATION_CREDENTIALS` names;
    /// the file that `gcloud auth application-default login` writes; the metadata server. The first one that applies
    /// wins, and if it fails, no other is tried. A file has a service account key, a user's refresh token, workload
    /// identity federation with a token from a file or URL, or the impersonation of a service account.
    ///
    /// Tokens are loaded on first use, once for all callers, and again five minutes before they expire and after a 401.
    /// If that fails, the old one is used until its last minute. Without a token, calls fail with
    /// `APIError.Code.credentialFailed`, whose underlying errors include a ``WorkloadIdentityError``. After three loads
    /// in a row that failed, the credential pauses, as `bearer(timeLimit:refresh:)` does.
    ///
    /// Make one credential for each set of scopes and keep it: copies share the token.
    /// - Parameters:
    ///   - scopes: What the token is for; by default everything that the account's roles allow. A user's token has the
    ///     scopes of the sign-in.
    ///   - usesSelfSignedJWTs: Whether a service account key signs the tokens itself, without a request, as most of
    ///     Google's APIs accept it (AIP-4111). `false` by default.
    ///   - transport: The transport that sends the requests. Those to metadata servers use no proxy of a `CurlSession`.
    ///   - environment: The environment; by default that of the process.
    public static func google(
        scopes: [String] = ["https://www.googleapis.com/auth/cloud-platform"],
        usesSelfSignedJWTs: Bool = false, transport: some Transport,
        environment: WorkloadEnvironment = WorkloadEnvironment()
    ) -> Credential {
        let session = GoogleSession(
            environment, transport: transport, scopes: scopes,
            usesSelfSignedJWTs: usesSelfSignedJWTs)
        return .renewed(environment) { () async throws(WorkloadIdentityError) in
            try await session.chain.load()
        }
    }
}
