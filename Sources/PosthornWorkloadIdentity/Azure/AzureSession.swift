internal import FoundationEssentials
internal import PosthornCore
internal import PosthornOAuth

/// What the sources of Azure's credentials share.
package struct AzureSession: Sendable {
    typealias Found = FoundCredential<String>
    typealias Source = ChainSource<String>

    let environment: WorkloadEnvironment
    let client: ServiceClient
    /// The resource that the token is for, without a slash and `.default` at its end.
    let resource: String
    /// The client id of a user-assigned identity; `nil` for that of the environment.
    let clientID: String?

    package init(
        _ environment: WorkloadEnvironment, transport: some Transport, resource: String,
        clientID: String? = nil
    ) {
        self.environment = environment
        client = ServiceClient(transport: transport)
        let suffix = "/.default"
        self.resource =
            resource.hasSuffix(suffix) ? String(resource.dropLast(suffix.count)) : resource
        self.clientID = clientID
    }

    /// The sources in the order of azure-identity's `DefaultAzureCredential`.
    package var chain: CredentialChain<String> {
        CredentialChain(
            kind: "Azure credentials",
            advice: "set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET, or run with a "
                + "managed identity",
            sources: [environmentSource, workloadSource, managedSource])
    }

    private var scope: String { "\(resource)/.default" }

    /// A client secret in the environment.
    private var environmentSource: Source {
        Source(name: "environment") { () async throws(WorkloadIdentityError) in
            let names = ["AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"]
            let values = names.compactMap { environment[$0] }
            if values.count == names.count {
                return .found(
                    try await token(
                        tenant: values[0], client: values[1], .formSecret(values[2]),
                        .clientCredentials(scopes: [scope])))
            }
            let missing = names.filter { environment[$0] == nil }
            let isCertificate =
                environment["AZURE_CLIENT_CERTIFICATE_PATH"] != nil
                && missing == ["AZURE_CLIENT_SECRET"]
            guard !isCertificate else {
                throw .invalid(
                    "AZURE_CLIENT_CERTIFICATE_PATH is set, and client certificates are not supported",
                    "set AZURE_CLIENT_SECRET, or use a workload identity")
            }
            return .absent("\(missing.joined(separator: ", ")) not set")
        }
    }

    /// A token of the cluster in a file, which stands for a client's assertion.
    private var workloadSource: Source {
        Source(name: "workload identity") { () async throws(WorkloadIdentityError) in
            let names = ["AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_FEDERATED_TOKEN_FILE"]
            let missing = names.filter {
                environment[$0] == nil && !($0 == "AZURE_CLIENT_ID" && clientID != nil)
            }
            guard missing.isEmpty, let tenant = environment[names[0]],
                let path = environment[names[2]], let client = clientID ?? environment[names[1]]
            else { return .absent("\(missing.joined(separator: ", ")) not set") }
            let assertion = try ConfigurationFile.token(environment.expand(path))
            return .found(
                try await token(
                    tenant: tenant, client: client, .none,
                    .custom(
                        "client_credentials",
                        [
                            "client_assertion_type":
                                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                            "client_assertion": assertion, "scope": scope,
                        ])))
        }
    }

    private func token(
        tenant: String, client id: String, _ authentication: ClientAuthentication,
        _ grant: OAuthGrant
    ) async throws(WorkloadIdentityError) -> Found {
        let host = environment["AZURE_AUTHORITY_HOST"] ?? "https://login.microsoftonline.com"
        // The library of Microsoft accepts a host without a scheme.
        let base = (host.contains("://") ? host : "https://\(host)").droppingSlash
        try ServiceURL.requireTLS(base, "AZURE_AUTHORITY_HOST")
        guard tenant.utf8.allSatisfy(\.isUnreserved) else {
            throw .invalid("AZURE_TENANT_ID is no id and no name of a tenant", "correct it")
        }
        var clock = OAuthClient.Clock()
        clock.date = environment.date
        let oauth = OAuthClient(
            id, of: OAuthServer(tokenURL: "\(base)/\(tenant)/oauth2/v2.0/token"), authentication,
            client.transport, clock)
        do throws(OAuthError) {
            let tokens = try await oauth.tokens(for: grant)
            return Found(tokens.accessToken, expiry: tokens.expiry)
        } catch {
            throw WorkloadIdentityError(error)
        }
    }
}
