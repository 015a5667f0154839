/// A documented failure of an endpoint.
package struct ErrorSpec: Sendable {
    /// The responses that the failure matches.
    package var condition: Condition
    package var mark: SourceMark
    /// The type of the response body or of its envelope's payload.
    ///
    /// `nil` if the body is not decoded.
    package var type: TypeExpression?
    /// The place of the type, or of the condition if there is no type.
    package var typeMark: SourceMark
    /// The name of the generated case, without backticks.
    package var name: String
    package var doc: String?
    /// The header fields that the case has beside the body.
    package var headers: [FieldSpec] = []
    /// The policy that decodes the body, or `nil` for those of the call.
    package var response: ResponseSpec?
    /// Whether the failure loads a credential anew; `nil` for what it usually does: only 401 loads one.
    package var refreshes: Bool?
    /// Where the spec documents the error.
    var origin = Origin.endpoint

    /// What documents an error.
    enum Origin: Hashable, Sendable {
        case endpoint
        /// Another key of the endpoint, so that a shared error for the status replaces it.
        case implied
        case group
        /// The service, in the file with this path.
        case service(String)
    }

    /// Whether the endpoint has the error from its group or its service.
    var isInherited: Bool {
        switch origin {
        case .endpoint, .implied: false
        case .group, .service: true
        }
    }

    /// The file with the error, or `nil` for that of the endpoint.
    package var otherPath: String? { if case .service(let path) = origin { path } else { nil } }

    /// A condition on a response.
    ///
    /// If several conditions match a response, the order of the cases decides: codes first, `others` last.
    package enum Condition: Hashable, Comparable, Sendable {
        case code(EnvelopeSpec.Code)
        /// The response has this status.
        case exact(Int)
        /// The status is in a class, such as 4 for `4xx`.
        case hundred(Int)
        case others

        /// The condition as a spec writes it.
        package var text: String {
            switch self {
            case .code(let code): "code \(code.text)"
            case .exact(let status): String(status)
            case .hundred(let first): "\(first)xx"
            case .others: "default"
            }
        }
    }
}

extension FileLog {
    /// Returns the log of the file that documents an error.
    ///
    /// An error of the service is reported once, although each endpoint has it.
    func of(_ error: ErrorSpec) -> FileLog { error.otherPath.map(log.file) ?? self }
}
