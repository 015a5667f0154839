internal import FoundationEssentials
internal import PosthornCore
internal import PosthornOAuth

/// What the sources of Google's credentials share.
package struct GoogleSession: Sendable {
    typealias Found = FoundCredential<String>
    typealias Source = ChainSource<String>

    let environment: WorkloadEnvironment
    let client: ServiceClient
    let scopes: [String]
    let usesSelfSignedJWTs: Bool

    package init(
        _ environment: WorkloadEnvironment, transport: some Transport, scopes: [String],
        usesSelfSignedJWTs: Bool = false
    ) {
        self.environment = environment
        client = ServiceClient(transport: transport)
        (self.scopes, self.usesSelfSignedJWTs) = (scopes, usesSelfSignedJWTs)
    }

    /// The application default credentials, in the order of Google's libraries.
    package var chain: CredentialChain<String> {
        CredentialChain(
            kind: "Google credentials",
            advice:
                "set GOOGLE_APPLICATION_CREDENTIALS, run `gcloud auth application-default login`, "
                + "or run with a service account",
            sources: [variableSource, wellKnownSource, metadataSource])
    }

    /// The file that `GOOGLE_APPLICATION_CREDENTIALS` names.
    private var variableSource: Source {
        let name = "GOOGLE_APPLICATION_CREDENTIALS"
        return Source(name: name) { () async throws(WorkloadIdentityError) in
            guard let path = environment[name] else { return .absent("it is not set") }
            guard let text = try ConfigurationFile.text(environment.expand(path)) else {
                throw .invalid("\(path) does not exist", "write the path of a file in \(name)")
            }
            return .found(try await token(of: text, path))
        }
    }

    /// The file that `gcloud auth application-default login` writes.
    private var wellKnownSource: Source {
        Source(name: "gcloud") { () async throws(WorkloadIdentityError) in
            let folder =
                environment["CLOUDSDK_CONFIG"] ?? environment.homeFolder + "/.config/gcloud"
            let path = environment.expand(folder) + "/application_default_credentials.json"
            guard let text = try ConfigurationFile.text(path) else {
                return .absent("\(path) does not exist")
            }
            return .found(try await token(of: text, path))
        }
    }

    private func token(
        of text: String, _ path: String
    ) async throws(WorkloadIdentityError) -> Found {
        guard let content = try? JSONValue(jsonData: Data(text.utf8)), content.object != nil else {
            throw .invalid("\(path) has no JSON object", "download or write the file again")
        }
        return try await token(of: GoogleFile(content: content, path: path), scopes: scopes)
    }

    /// Returns a token of what a file describes.
    func token(
        of file: GoogleFile, scopes: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        switch file.content["type"]?.string {
        case "service_account": return try await serviceAccountToken(file, scopes)
        case "authorized_user": return try await userToken(file)
        case "external_account": return try await externalToken(file, scopes)
        case "impersonated_service_account": return try await impersonatedToken(file, scopes)
        case let type:
            let name = type.flatMap(ServiceClient.printable) ?? "unknown"
            throw .invalid(
                "\(file.path) has credentials of the type \(name)",
                "use service_account, authorized_user, external_account or impersonated_service_account"
            )
        }
    }

    /// Asks a token endpoint.
    func tokens(
        _ client: OAuthClient, _ grant: OAuthGrant
    ) async throws(WorkloadIdentityError) -> Found {
        do throws(OAuthError) {
            let tokens = try await client.tokens(for: grant)
            return Found(tokens.accessToken, expiry: tokens.expiry)
        } catch {
            throw WorkloadIdentityError(error)
        }
    }

    func oauthClient(
        _ id: String, tokenURL: String, _ authentication: ClientAuthentication = .none
    ) -> OAuthClient {
        var clock = OAuthClient.Clock()
        clock.date = environment.date
        return OAuthClient(
            id, of: OAuthServer(tokenURL: tokenURL), authentication, client.transport, clock)
    }
}

/// A file of credentials, or a part of one.
struct GoogleFile {
    let content: JSONValue
    /// The path of the file, for errors.
    let path: String

    /// Returns a member that is a text.
    func text(_ name: String) throws(WorkloadIdentityError) -> String {
        guard let text = optionalText(name) else { throw missing(name) }
        return text
    }

    private func missing(_ name: String) -> WorkloadIdentityError {
        .invalid("\(path) has no \(name)", "download or write the file again")
    }

    func optionalText(_ name: String) -> String? {
        content[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a URL with TLS, or one of this machine.
    func url(
        _ name: String, default: String? = nil
    ) throws(WorkloadIdentityError) -> String {
        guard let url = optionalText(name) ?? `default` else { throw missing(name) }
        try ServiceURL.requireTLS(url, "\(name) in \(path)")
        return url
    }

    /// Returns a member that is an object.
    func part(_ name: String) throws(WorkloadIdentityError) -> GoogleFile {
        guard let part = content[name], part.object != nil else { throw missing(name) }
        return GoogleFile(content: part, path: path)
    }
}
