internal import PosthornSpec

/// The generator of the `Failure` enum of an endpoint or of the service.
struct FailureBuilder {
    let errors: [ErrorSpec]
    /// The first line of the enum's documentation.
    let doc: String
    /// Whether the enum is that of the service, with the errors that its endpoints share.
    var isShared = false
    let context: GeneratorContext

    var declaration: Declaration {
        let cases = errors.map { error in
            let type = "Documented<\(error.type.map { TypeSpelling(context).spell($0) } ?? "Void")>"
            let payload = MessageHeaders(error.headers, context)
                .payload(after: (error.hasStatus ? ["status: Int"] : []) + [type])
            return Declaration.enumCase(
                SwiftName.escaped(error.name) + payload, doc: [.text(error.summary)])
        }
        let other = Declaration.enumCase(
            "other(APIError)", doc: [.text("A failure that the spec does not document.")])
        return .type(
            "enum", "Failure",
            [context.service.errors.isEmpty ? "EndpointFailure" : "ServiceFailureConvertible"],
            doc: [.text(doc)], cases + [other] + decoders + [inside] + serviceFailure)
    }

    /// The property that converts the failure to that of the service.
    private var serviceFailure: [Declaration] {
        let shared = context.service.errors
        guard !shared.isEmpty, !isShared else { return [] }
        let known = Set(SharedFailures.cases(of: shared, withDocs: false))
        let branches = errors.filter {
            known.contains(SharedFailures.cases(of: [$0], withDocs: false)[0])
        }.map { error in
            let values =
                (error.hasStatus ? [("status", "status")] : []) + [("", "failure")]
                + error.headers.map { field in
                    let name = SwiftName.escaped(field.swiftName)
                    return (SwiftName.argumentLabel(field.swiftName), name)
                }
            let pattern = values.map { "let \($0.1)" }.joined(separator: ", ")
            return Statement.Branch(
                "case .\(error.name)(\(pattern))",
                Call(
                    ".\(error.name)",
                    values.map { $0.0.isEmpty ? .init($0.1) : .init($0.0, $0.1) }))
        }
        return [
            .function(
                "var serviceFailure: \(context.service.name).Failure", nil,
                branches.isEmpty
                    ? [.text(".other(apiError)")]
                    : [
                        .switching(
                            on: "self", branches + [.init("default", ".other(apiError)")])
                    ])
        ]
    }

    /// The functions that decode a failure by its code and by its status.
    private var decoders: [Declaration] {
        let codes = errors.filter(\.isByCode)
        // The first match wins: exact statuses, then classes, then all others.
        let statuses = errors.filter { !$0.isByCode }
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
        let branches = errors.map { error in
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
