internal import PosthornSpec

/// Declares the failures of an endpoint.
struct FailureBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's method as documentation links it.
    let symbol: String

    var declaration: Declaration {
        var members: [Declaration] = endpoint.errors.map { error in
            let type = "Documented<\(error.type.map { TypeSpelling().spell($0) } ?? "Void")>"
            let payload = error.hasStatus ? "status: Int, \(type)" : type
            return .enumCase(
                CaseDeclaration(
                    doc: [.text(error.summary)],
                    text: "\(SwiftName.escaped(error.name))(\(payload))"))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A failure that the spec does not document.")],
                    text: "other(APIError)")))
        members += decoders.map { .function($0) } + [.function(inside)]
        return .type(
            TypeDeclaration(
                doc: [.text("The ways in which \(symbol) fails.")], introducer: "public enum",
                name: "Failure", inherits: ["EndpointFailure"], members: members))
    }

    /// What finds the case for a code, and that for a status.
    private var decoders: [FunctionDeclaration] {
        let codes = endpoint.errors.filter(\.isByCode)
        // The first that fits is taken: one status, then a hundred, then all others.
        let statuses = endpoint.errors.filter { !$0.isByCode }
            .sorted { $0.condition < $1.condition }
        return [
            decoder(
                of: codes, on: "code", ["code: EnvelopeCode", "from response: TransportResponse"]),
            decoder(of: statuses, on: "response.status.code", ["from response: TransportResponse"]),
        ].compactMap { $0 }
    }

    private func decoder(
        of errors: [ErrorSpec], on subject: String, _ parameters: [String]
    ) -> FunctionDeclaration? {
        guard let first = errors.first else { return nil }
        var branches = errors.map { error in
            let call = making(error)
            return Statement.Branch(
                pattern: error.pattern, result: Wrapping.flat(call), call: call)
        }
        if errors.last?.condition != .others {
            branches.append(Statement.Branch(pattern: "default", result: "nil"))
        }
        return FunctionDeclaration(
            introducer: "public static func decode", parameters: parameters,
            effects: "throws -> Self?",
            body: branches.count == 1
                ? [.call(prefix: "", making(first))] : [.switching(on: subject, branches)])
    }

    private func making(_ error: ErrorSpec) -> Call {
        var arguments = [
            Call.Argument(
                label: nil,
                value: .text(
                    (error.type == nil ? "" : "try ")
                        + "response.failure(named: \(literal(error.name)))"))
        ]
        if error.hasStatus {
            arguments.insert(
                Call.Argument(label: "status", value: .text("response.status.code")), at: 0)
        }
        return Call(".\(error.name)", arguments)
    }

    /// The error inside of each case.
    private var inside: FunctionDeclaration {
        var branches = endpoint.errors.map { error in
            let status = error.hasStatus ? "_, " : ""
            return Statement.Branch(
                pattern: "case .\(error.name)(\(status)let failure)", result: "failure.apiError")
        }
        branches.append(Statement.Branch(pattern: "case .other(let error)", result: "error"))
        return FunctionDeclaration(
            introducer: "public var apiError: APIError", parameters: nil,
            body: [.switching(on: "self", branches)])
    }
}

extension ErrorSpec {
    fileprivate var isByCode: Bool { if case .code = condition { true } else { false } }

    /// Whether its case says which of several statuses it was.
    fileprivate var hasStatus: Bool {
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
