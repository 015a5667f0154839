internal import PosthornSpec

/// Declares a union.
struct UnionBuilder {
    let context: GeneratorContext
    let root: String?

    func declaration(name: String, spec: UnionSpec, doc: DocComment) -> Declaration {
        var members: [Declaration] = spec.cases.map { union in
            .enumCase(
                CaseDeclaration(
                    text: "\(SwiftName.escaped(union.swiftName))(\(spell(union.type)))"))
        }
        members.append(
            .enumCase(
                CaseDeclaration(
                    doc: [.text("A value of a type that the spec does not list.")],
                    text: "unknown(JSONValue)")))
        members.append(
            .function(
                FunctionDeclaration(
                    introducer: "public init", parameters: ["json: inout JSONReader"],
                    effects: "throws", body: reading(spec))))
        members.append(
            .function(
                FunctionDeclaration(
                    introducer: "public func write", parameters: ["json: inout JSONWriter"],
                    body: [writing(spec)])))
        let isRecursive = root.map(context.recursive.contains) ?? false
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public \(isRecursive ? "indirect " : "")enum", name: name,
                inherits: ["JSONModel"], members: members))
    }

    private func spell(_ type: TypeExpression) -> String { TypeSpelling().spell(type) }

    private func reading(_ spec: UnionSpec) -> [Statement] {
        let unknown = "self = .unknown(try JSONValue(json: &json))"
        guard let discriminator = spec.discriminator else {
            return spec.cases.map { union in
                .block(
                    "if let value = try json.attempt(\(spell(union.type)).self\(form(of: union)))",
                    [.text("self = .\(union.swiftName)(value)"), .text("return")])
            } + [.text(unknown)]
        }
        var branches = spec.cases.map { union in
            Statement.Branch(
                pattern: "case \(literal(union.wireName))",
                result: "self = .\(union.swiftName)(try \(spell(union.type))(json: &json))")
        }
        branches.append(Statement.Branch(pattern: "default", result: unknown))
        return [
            .switching(on: "try json.discriminator(\(literal(discriminator)))", branches)
        ]
    }

    private func writing(_ spec: UnionSpec) -> Statement {
        var branches = spec.cases.map { union in
            Statement.Branch(
                pattern: "case .\(union.swiftName)(let value)",
                result: "json.write(value\(form(of: union))\(tag(of: union, spec)))")
        }
        branches.append(
            Statement.Branch(
                pattern: "case .unknown(let value)", result: "json.write(value)"))
        return .switching(on: "self", branches)
    }

    /// The argument that says how a date or data is written, if it is not as usual.
    private func form(of union: UnionCase) -> String {
        guard case .named(let name) = union.type.innermost, let form = name.form else { return "" }
        return ", as: .\(form)"
    }

    /// The arguments that have the union write the discriminator: before the object's own members, or
    /// in place of the one that the object has.
    private func tag(of union: UnionCase, _ spec: UnionSpec) -> String {
        guard let name = spec.discriminator else { return "" }
        let isMember = context.shapes.shape(of: union.type)?.places[name] != nil
        let value = literal(union.wireName)
        return isMember
            ? ", replacing: \(literal(name)), by: \(value)" : ", tagged: \(literal(name)), \(value)"
    }
}
