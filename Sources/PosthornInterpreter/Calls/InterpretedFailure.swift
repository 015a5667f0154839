@_spi(Generated) package import PosthornCore
package import PosthornSpec

/// The failure of an interpreted call: one that the spec documents, or another one.
package enum InterpretedFailure: EndpointFailure {
    /// A failure that the spec documents under a name, such as `outOfStock`.
    case documented(name: String, InterpretedResponse, APIError)
    case other(APIError)

    /// Creates the failure of a call from the error that it threw; `nil` for one that no call throws.
    package init?(_ error: any Error) {
        switch error {
        case let failure as InterpretedFailure: self = failure
        case let error as APIError: self = .other(error)
        default: return nil
        }
    }

    package var apiError: APIError {
        switch self {
        case .documented(_, _, let error), .other(let error): error
        }
    }

    package static func decode(from response: CallResponse) throws -> Self? {
        guard let plan = CallPlan.current else { return nil }
        let status = response.raw.status.code
        let errors = plan.endpoint.errors.sorted { $0.condition < $1.condition }
        let found = errors.first { error in
            switch error.condition {
            case .code: false
            case .exact(let exact): exact == status
            case .hundred(let first): status / 100 == first
            case .others: true
            }
        }
        return try found.map { try failure($0, response, plan) }
    }

    package static func decode(
        code: EnvelopeCode, from response: CallResponse
    ) throws -> Self? {
        guard let plan = CallPlan.current else { return nil }
        let found = plan.endpoint.errors.first { error in
            if case .code(let own) = error.condition { EnvelopeCode(own) == code } else { false }
        }
        return try found.map { try failure($0, response, plan) }
    }

    private static func failure(
        _ error: ErrorSpec, _ response: CallResponse, _ plan: CallPlan
    ) throws -> Self {
        let policy = error.response?.builtIn
        var value: JSONValue?
        switch (error.type?.wrapped.scalar, policy?.reading) {
        case (nil, _) where error.type == nil, (.data, _), (_, .bytes): break
        case (.string, .text): value = .string(try response.value(by: .text))
        case (.string, nil): value = .string(try response.failure())
        case (_, .json): value = try response.value(JSONValue.self, by: .json)
        default: value = try response.failure(JSONValue.self)
        }
        let documented = response.failure(named: error.name)
        return .documented(
            name: error.name,
            InterpretedResponse(failure: value, error.type, response.raw, plan), documented.apiError
        )
    }
}

extension EnvelopeCode {
    /// Creates the code of an envelope in a spec.
    package init(_ code: EnvelopeSpec.Code) {
        switch code {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .bool(let bool): self = .bool(bool)
        }
    }
}
