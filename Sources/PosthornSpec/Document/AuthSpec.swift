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

    /// The name, also used in Swift.
    package var name: String
    package var mark: SourceMark
    /// The way to send the credential.
    package var scheme: Scheme
    package var doc: String?
    /// The flows of OAuth 2 by which a client can get the token; empty for another scheme.
    package var flows: [String] = []
    /// The scopes of OAuth 2 with what each permits, or `nil` for another scheme.
    package var scopes: [ScopeSpec]?

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
    /// The credentials of an endpoint that says nothing.
    package var usualRequires: RequiresSpec? {
        requires
            ?? auth.first.map {
                RequiresSpec(
                    alternatives: [([.init(name: $0.name, mark: $0.mark)], $0.mark)], mark: $0.mark)
            }
    }
}
