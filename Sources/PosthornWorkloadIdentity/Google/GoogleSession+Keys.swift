internal import FoundationEssentials
internal import PosthornCore
internal import PosthornJOSE
internal import PosthornKeys
internal import PosthornOAuth

extension GoogleSession {
    private static let tokenURL = "https://oauth2.googleapis.com/token"
    /// The seconds for which a self-signed JWT is valid.
    private static let lifetime = 3600

    /// Returns a token of a service account with a key.
    func serviceAccountToken(
        _ file: GoogleFile, _ scopes: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        let email = try file.text("client_email")
        let key = try signingKey(file)
        if usesSelfSignedJWTs { return try selfSigned(key, email, scopes, file.path) }
        let url = try file.url("token_uri", default: Self.tokenURL)
        return try await tokens(
            oauthClient("", tokenURL: url), .jwtBearer(key, issuer: email, scopes: scopes))
    }

    private func signingKey(_ file: GoogleFile) throws(WorkloadIdentityError) -> SigningKey {
        let (pem, id) = (try file.text("private_key"), file.optionalText("private_key_id"))
        do {
            return try SigningKey(PrivateKey(pem: pem, id: id), algorithm: .rsaPKCS1SHA256)
        } catch {
            throw WorkloadIdentityError(
                .invalidConfiguration, "the private_key in \(file.path) is no RSA key in PEM",
                advice: "download the file again", underlying: error)
        }
    }

    /// Signs a token that Google's APIs accept without a token endpoint (AIP-4111).
    private func selfSigned(
        _ key: SigningKey, _ email: String, _ scopes: [String], _ path: String
    ) throws(WorkloadIdentityError) -> Found {
        let now = environment.date()
        let seconds = Int(now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(email), "sub": .string(email),
            "scope": .string(scopes.joined(separator: " ")), "iat": .number(.init(seconds)),
            "exp": .number(.init(seconds + Self.lifetime)),
        ]
        do {
            let token = try JWSSigner.compact(claims.jsonData(), by: key)
            return Found(token, expiry: now + Double(Self.lifetime))
        } catch {
            throw WorkloadIdentityError(
                .invalidConfiguration, "the private_key in \(path) cannot sign", underlying: error)
        }
    }

    /// Returns a token of a user who has signed in with `gcloud`.
    func userToken(_ file: GoogleFile) async throws(WorkloadIdentityError) -> Found {
        let url = try file.url("token_uri", default: Self.tokenURL)
        let client = oauthClient(
            try file.text("client_id"), tokenURL: url,
            .formSecret(try file.text("client_secret")))
        return try await tokens(client, .refreshToken(file.text("refresh_token")))
    }
}
