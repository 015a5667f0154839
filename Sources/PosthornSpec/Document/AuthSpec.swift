/// A credential that the service declares.
package struct AuthSpec: Sendable {
    /// The way to send a credential.
    package enum Scheme: Hashable, Sendable {
        /// The header field `Authorization: Bearer …`.
        case bearer
        /// The header field `Authorization: Basic …`.
        case basic
        /// The header field `Authorization: Digest …`, in response to a challenge.
        case digest
        /// The certificate of the client in TLS.
        case certificate
        /// A header field, with a text before the credential.
        case header(String, prefix: String)
        case query(String)
        case cookie(String)

        /// The place that the credential goes into, as diagnostics name it.
        var place: String {
            switch self {
            case .bearer, .basic, .digest: "'Authorization'"
            case .certificate: "the client's certificate"
            case .header(let name, _):
                name.lowercased() == "authorization" ? "'Authorization'" : quoted(name.lowercased())
            case .query(let name): "the query parameter \(quoted(name))"
            case .cookie(let name): "the cookie \(quoted(name))"
            }
        }
    }

    /// Where the value of a credential comes from.
    package enum Source: Hashable, Sendable {
        /// The client has it.
        case client
        /// The server sends it in the same header field of a response with this status.
        case response(status: Int)
        /// A server that a challenge names issues it; `nil` for a URL at the origin of the service.
        case challenge(realm: String?)
        /// A token endpoint of OAuth 2 issues it.
        case tokenEndpoint(String)
        /// The response to a call of the service has it, such as one that signs in.
        case endpoint(String, at: Place)
    }

    /// Where a response has the value of a credential.
    package enum Place: Hashable, Sendable {
        /// The member at a path of the result.
        case member(String)
        case header(String)
        case cookie(String)
        /// The result is the value.
        case whole
    }

    /// The name, also used in Swift.
    package var name: String
    package var mark: SourceMark
    /// Where the value comes from.
    package var source = Source.client
    /// The place of `from`'s value, or of `tokenURL`; that of the credential if the client has the value.
    package var sourceMark: SourceMark
    /// The place of `at`'s value; ``sourceMark`` without it.
    var placeMark: SourceMark
    /// The way to send the credential.
    package var scheme: Scheme
    package var doc: String?
    /// The flows of OAuth 2 by which a client can get the token; empty for another scheme.
    package var flows: [String] = []
    /// The scopes of OAuth 2 with what each permits, or `nil` for another scheme.
    package var scopes: [ScopeSpec]?

    /// Whether the client needs no secret for it.
    package var isIssued: Bool { if case .response = source { true } else { false } }

    /// Whether a server issues it for a secret of the client.
    package var hasIssuer: Bool {
        switch source {
        case .challenge, .tokenEndpoint, .endpoint: true
        case .client, .response: false
        }
    }

    /// Whether a spec can name a URL for secrets: one with TLS or of this machine, and without a user and a query.
    package static func isForSecrets(_ url: String) -> Bool {
        guard !url.contains(where: "@?# \t".contains) else { return false }
        if url.hasPrefix("https://") { return url.dropFirst(8).prefix { $0 != "/" } != "" }
        guard url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst(7).prefix { $0 != "/" }
        if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
        let host = authority.prefix { $0 != ":" }
        return host == "localhost"
            || host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) }
    }

    init(
        name: String, mark: SourceMark, scheme: Scheme, doc: String? = nil,
        scopes: [ScopeSpec]? = nil
    ) {
        (self.name, self.mark, self.scheme) = (name, mark, scheme)
        (self.doc, self.scopes) = (doc, scopes)
        (sourceMark, placeMark) = (mark, mark)
    }

    /// A scope of OAuth 2.
    package struct ScopeSpec: Sendable {
        package var name: String
        package var doc: String?
    }
}

/// The credentials of a call: alternatives, each of which is a list of credentials that are sent together.
package struct RequiresSpec: Sendable {
    /// A credential, with the scopes of OAuth 2 that the call needs.
    package struct Need: Sendable {
        package var name: String
        package var mark: SourceMark
        package var scopes: [TypeName] = []
    }

    /// The alternatives in the order of preference; an empty one sends nothing.
    package var alternatives: [(needs: [Need], mark: SourceMark)]
    package var mark: SourceMark

    /// Whether the client chooses one of several alternatives, or sends several credentials at once.
    package var isComposed: Bool {
        alternatives.count > 1 || alternatives.contains { $0.needs.count > 1 }
    }
}

extension ServiceSpec {
    /// The credentials whose tokens come from a token endpoint of OAuth 2.
    package var credentialsOfEndpoints: [AuthSpec] {
        auth.filter { if case .tokenEndpoint = $0.source { true } else { false } }
    }

    /// The credentials of an endpoint that says nothing.
    package var usualRequires: RequiresSpec? {
        requires
            ?? auth.first.map {
                RequiresSpec(
                    alternatives: [([.init(name: $0.name, mark: $0.mark)], $0.mark)], mark: $0.mark)
            }
    }
}
