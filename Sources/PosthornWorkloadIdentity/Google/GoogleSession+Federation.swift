internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore
internal import PosthornOAuth

extension GoogleSession {
    /// The scope that includes all others.
    static let platformScope = "https://www.googleapis.com/auth/cloud-platform"

    /// Exchanges a token of another identity provider (workload identity federation).
    func externalToken(
        _ file: GoogleFile, _ scopes: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        let impersonation = file.optionalText("service_account_impersonation_url")
        let url = try file.url("token_url")
        let authentication = file.optionalText("client_secret").map {
            ClientAuthentication.secret($0)
        }
        let grant = OAuthGrant.tokenExchange(
            try await subjectToken(file), .init(rawValue: try file.text("subject_token_type")),
            requestedType: .accessToken, audience: try file.text("audience"),
            scopes: impersonation == nil ? scopes : [Self.platformScope])
        let federated = try await tokens(
            oauthClient(
                file.optionalText("client_id") ?? "", tokenURL: url, authentication ?? .none), grant
        )
        guard impersonation != nil else { return federated }
        return try await impersonate(file, with: federated.value, scopes)
    }

    private func subjectToken(
        _ file: GoogleFile
    ) async throws(WorkloadIdentityError) -> String {
        let source = try file.part("credential_source")
        if source.content["environment_id"] != nil { return try await awsSubject(file, source) }
        let text: String
        if let path = source.optionalText("file") {
            guard let content = try ConfigurationFile.text(environment.expand(path)) else {
                throw .invalid(
                    "\(path) does not exist", "check the credential_source of \(file.path)")
            }
            text = content
        } else if let url = source.optionalText("url") {
            text = try await subject(at: url, source)
        } else {
            throw .invalid(
                "the credential_source of \(file.path) has no file, no url and no environment_id",
                "use one of them; this library starts no executable"
            )
        }
        return try subject(in: text, source)
    }

    private func subject(
        at url: String, _ source: GoogleFile
    ) async throws(WorkloadIdentityError) -> String {
        let origin = try ServiceURL.origin(of: url, "the credential_source of \(source.path)")
        guard origin.keepsSecrets || ServiceURL.isLinkLocal(origin.host) else {
            throw .invalid(
                "the credential_source of \(source.path) names the host \(origin.host) without TLS",
                "use https, a loopback address or a link-local one")
        }
        var request = TransportRequest(url: url)
        for (name, value) in source.content["headers"]?.object ?? [:] {
            guard let name = HTTPField.Name(name), let value = value.string else {
                throw .invalid(
                    "the credential_source of \(source.path) has invalid headers", "correct them")
            }
            request.headers[name] = value
        }
        let response = try await client.response(
            to: request, to: origin.scheme == "https" ? .remote : .local)
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Returns the token in a text, which may be JSON.
    private func subject(
        in text: String, _ source: GoogleFile
    ) throws(WorkloadIdentityError) -> String {
        var token: String? = text.trimmed
        if let format = source.content["format"], format["type"]?.string == "json" {
            let name = format["subject_token_field_name"]?.string ?? ""
            token = (try? JSONValue(jsonData: Data(text.utf8)))?[name]?.string
        }
        guard let token, !token.isEmpty, !token.utf8.contains(where: { $0 < 0x20 }),
            !token.hasPrefix("<")
        else {
            throw .unexpected("the credential_source of \(source.path) has no subject token")
        }
        return token
    }

    /// Returns a token of the service account that an account of the file may impersonate.
    func impersonatedToken(
        _ file: GoogleFile, _ scopes: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        let source = try file.part("source_credentials")
        guard source.content["type"]?.string != "impersonated_service_account" else {
            throw .invalid(
                "the source_credentials of \(file.path) impersonate a service account themselves",
                "use other credentials, and delegates")
        }
        let token = try await token(of: source, scopes: [Self.platformScope])
        return try await impersonate(file, with: token.value, scopes)
    }

    private func impersonate(
        _ file: GoogleFile, with token: String, _ scopes: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        let url = try file.url("service_account_impersonation_url")
        let lifetime = file.content["service_account_impersonation"]?["token_lifetime_seconds"]?.int
        let form: JSONValue = [
            "scope": .array(scopes.map { .string($0) }),
            "lifetime": .string("\(lifetime ?? 3600)s"),
            "delegates": file.content["delegates"] ?? .array([]),
        ]
        var request = TransportRequest(method: .post, url: url, body: try? form.jsonData())
        request.headers[.contentType] = "application/json"
        request.headers[.authorization] = "Bearer \(token)"
        let document = try await client.object(request, to: .remote)
        guard let token = document["accessToken"]?.string, !token.isEmpty,
            let expiry = document["expireTime"]?.string.flatMap(InternetDate.date(from:))
        else { throw .unexpected("\(Origin.text(of: url)) sent no access token with an expiry") }
        return Found(token, expiry: expiry)
    }
}
