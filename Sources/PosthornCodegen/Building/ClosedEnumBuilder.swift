internal import PosthornSpec

/// Declares a closed enum.
enum ClosedEnumBuilder {
    static func declaration(name: String, spec: EnumSpec, doc: DocComment) -> Declaration {
        let members: [Declaration] = spec.cases.map { value in
            let raw = spec.isInteger ? value.rawValue : literal(value.rawValue)
            let isImplied = !spec.isInteger && value.rawValue == value.swiftName
            return .enumCase(
                CaseDeclaration(
                    text: SwiftName.escaped(value.swiftName) + (isImplied ? "" : " = \(raw)")))
        }
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public enum", name: name,
                inherits: [spec.isInteger ? "Int" : "String", "ClosedEnum"], members: members))
    }
}
