internal import PosthornSpec

/// Declares an open enum.
enum OpenEnumBuilder {
    static func declaration(name: String, spec: EnumSpec, doc: DocComment) -> Declaration {
        let cases = spec.cases
        let raw = spec.isInteger ? "Int" : "String"
        var members: [Declaration] = cases.map {
            .enumCase(CaseDeclaration(text: SwiftName.escaped($0.swiftName)))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A value that the spec does not list.")], text: "unknown(\(raw))")))
        members.append(.function(initializer(spec)))
        members.append(.function(rawValue(spec)))
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public enum", name: name,
                inherits: [spec.isInteger ? "OpenIntEnum" : "OpenEnum"],
                members: members))
    }

    private static func initializer(_ spec: EnumSpec) -> FunctionDeclaration {
        var branches = spec.cases.map {
            Statement.Branch(
                pattern: "case \(text($0, spec))",
                result: "self = .\($0.swiftName)")
        }
        branches.append(Statement.Branch(pattern: "default", result: "self = .unknown(rawValue)"))
        return FunctionDeclaration(
            introducer: "public init",
            parameters: ["rawValue: \(spec.isInteger ? "Int" : "String")"],
            body: [.switching(on: "rawValue", branches)])
    }

    private static func rawValue(_ spec: EnumSpec) -> FunctionDeclaration {
        var branches = spec.cases.map {
            Statement.Branch(
                pattern: "case .\($0.swiftName)", result: text($0, spec))
        }
        branches.append(Statement.Branch(pattern: "case .unknown(let value)", result: "value"))
        return FunctionDeclaration(
            introducer: "public var rawValue: \(spec.isInteger ? "Int" : "String")",
            parameters: nil,
            body: [.switching(on: "self", branches)])
    }

    private static func text(_ value: EnumCase, _ spec: EnumSpec) -> String {
        spec.isInteger ? value.rawValue : literal(value.rawValue)
    }
}
