internal import PosthornSpec

/// Declares the failures of an endpoint.
struct FailureBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's method as documentation links it.
    let symbol: String

    var declaration: Declaration {
        var members: [Declaration] = endpoint.errors.map { error in
            let type = TypeSpelling().spell(error.type)
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
        members.append(.function(documented))
        return .type(
            TypeDeclaration(
                doc: [.text("The ways in which \(symbol) fails.")], introducer: "public enum",
                name: "Failure", inherits: ["EndpointFailure"], members: members))
    }

    private var documented: FunctionDeclaration {
        // The first that fits is taken: one status, then a hundred, then all others.
        var branches = endpoint.errors.sorted { $0.status < $1.status }.map { error in
            let status = error.hasStatus ? "status: response.status.code, " : ""
            return Statement.Branch(
                pattern: error.pattern,
                result: ".\(error.name)(\(status)try response.failure())")
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
