internal import Crypto
internal import FoundationEssentials
internal import PosthornCore
internal import PosthornKeys

extension OAuthClient {
    /// Returns the name that the tokens of a grant have in a store, if the program writes no account.
    ///
    /// It has what makes tokens differ: the token endpoint, the client, the grant with its scopes and its audience, and
    /// what the tokens are bound to, as in `https://id.example/token client_id=shop&grant_type=client_credentials&scope=a`.
    /// Parameters that may be secret, such as the subject of a token exchange, are in it as a digest.
    ///
    /// - Returns: `nil` for a refresh token, which does not tell whose it is. With a store and without an account, calls
    ///   then fail with ``OAuthError/Reason/invalidConfiguration``.
    public func account(of grant: OAuthGrant) -> String? {
        guard grant.isRepeatable else { return nil }
        var parameters = grant.parameters
        if let assertion = grant.assertion?(server) {
            parameters += [
                ("iss", assertion.issuer), ("sub", assertion.subject), ("aud", assertion.audience),
            ]
        }
        switch binding?.content {
        case .key(let key): parameters.append(("bound", key.thumbprint))
        case .keyInTokens: parameters.append(("bound", "dpop"))
        case .certificate: parameters.append(("bound", "certificate"))
        case nil: break
        }
        parameters.removeAll { Self.irrelevant.contains($0.0) }
        let pairs = parameters.map { name, value in
            let isList = name == "scope"
            let value = isList ? value.split(separator: " ").sorted().joined(separator: " ") : value
            return (name: name, text: PercentEncoding.pair(name, value))
        }
        let hidden = pairs.filter { !Self.shown.contains($0.name) }.map(\.text).sorted()
        var texts = pairs.filter { Self.shown.contains($0.name) }.map(\.text).sorted()
        if !hidden.isEmpty {
            let digest = SHA256.hash(data: Data(hidden.joined(separator: "&").utf8))
            texts.append("digest=" + Base64URL.encode(Data(digest)))
        }
        texts.insert(PercentEncoding.pair("client_id", id), at: 0)
        return "\(server.tokenURL) \(texts.joined(separator: "&"))"
    }

    /// The parameters that are no secrets.
    private static let shown: Set = [
        "aud", "audience", "bound", "grant_type", "iss", "requested_token_type",
        "resource", "scope", "sub",
    ]
    /// The parameters that change without another meaning, or that a digest would not protect.
    private static let irrelevant: Set = [
        "client_assertion", "client_assertion_type", "client_secret", "password",
    ]
}

extension OAuthError {
    static var namelessTokens: OAuthError {
        OAuthError(
            .invalidConfiguration, "the tokens of the grant have no name in the store",
            advice: "write the `account`, such as the name of the user")
    }
}
