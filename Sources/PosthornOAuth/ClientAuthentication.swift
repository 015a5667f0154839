public import PosthornKeys

/// The way in which a client proves who it is to the authorization server.
///
/// Its description shows no secret.
public struct ClientAuthentication: Sendable {
    enum Content: Sendable {
        case none
        case header(String)
        case form(String)
        case key(SigningKey, audience: String?)
        case certificate
    }

    let content: Content
    var isCertificate: Bool { if case .certificate = content { true } else { false } }

    /// A public client, such as an app, which has no secret.
    public static let none = ClientAuthentication(content: .none)

    /// The certificate that the session shows to the server (`tls_client_auth`, `self_signed_tls_client_auth`;
    /// RFC 8705, section 2).
    ///
    /// Put it into `ConnectionOptions.identities` for the host of the server. A request without it fails before it is
    /// sent. The client uses ``OAuthServer/certificateEndpoints``.
    public static let certificate = ClientAuthentication(content: .certificate)

    /// A secret in the `Authorization` field (`client_secret_basic`; RFC 6749, section 2.3.1).
    public static func secret(_ secret: String) -> ClientAuthentication {
        ClientAuthentication(content: .header(secret))
    }

    /// A secret in the form (`client_secret_post`), for servers that do not read the header field.
    public static func formSecret(_ secret: String) -> ClientAuthentication {
        ClientAuthentication(content: .form(secret))
    }

    /// A JWT that the client's key signs for each request (`private_key_jwt`; RFC 7523, section 2.2).
    ///
    /// A key of an HMAC gives `client_secret_jwt`.
    ///
    /// - Parameters:
    ///   - key: The key that signs. Its identifier is the `kid` of the JWT.
    ///   - audience: The `aud` of the JWT. `nil`, the default, means the server's issuer, or the URL of the token
    ///     endpoint if the issuer is not known; some servers accept only that URL.
    public static func key(_ key: SigningKey, audience: String? = nil) -> ClientAuthentication {
        ClientAuthentication(content: .key(key, audience: audience))
    }
}

extension ClientAuthentication: RedactedStringConvertible {}
