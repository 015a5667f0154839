internal import PosthornSpec

/// Declares the failures of an endpoint.
struct FailureBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's method as documentation links it.
    let symbol: String

    var declaration: Declaration {
        var members: [Declaration] = endpoint.errors.map { error in
            .enumCase(
                CaseDeclaration(
                    doc: [.text("Status \(error.status).")],
                    text: "\(SwiftName.escaped(error.name))(\(TypeSpelling().spell(error.type)))"))
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
        var branches = endpoint.errors.map { error in
            Statement.Branch(
                pattern: "case \(error.status)",
                result: ".\(error.name)(try response.failure())")
        }
        branches.append(Statement.Branch(pattern: "default", result: "nil"))
        return FunctionDeclaration(
            introducer: "public static func documented",
            parameters: ["_ response: ReceivedResponse"],
            effects: "throws -> Self?",
            body: [.switching(on: "response.status.code", branches)])
    }
}
