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
                    doc: [.text(error.doc)],
                    text: "\(SwiftName.escaped(error.name))(\(payload))"))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A failure that the spec does not document.")],
                    text: "other(APIError)")))
        members += [.function(documented), .function(inside)]
        return .type(
            TypeDeclaration(
                doc: [.text("The ways in which \(symbol) fails.")], introducer: "public enum",
                name: "Failure", inherits: ["EndpointFailure"], members: members))
    }

    private var documented: FunctionDeclaration {
        // The first that fits is taken: one status, then a hundred, then all others.
        var branches = endpoint.errors.sorted { $0.status < $1.status }.map { error in
            let call = making(error)
            return Statement.Branch(
                pattern: error.pattern, result: Wrapping.flat(call), call: call)
        }
        if !endpoint.errors.contains(where: { $0.status == .others }) {
            branches.append(Statement.Branch(pattern: "default", result: "nil"))
        }
        return FunctionDeclaration(
            introducer: "public static func documented",
            parameters: ["_ response: TransportResponse"],
            effects: "throws -> Self?",
            body: branches.count == 1
                ? [.call(prefix: "", making(endpoint.errors[0]))]
                : [.switching(on: "response.status.code", branches)])
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
    /// Whether its case says which of several statuses it was.
    fileprivate var hasStatus: Bool {
        if case .exact = status { false } else { true }
    }

    fileprivate var doc: String {
        switch status {
        case .exact(let status): "Status \(status)."
        case .hundred(let first): "A status from \(first)00 to \(first)99."
        case .others: "Any other status that is no success."
        }
    }

    fileprivate var pattern: String {
        switch status {
        case .exact(let status): "case \(status)"
        case .hundred(let first): "case \(first)00...\(first)99"
        case .others: "default"
        }
    }
}
