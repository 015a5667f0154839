extension RequestBuilder {
    /// The credential that a call carries and the way it is sent.
    ///
    /// The credential is a name from the service's spec. ``APIService/credential(named:)`` returns its value.
    public enum AuthScheme: Hashable, Sendable {
        /// `Authorization: Bearer …` (RFC 6750), with the name of the credential and the scopes that the call needs.
        ///
        /// A credential that gets tokens by scope uses the scopes; others ignore them.
        case bearer(String, scopes: [String] = [])
        /// `Authorization: Basic …` (RFC 7617), with the name of the credential.
        case basic(String)
        /// `Authorization: Digest …` (RFC 7616), in response to a challenge, with the name of the credential.
        case digest(String)
        /// The certificate of the client in TLS, with the name of the credential.
        case certificate(String)
        /// A header field: its name, a text before the credential, and the name of the credential.
        case header(String, prefix: String = "", credential: String)
        /// A query parameter that holds only the credential: the parameter's name and the name of the credential.
        ///
        /// Logs, errors and recordings hide its value.
        case query(String, credential: String)
        /// A cookie that holds only the credential: the cookie's name and the name of the credential.
        case cookie(String, credential: String)
        /// Several credentials at once; none of them can be missing.
        indirect case combined([AuthScheme])
        /// Alternatives: the first one is used of which the client has all credentials.
        ///
        /// A call fails with `credentialFailed` if the client has all credentials of no alternative.
        indirect case alternatives([AuthScheme])

        /// Several credentials at once; without any, nothing is sent.
        public static func all(_ schemes: AuthScheme...) -> AuthScheme { .combined(schemes) }

        /// The first alternative of which the client has all credentials.
        public static func any(_ schemes: AuthScheme...) -> AuthScheme { .alternatives(schemes) }

        /// The name of the credential; of several, that of the first.
        public var credential: String {
            switch self {
            case .bearer(let name, _), .basic(let name), .digest(let name), .certificate(let name),
                .header(_, _, let name), .query(_, let name), .cookie(_, let name):
                name
            case .combined(let schemes), .alternatives(let schemes): schemes.first?.credential ?? ""
            }
        }

        /// The header field that carries the credential, and that no other value shares.
        var field: HTTPField.Name? {
            switch self {
            case .bearer, .basic, .digest: .authorization
            case .header(let name, _, _): HTTPField.Name(name)
            case .certificate, .query, .cookie, .combined, .alternatives: nil
            }
        }

        /// The scopes that the call needs; empty if the spec names none.
        var scopes: [String] { if case .bearer(_, let scopes) = self { scopes } else { [] } }

        /// The text before the credential in the field's value.
        var prefix: String {
            switch self {
            case .bearer: "Bearer "
            case .basic: "Basic "
            case .header(_, let prefix, _): prefix
            case .digest, .certificate, .query, .cookie, .combined, .alternatives: ""
            }
        }

        /// Whether the call has to choose before its request is authorized.
        var isComposed: Bool {
            switch self {
            case .combined, .alternatives: true
            default: false
            }
        }

        /// The schemes of which each alternative consists.
        private var choices: [[AuthScheme]] {
            switch self {
            case .alternatives(let schemes): schemes.flatMap(\.choices)
            case .combined(let schemes):
                schemes.reduce([[]]) { choices, scheme in
                    choices.flatMap { first in scheme.choices.map { first + $0 } }
                }
            default: [[self]]
            }
        }

        /// All schemes of all alternatives.
        var parts: [AuthScheme] { choices.flatMap(\.self) }

        /// Returns the schemes of the first alternative that the client can meet.
        ///
        /// - Parameter isGiven: Whether the client has a credential.
        func chosen(isGiven: (AuthScheme) -> Bool) throws(APIError.Cause) -> [AuthScheme] {
            if let choice = choices.first(where: { $0.allSatisfy(isGiven) }) { return choice }
            let needed = choices.map { $0.map(\.credential).joined(separator: " and ") }
            let given = Set(parts.filter(isGiven).map(\.credential)).sorted()
            throw APIError.Cause(
                .credentialFailed,
                "the call needs the credentials \(needed.joined(separator: ", or ")); the client has "
                    + (given.isEmpty ? "none of them" : "only \(given.joined(separator: ", "))"),
                advice: "give the client all credentials of one alternative")
        }
    }
}

extension RequestBuilder {
    /// Removes a credential set by an earlier layer, because the endpoint's scheme replaces it.
    mutating func dropEarlierCredential() {
        guard let auth else { return }
        for scheme in auth.isComposed ? auth.parts : [auth] {
            if let field = scheme.field { headers[field] = nil }
        }
    }
}
