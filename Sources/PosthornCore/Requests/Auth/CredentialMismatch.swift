/// The errors of credentials that cannot be sent as the spec declares.
enum CredentialMismatch {
    /// The error of a credential of another kind.
    static func kind(
        _ auth: RequestBuilder.AuthScheme, _ content: Credential.Content
    ) -> APIError.Cause {
        let advice =
            switch (auth, content) {
            case (.basic, .basic): "use a user name without a colon (RFC 7617, section 2)"
            case (.basic, _): "use `.basic(user:password:)`"
            case (.digest, _): "use `.digest(user:password:)`"
            case (.certificate, _): "use `.certificate`"
            case (.bearer, .basic):
                "use `.bearer`; if the server exchanges the user and the password for tokens, use "
                    + "`.basic(user:password:).forTokens(from:)`"
            case (.bearer, _): "use `.bearer`"
            case (_, .issued), (_, .scoped), (_, .challenged):
                "declare it as `\(content.place)` in the spec, or use `.apiKey`"
            default: "use `.apiKey`"
            }
        return APIError.Cause(
            .credentialFailed,
            "the credential \(auth.credential) is \(content.kind), which cannot be sent as "
                + auth.way,
            advice: advice)
    }

    /// The error of a token that is bound to a key, in a place without a scheme before it.
    static func boundToken(_ name: String) -> APIError.Cause {
        APIError.Cause(
            .credentialFailed,
            "the credential \(name) has tokens that are bound to a key, and its place has no room for a scheme",
            advice: "declare it as `bearer` or `oauth2` in the spec")
    }
}

extension Credential.Content {
    /// What it is, in the words of errors.
    fileprivate var kind: String {
        switch self {
        case .text, .provider, .refreshing: "a token or a key"
        case .issued: "a value that the server issues"
        case .scoped: "a token for the scopes of each call"
        case .challenged: "a token for a challenge"
        case .endpoint: "a value that a call returns"
        case .basic(let user, _):
            "a user and a password" + (user.contains(":") ? ", with a colon in the user name" : "")
        case .digest: "a user and a password for Digest"
        case .certificate: "a certificate"
        case .none: "no credential"
        }
    }

    /// The only way to send it that a spec can declare.
    fileprivate var place: String { if case .issued = self { "{ header: … }" } else { "bearer" } }
}

extension RequestBuilder.AuthScheme {
    /// The way to send the credential, as the spec declares it.
    fileprivate var way: String {
        switch self {
        case .bearer: "`bearer`"
        case .basic: "`basic`"
        case .digest: "`digest`"
        case .certificate: "`certificate`"
        case .header(let name, _, _): "the header field \(name)"
        case .query(let name, _): "the query parameter \(name)"
        case .cookie(let name, _): "the cookie \(name)"
        case .combined, .alternatives: "several credentials"
        }
    }
}
