extension RequestBuilder {
    /// The credential that a call carries and the way it is sent.
    ///
    /// The credential is a name from the service's spec. ``APIService/credential(named:)`` returns its value.
    public enum AuthScheme: Hashable, Sendable {
        /// `Authorization: Bearer …` (RFC 6750), with the name of the credential.
        case bearer(String)
        /// `Authorization: Basic …` (RFC 7617), with the name of the credential.
        case basic(String)
        /// A header field that holds only the credential: the field's name and the name of the credential.
        case header(String, credential: String)

        /// The name of the credential.
        public var credential: String {
            switch self {
            case .bearer(let name), .basic(let name), .header(_, let name): name
            }
        }

        /// The header field that carries the credential.
        var field: HTTPField.Name? {
            switch self {
            case .bearer, .basic: .authorization
            case .header(let name, _): HTTPField.Name(name)
            }
        }

        /// The text before the credential in the field's value.
        var prefix: String {
            switch self {
            case .bearer: "Bearer "
            case .basic: "Basic "
            case .header: ""
            }
        }
    }
}

extension RequestBuilder {
    /// Removes a credential set by an earlier layer, because the endpoint's scheme replaces it.
    mutating func dropEarlierCredential() { if let field = auth?.field { headers[field] = nil } }
}
