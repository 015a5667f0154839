internal import PosthornSpec

/// Declares an open enum.
enum OpenEnumBuilder {
    static func declaration(name: String, cases: [EnumCase], doc: DocComment) -> Declaration {
        var members: [Declaration] = cases.map {
            .enumCase(CaseDeclaration(text: SwiftName.escaped($0.swiftName)))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A value that the spec does not list.")], text: "unknown(String)")))
        members.append(.function(initializer(cases)))
        members.append(.function(rawValue(cases)))
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public enum", name: name, inherits: ["OpenEnum"],
                members: members))
    }

    private static func initializer(_ cases: [EnumCase]) -> FunctionDeclaration {
        var branches = cases.map {
            Statement.Branch(
                pattern: "case \(literal($0.rawValue))",
                result: "self = .\($0.swiftName)")
        }
        branches.append(Statement.Branch(pattern: "default", result: "self = .unknown(rawValue)"))
        return FunctionDeclaration(
            introducer: "public init", parameters: ["rawValue: String"],
            body: [.switching(on: "rawValue", branches)])
    }

    private static func rawValue(_ cases: [EnumCase]) -> FunctionDeclaration {
        var branches = cases.map {
            Statement.Branch(
                pattern: "case .\($0.swiftName)", result: literal($0.rawValue))
        }
        branches.append(Statement.Branch(pattern: "case .unknown(let value)", result: "value"))
        return FunctionDeclaration(
            introducer: "public var rawValue: String", parameters: nil,
            body: [.switching(on: "self", branches)])
    }
}
