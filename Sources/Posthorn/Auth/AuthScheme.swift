/// Whose credential a call carries, and how it is sent.
///
/// The name is one of the service's spec; ``APIService/credential(named:)`` gives its value.
public enum AuthScheme: Hashable, Sendable {
    /// `Authorization: Bearer …` of RFC 6750.
    case bearer(String)
    /// `Authorization: Basic …` of RFC 7617.
    case basic(String)
    /// A header field of its own.
    case header(String, credential: String)
    /// No credential.
    case nobody

    /// The name of the credential.
    ///
    /// `nil` if there is none.
    public var credential: String? {
        switch self {
        case .bearer(let name), .basic(let name), .header(_, let name): name
        case .nobody: nil
        }
    }

    /// The header field that carries it.
    var field: HTTPField.Name? {
        switch self {
        case .bearer, .basic: .authorization
        case .header(let name, _): HTTPField.Name(name)
        case .nobody: nil
        }
    }

    /// What stands before the credential in its field.
    var prefix: String {
        switch self {
        case .bearer: "Bearer "
        case .basic: "Basic "
        case .header, .nobody: ""
        }
    }
}

extension RequestBuilder {
    /// The endpoint's word on credentials replaces what an earlier layer has put into the field.
    mutating func dropEarlierCredential() {
        if let field = auth?.field { headers[field] = nil }
    }
}
