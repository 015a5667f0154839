internal import FoundationEssentials
internal import PosthornCore
internal import PosthornJOSE
internal import PosthornKeys

/// Signed claims of a client, made anew for each request (RFC 7523, section 3).
struct Assertion: Sendable {
    /// The type of a JWT that authenticates a client.
    static let clientType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The seconds for which it is valid, so that clocks may differ by a few minutes.
    private static let lifetime = 300

    let key: SigningKey
    let issuer: String
    let subject: String
    let audience: String
    var claims: [String: JSONValue] = [:]

    /// Returns the JWT.
    func text(at now: Date) throws(OAuthError) -> String {
        let seconds = Int(now.timeIntervalSince1970)
        let own: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience),
            "iat": .number(.init(seconds)), "exp": .number(.init(seconds + Self.lifetime)),
            "jti": .string(Base64URL.encode(randomBytes(16))),
        ]
        do {
            let payload = JSONValue.object(own.merging(claims) { _, new in new })
            return try JWSSigner.compact(payload.jsonData(), by: key)
        } catch {
            throw OAuthError(
                .invalidConfiguration, "the client's key cannot sign", advice: "use another key",
                underlying: error)
        }
    }
}
