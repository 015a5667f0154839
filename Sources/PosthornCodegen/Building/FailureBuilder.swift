internal import PosthornSpec

/// The generator of an endpoint's `Failure` enum.
struct FailureBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's method as a link in documentation.
    let symbol: String
    let context: GeneratorContext

    var declaration: Declaration {
        let cases = endpoint.errors.map { error in
            let type = "Documented<\(error.type.map { TypeSpelling(context).spell($0) } ?? "Void")>"
            let payload = MessageHeaders(error.headers, context)
                .payload(after: (error.hasStatus ? ["status: Int"] : []) + [type])
            return Declaration.enumCase(
                SwiftName.escaped(error.name) + payload, doc: [.text(error.summary)])
        }
        let other = Declaration.enumCase(
            "other(APIError)", doc: [.text("A failure that the spec does not document.")])
        return .type(
            "enum", "Failure", ["EndpointFailure"],
            doc: [.text("The ways in which \(symbol) fails.")],
            cases + [other] + decoders + [inside])
    }

    /// The functions that decode a failure by its code and by its status.
    private var decoders: [Declaration] {
        let codes = endpoint.errors.filter(\.isByCode)
        // The first match wins: exact statuses, then classes, then all others.
        let statuses = endpoint.errors.filter { !$0.isByCode }
            .sorted { $0.condition < $1.condition }
        return [
            decoder(
                of: codes, on: "code", ["code: EnvelopeCode", "from response: CallResponse"]),
            decoder(of: statuses, on: "response.status.code", ["from response: CallResponse"]),
        ].compactMap { $0 }
    }

    private func decoder(
        of errors: [ErrorSpec], on subject: String, _ parameters: [String]
    ) -> Declaration? {
        guard let first = errors.first else { return nil }
        var branches = errors.map { Statement.Branch($0.pattern, making($0)) }
        if errors.last?.condition != .others { branches.append(.init("default", "nil")) }
        return .function(
            "static func decode", parameters, effects: "throws -> Self?",
            branches.count == 1 ? [.call(making(first))] : [.switching(on: subject, branches)])
    }

    private func making(_ error: ErrorSpec) -> Call {
        let policy = error.response?.builtIn.map { ", by: \($0.member)" } ?? ""
        let failure = "response.failure(named: \(literal(error.name))\(policy))"
        let headers = MessageHeaders(error.headers, context).arguments
        let isTried = error.type != nil && headers.isEmpty
        return Call(
            (headers.isEmpty ? "." : "try .") + error.name,
            (error.hasStatus ? [Call.Argument("status", "response.status.code")] : [])
                + [Call.Argument((isTried ? "try " : "") + failure)] + headers)
    }

    /// The property that returns the `APIError` of each case.
    private var inside: Declaration {
        let branches = endpoint.errors.map { error in
            Statement.Branch(
                "case .\(error.name)(\(error.hasStatus ? "_, " : "")let failure"
                    + String(repeating: ", _", count: error.headers.count) + ")",
                "failure.apiError")
        }
        return .function(
            "var apiError: APIError", nil,
            [
                .switching(
                    on: "self", branches + [Statement.Branch("case .other(let error)", "error")])
            ])
    }
}

extension ErrorSpec {
    fileprivate var isByCode: Bool { if case .code = condition { true } else { false } }

    /// Whether the case covers several statuses, so that it has the actual status as a value.
    var hasStatus: Bool {
        switch condition {
        case .code, .exact: false
        case .hundred, .others: true
        }
    }

    fileprivate var summary: String {
        let condition =
            switch condition {
            case .code(let code): "Code \(DefaultText.code(BuilderCalls.code(code)))."
            case .exact(let status): "Status \(status)."
            case .hundred(let first): "A status from \(first)00 to \(first)99."
            case .others: "Any other status that is no success."
            }
        return (doc.map { DocText.sentence($0) + " " } ?? "") + condition
    }

    fileprivate var pattern: String {
        switch condition {
        case .code(let code): "case \(BuilderCalls.code(code))"
        case .exact(let status): "case \(status)"
        case .hundred(let first): "case \(first)00...\(first)99"
        case .others: "default"
        }
    }
}
