internal import FoundationEssentials
internal import PosthornJOSE
public import PosthornKeys

/// The way in which a client proves who it is at the token endpoint.
///
/// Its description shows no secret.
public struct ClientAuthentication: Sendable {
    enum Content: Sendable {
        case none
        case header(String)
        case form(String)
        case key(SigningKey)
    }

    let content: Content

    /// A public client, such as an app, which has no secret.
    public static let none = ClientAuthentication(content: .none)

    /// A secret in the `Authorization` field (`client_secret_basic`; RFC 6749, section 2.3.1).
    public static func secret(_ secret: String) -> ClientAuthentication {
        ClientAuthentication(content: .header(secret))
    }

    /// A secret in the form (`client_secret_post`), for servers that cannot read it in the header.
    public static func formSecret(_ secret: String) -> ClientAuthentication {
        ClientAuthentication(content: .form(secret))
    }

    /// A JWT that is signed by the client's key for each request (`private_key_jwt`; RFC 7523, section 2.2).
    ///
    /// A key of an HMAC gives `client_secret_jwt`.
    public static func key(_ key: SigningKey) -> ClientAuthentication {
        ClientAuthentication(content: .key(key))
    }
}

extension ClientAuthentication: RedactedStringConvertible {}

/// A signed claim of a client (RFC 7523, section 3).
enum Assertion {
    /// The type of a JWT that authenticates a client.
    static let clientType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    private static let lifetime = 60

    static func text(
        issuer: String, subject: String, audience: String, key: SigningKey, at now: Date,
        claims: [String: JSONValue] = [:]
    ) throws(OAuthError) -> String {
        let seconds = Int(now.timeIntervalSince1970)
        let own: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience),
            "iat": .number(.init(seconds)), "exp": .number(.init(seconds + lifetime)),
            "jti": .string(Base64URL.encode(randomBytes(16))),
        ]
        do {
            let payload = JSONValue.object(own.merging(claims) { _, new in new })
            return try JWSSigner.compact(payload.jsonData(), by: key)
        } catch {
            throw OAuthError(
                .unexpectedResponse, "the client's key cannot sign", advice: "use another key",
                underlying: error)
        }
    }
}
