internal import PosthornSpec

/// Declares the credentials of a service.
struct AuthBuilder {
    let service: ServiceSpec

    var credentialNamed: FunctionDeclaration {
        var branches = service.auth.map {
            Statement.Branch(pattern: "case \(literal($0.name))", result: "auth.\($0.name)")
        }
        branches.append(Statement.Branch(pattern: "default", result: "nil"))
        return FunctionDeclaration(
            doc: [.text("Finds the credential that an endpoint names.")],
            introducer: "public func credential", parameters: ["named name: String"],
            effects: "-> Credential?", body: [.switching(on: "name", branches)])
    }

    var type: TypeDeclaration {
        var members: [Declaration] = service.auth.map { auth in
            .variable(
                VariableDeclaration(
                    doc: [.text(doc(of: auth))], introducer: "public var",
                    name: SwiftName.escaped(auth.name), rest: ": Credential"))
        }
        members.append(
            .function(
                FunctionDeclaration(
                    doc: [.text("Creates the set of credentials.")], introducer: "public init",
                    parameters: service.auth.map { "\(SwiftName.label($0.name)): Credential" },
                    body: service.auth.map {
                        .text("self.\($0.name) = \(SwiftName.escaped($0.name))")
                    })))
        return TypeDeclaration(
            doc: [
                .text(
                    "The credentials of ``\(service.name)``; their values are bound here and never "
                        + "in the spec.")
            ],
            introducer: "public struct", name: "Auth", inherits: ["Sendable"], members: members)
    }

    private func doc(of auth: AuthSpec) -> String {
        let way =
            switch auth.scheme {
            case .bearer: "Sent as `Authorization: Bearer …`."
            case .basic: "Sent as `Authorization: Basic …`."
            case .header(let name): "Sent as the header `\(name)`."
            }
        return (auth.doc.map { DocText.sentence($0) + " " } ?? "") + way
    }
}
