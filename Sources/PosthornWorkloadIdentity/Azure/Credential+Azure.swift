public import PosthornCore

extension Credential {
    /// A bearer token of the identity that a program has in Azure.
    ///
    /// It tries these sources, in the order of `DefaultAzureCredential` of azure-identity: a client secret in the
    /// environment; the workload identity of a cluster; the managed identity of an App Service or a virtual machine. The
    /// first one that applies wins, and if it fails, no other is tried.
    ///
    /// Tokens are loaded on first use, once for all callers, and again five minutes before they expire and after a 401.
    /// If that fails, the old one is used until its last minute. Without a token, calls fail with
    /// `APIError.Code.credentialFailed`, whose underlying errors include a ``WorkloadIdentityError``. After three loads
    /// in a row that failed, the credential pauses, as `bearer(timeLimit:refresh:)` does.
    ///
    /// Make one credential for each resource and keep it: copies share the token.
    /// - Parameters:
    ///   - resource: The resource that the token is for, such as `https://vault.azure.net`.
    ///   - clientID: The client id of a user-assigned or workload identity. `nil`, the default, means that of
    ///     `AZURE_CLIENT_ID`, or else the identity that is assigned by the system.
    ///   - transport: The transport that sends the requests. Those to metadata servers use no proxy of a `CurlSession`.
    ///   - environment: The environment; by default that of the process.
    public static func azure(
        resource: String, clientID: String? = nil, transport: some Transport,
        environment: WorkloadEnvironment = WorkloadEnvironment()
    ) -> Credential {
        let session = AzureSession(
            environment, transport: transport, resource: resource, clientID: clientID)
        return .renewed(environment) { () async throws(WorkloadIdentityError) in
            try await session.chain.load()
        }
    }
}
