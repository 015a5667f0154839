public import FoundationEssentials
public import PosthornCore
internal import PosthornJOSE
public import PosthornKeys

/// The verified claims of a user (OpenID Connect Core, section 2).
///
/// Its description shows no claim.
public struct IDToken: Sendable {
    /// The name of the user, which is unique for the issuer.
    public let subject: String
    /// When the token expires.
    public let expiry: Date
    /// When it was issued.
    public let issued: Date
    /// All claims.
    public let claims: JSONValue
}

extension IDToken: RedactedStringConvertible {}

/// Verifies the ID tokens of one issuer for one client (OpenID Connect Core, section 3.1.3.7).
///
/// Keep one for each issuer, because it keeps the keys. It may be used from any thread.
public struct IDTokenVerifier: Sendable {
    private let issuer: String
    private let clientID: String
    private let signatures: JWSVerifier
    private let leeway: Duration
    private let now: @Sendable () -> Date

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its tokens name it.
    ///   - clientID: The client that the tokens are for.
    ///   - keys: The issuer's keys, such as a ``JWKS``. Each has one algorithm, so that `none` and other algorithms are
    ///     refused.
    ///   - leeway: How far clocks may differ; one minute by default.
    public init(
        issuer: String, clientID: String, keys: any KeyProvider<VerifyingKey>,
        leeway: Duration = .seconds(60)
    ) {
        self.init(issuer, clientID, keys, leeway) { Date() }
    }

    package init(
        _ issuer: String, _ clientID: String, _ keys: any KeyProvider<VerifyingKey>,
        _ leeway: Duration, now: @escaping @Sendable () -> Date
    ) {
        (self.issuer, self.clientID, self.leeway) = (issuer, clientID, leeway)
        (signatures, self.now) = (JWSVerifier(key: keys), now)
    }

    /// Returns the claims of a token that is valid and meant for this client.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - nonce: The ``AuthorizationRequest/nonce`` of the sign-in; `nil` for a token of another grant, such as a
    ///     device code, whose nonce is not checked.
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/invalidIDToken``, or the error of the key provider if there
    ///   are no keys.
    public func verify(_ token: String, nonce: String?) async throws -> IDToken {
        guard token.split(separator: ".").count == 3 else {
            throw Self.invalid(
                token.isEmpty ? "it is empty" : "it is not a signed JWT",
                "pass the `idToken` of the tokens, which the scope `openid` asks for")
        }
        let payload: Data
        do {
            payload = try await signatures.payload(of: token)
        } catch let cause as APIError.Cause where cause.code == .unknownKey {
            throw Self.invalid(
                "the key set of \(Origin.text(of: issuer)) does not have its key",
                "try again in half a minute, because the issuer may have a new key", cause: cause)
        } catch let cause as APIError.Cause where cause.code == .openingFailed {
            throw Self.invalid(
                "no key of \(Origin.text(of: issuer)) has signed it as it is", cause: cause)
        }
        guard let claims = try? JSONValue(document: payload), claims.object != nil else {
            throw Self.invalid("its claims are not a JSON object")
        }
        try checkParties(claims)
        if let nonce, claims["nonce"]?.string != nonce {
            throw Self.invalid("its nonce is not that of the sign-in")
        }
        return try checkedTimes(of: claims)
    }

    private func checkParties(_ claims: JSONValue) throws(OAuthError) {
        guard claims["iss"]?.string == issuer else { throw Self.invalid("it has another issuer") }
        let audience = claims["aud"]?.array ?? [claims["aud"] ?? .null]
        guard audience.contains(.string(clientID)) else {
            throw Self.invalid("it is for another client: its aud does not name this one")
        }
        let party = claims["azp"]
        guard party == .string(clientID) || party == nil && audience.count == 1 else {
            throw Self.invalid("it was issued to another client: its azp does not name this one")
        }
    }

    private func checkedTimes(of claims: JSONValue) throws(OAuthError) -> IDToken {
        let (now, leeway) = (now(), leeway.seconds)
        guard let expiry = claims.date("exp"), let issued = claims.date("iat"),
            let subject = claims["sub"]?.string, !subject.isEmpty
        else { throw Self.invalid("it lacks sub, exp or iat") }
        guard now < expiry + leeway else { throw Self.invalid("it has expired") }
        let start = max(issued, claims.date("nbf") ?? issued)
        guard start <= now + leeway else { throw Self.invalid("it is not valid yet") }
        return IDToken(subject: subject, expiry: expiry, issued: issued, claims: claims)
    }

    private static func invalid(
        _ found: String,
        _ advice: String =
            "sign the user in again, and compare the clocks and the client's settings",
        cause: (any Error)? = nil
    ) -> OAuthError {
        OAuthError(
            .invalidIDToken, "the ID token is not valid: \(found)", advice: advice,
            underlying: cause)
    }
}

extension IDTokenVerifier: RedactedStringConvertible {}

extension JSONValue {
    /// Returns a time in seconds since 1970 (RFC 7519, section 2).
    fileprivate func date(_ name: String) -> Date? {
        self[name]?.double.map { Date(timeIntervalSince1970: $0) }
    }
}

extension OAuthClient {
    /// Returns a verifier of the ID tokens of the server for this client.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/invalidConfiguration`` if the server has no
    ///   ``OAuthServer/issuer`` or no ``OAuthServer/keySetURL``.
    public func idTokenVerifier() throws(OAuthError) -> IDTokenVerifier {
        let keys = JWKS<VerifyingKey>(
            url: try endpoint(\.keySetURL, "keySetURL"), transport: transport)
        return IDTokenVerifier(
            try endpoint(\.issuer, "issuer"), id, keys, .seconds(60), now: clock.date)
    }
}
