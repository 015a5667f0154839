internal import FoundationEssentials

extension Credential {
    /// No user: a credential for tokens that a server gives to everybody, such as those for public images.
    ///
    /// Use it for a credential of the spec with `from: challenge`.
    public static var anonymous: Credential { tokens(of: nil, from: nil) }

    /// Returns a credential that gets tokens for its user and password from the server that a challenge names.
    ///
    /// The server refuses a call with a 401 whose `WWW-Authenticate: Bearer` has a `realm`, a `service` and a `scope`.
    /// The client sends the user and the password to the realm, and repeats the call once with the token that it gets.
    /// It keeps a token for each scope, and renews it before it expires. The realm has to be the given one, so that
    /// another server never sees the password. Requests for tokens use the transport of the call.
    ///
    /// The generated code calls it for a credential of the spec with `from: challenge`. Call it yourself if the spec
    /// does not name the realm, or another one.
    ///
    /// - Parameter realm: The URL that challenges name. `nil`, the default, allows URLs at the origin of the call only.
    /// - Returns: The same credential if it has a realm already, or is neither `basic` nor `anonymous`.
    public func forTokens(from realm: String? = nil) -> Credential {
        switch content {
        case .basic(let user, let password):
            return Self.tokens(of: (user, password), from: realm, audience)
        case .challenged(let tokens) where tokens.realm == nil && realm != nil:
            return Self.tokens(of: tokens.user, from: realm, audience)
        default: return self
        }
    }

    private static func tokens(
        of user: (name: String, password: String)?, from realm: String?,
        _ audience: Set<String>? = nil
    ) -> Credential {
        let sources = TokenSources { purpose, _, transport in
            try await TokenRequest(purpose: purpose, user: user).token(over: transport)
        }
        let tokens = ChallengedTokens(user: user, realm: realm, sources: sources)
        return Credential(content: .challenged(tokens), audience: audience)
    }
}

/// A request for a token to the realm of a challenge (Distribution's token authentication).
struct TokenRequest: Sendable {
    /// The lifetime of a token without `expires_in`.
    private static let lifetime = 60.0

    let purpose: TokenPurpose
    let user: (name: String, password: String)?

    func token(over transport: any Transport) async throws -> Credential.Token {
        guard user?.name.contains(":") != true else {
            throw failure("takes no user name with a colon", "use a user name without a colon")
        }
        let response = try await transport.send(
            request, toIssuer: user == nil ? .withoutSecrets : .remote)
        guard response.status.code == 200 else {
            let isRefusal = [.unauthorized, .forbidden].contains(response.status)
            throw failure(
                "responded with \(response.status.text)",
                isRefusal
                    ? "check the user and the password" : "check that the realm issues tokens")
        }
        let content = try? JSONValue(jsonData: response.body)
        guard let text = (content?["token"] ?? content?["access_token"])?.string, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw failure("sent no token that a header field can carry", "check the realm")
        }
        let stated = content?["expires_in"]?.double ?? 0
        return Credential.Token(
            text, expiresIn: .seconds(stated > 0 ? min(stated, 315_360_000) : Self.lifetime))
    }

    private var request: TransportRequest {
        var items = purpose.service.map { [PercentEncoding.pair("service", $0)] } ?? []
        items += purpose.scopes.split(separator: " ").map {
            PercentEncoding.pair("scope", String($0))
        }
        let isFirst = !purpose.realm.contains("?")
        let query = items.isEmpty ? "" : (isFirst ? "?" : "&") + items.joined(separator: "&")
        var request = TransportRequest(url: purpose.realm + query)
        request.headers[.accept] = "application/json"
        if let user {
            let text = Data("\(user.name):\(user.password)".utf8).base64EncodedString()
            request.headers[.authorization] = "Basic \(text)"
        }
        return request
    }

    private func failure(_ what: String, _ advice: String) -> TransportError {
        TransportError(
            .init(rawValue: "credentialFailed"),
            "\(Origin.text(of: purpose.realm)), which issues tokens, \(what)", advice: advice)
    }
}
