public import FoundationEssentials
public import PosthornCore

/// The tokens of a response (RFC 6749, section 5.1).
///
/// Its description shows no token.
public struct OAuthTokens: Codable, Hashable, Sendable {
    /// The token that calls carry.
    public var accessToken: String
    /// The type of the access token, such as `Bearer`.
    public var tokenType: String
    /// When the access token expires; `nil` if the server does not say.
    public var expiry: Date?
    /// The token that gets the next access token; `nil` if there is none.
    public var refreshToken: String?
    /// The scopes of the access token; `nil` if they are those of the request.
    public var scopes: [String]?
    /// The signed claims of the user (OpenID Connect); `nil` if there are none.
    public var idToken: String?
    /// The secret key that the tokens are bound to, as a JWK, with ``TokenBinding/dpop``; `nil` with another binding.
    public var proofKey: String?

    /// The seconds between the response and ``expiry``; `nil` if it is not known.
    private var lifetime: Double?

    /// Creates tokens, such as those that another program has stored.
    ///
    /// - Parameters:
    ///   - accessToken: The token that calls carry.
    ///   - expiry: When it expires. `nil`, the default, uses it until a server refuses it.
    ///   - refreshToken: The token that gets the next one; none by default.
    public init(accessToken: String, expiry: Date? = nil, refreshToken: String? = nil) {
        (self.accessToken, self.expiry, self.refreshToken) = (accessToken, expiry, refreshToken)
        tokenType = "Bearer"
    }

    /// The longest lifetime that is believed, ten years.
    private static let longest = 315_360_000.0

    /// - Parameter key: The key whose proof the request had; `nil` for none.
    init(
        _ response: JSONValue, from url: String, at now: Date, boundTo key: ProofKey?
    ) throws(OAuthError) {
        let name = Origin.text(of: url)
        guard let token = response["access_token"]?.string, !token.isEmpty,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw
                .unexpected(
                    "the response of \(name) has no access_token that a header field can carry")
        }
        guard let type = response["token_type"]?.string else {
            throw .unexpected("the response of \(name) has no token_type")
        }
        // An exchange may return a token that is not an access token (RFC 8693, section 2.2.1).
        let expected = key == nil ? "Bearer" : "DPoP"
        guard [expected.lowercased(), "n_a"].contains(type.lowercased()) else {
            if key != nil, type.lowercased() == "bearer" { throw .downgrade(name) }
            throw .unexpected(
                "the response of \(name) has a token of another type than \(expected)")
        }
        proofKey = key?.text
        (accessToken, tokenType) = (token, type)
        // A token without a lifetime that makes sense is used until a server refuses it. An error would lose the refresh
        // token beside it, and a token that expires at once would be asked for at each call.
        if let seconds = Self.seconds(response["expires_in"]) {
            lifetime = min(seconds, Self.longest)
            expiry = lifetime.map { now + $0 }
        }
        refreshToken = response["refresh_token"]?.string
        scopes = response["scope"]?.string.map { $0.split(separator: " ").map(String.init) }
        idToken = response["id_token"]?.string
    }

    /// Returns a number above zero, which some servers write in quotes.
    static func seconds(_ value: JSONValue?) -> Double? {
        let seconds = value?.double ?? value?.string.flatMap(Double.init)
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The seconds until the access token is renewed, not above 0 if it is time; `nil` without an expiry.
    ///
    /// It is renewed before the last minute of its life, or before the last half of a life shorter than two minutes.
    func secondsUntilRenewal(at now: Date) -> Double? {
        expiry.map { $0.timeIntervalSince(now) - min(60, (lifetime ?? 120) / 2) }
    }
}

extension OAuthTokens: RedactedStringConvertible {}

extension OAuthError {
    /// A thief of a Bearer token can use it.
    fileprivate static func downgrade(_ name: String) -> OAuthError {
        OAuthError(
            .unboundToken, "\(name) returned a Bearer token, and the request had a proof of a key",
            advice:
                "let the server bind the tokens of this client, or remove the client's `binding`")
    }
}
