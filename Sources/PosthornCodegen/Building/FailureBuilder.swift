internal import PosthornSpec

/// Declares the failures of an endpoint.
struct FailureBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's method as documentation links it.
    let symbol: String

    var declaration: Declaration {
        var members: [Declaration] = endpoint.errors.map { error in
            let type = error.type.map { TypeSpelling().spell($0) }
            return .enumCase(
                CaseDeclaration(
                    doc: [.text(error.doc)],
                    text: SwiftName.escaped(error.name)
                        + error.payload(status: "Int", body: type)))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A failure that the spec does not document.")],
                    text: "other(APIError)")))
        members.append(.function(documented))
        return .type(
            TypeDeclaration(
                doc: [.text("The ways in which \(symbol) fails.")], introducer: "public enum",
                name: "Failure", inherits: ["EndpointFailure"], members: members))
    }

    private var documented: FunctionDeclaration {
        // The first that fits is taken: one status, then a hundred, then all others.
        var branches = endpoint.errors.sorted { $0.status < $1.status }.map { error in
            let body = error.type.map { _ in "try response.failure()" }
            return Statement.Branch(
                pattern: error.pattern,
                result: ".\(error.name)"
                    + error.payload(status: "response.status.code", body: body))
        }
        if !endpoint.errors.contains(where: { $0.status == .others }) {
            branches.append(Statement.Branch(pattern: "default", result: "nil"))
        }
        return FunctionDeclaration(
            introducer: "public static func documented",
            parameters: ["_ response: ReceivedResponse"],
            effects: "throws -> Self?",
            body: branches.count == 1
                ? [.text(branches[0].result)] : [.switching(on: "response.status.code", branches)])
    }
}

extension ErrorSpec {
    /// Whether its case says which of several statuses it was.
    fileprivate var hasStatus: Bool {
        if case .exact = status { false } else { true }
    }

    /// The payload of its case, in parentheses; nothing without a status and a body.
    fileprivate func payload(status: String, body: String?) -> String {
        let values = (hasStatus ? ["status: \(status)"] : []) + (body.map { [$0] } ?? [])
        return values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
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
