internal import PosthornSpec

/// The generator of a union.
struct UnionBuilder {
    let context: GeneratorContext
    let root: String?

    func declaration(name: String, spec: UnionSpec, doc: DocComment) -> Declaration {
        let isIndirect = context.layout.isIndirect(spec, in: root)
        return .type(
            isIndirect ? "indirect enum" : "enum", name, ["JSONModel"], doc: doc,
            spec.cases.map { union in
                .enumCase("\(SwiftName.escaped(union.swiftName))(\(spell(union.type)))")
            } + [
                .enumCase(
                    "unknown(JSONValue)",
                    doc: [.text("A value of a type that the spec does not list.")]),
                .function("init", ["json: inout JSONReader"], effects: "throws", reading(spec)),
                .function("func write", ["json: inout JSONWriter"], [writing(spec)]),
            ])
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
        let branches = spec.cases.map { union in
            Statement.Branch(
                "case \(literal(union.wireName))",
                "self = .\(union.swiftName)(try \(spell(union.type))(json: &json))")
        }
        return [
            .switching(
                on: "try json.discriminator(\(literal(discriminator)))",
                branches + [Statement.Branch("default", unknown)])
        ]
    }

    private func writing(_ spec: UnionSpec) -> Statement {
        let branches = spec.cases.map { union in
            Statement.Branch(
                "case .\(union.swiftName)(let value)",
                "json.write(value\(form(of: union))\(tag(of: union, spec)))")
        }
        return .switching(
            on: "self",
            branches + [Statement.Branch("case .unknown(let value)", "json.write(value)")])
    }

    /// Returns the argument for the format of a date, of data or of a number, empty for the default one.
    private func form(of union: UnionCase) -> String {
        union.type.form.map { ", as: .\($0)" } ?? ""
    }

    /// Returns the arguments with which the union writes the discriminator.
    ///
    /// The union writes it before the object's own members, or in place of the object's own discriminator.
    private func tag(of union: UnionCase, _ spec: UnionSpec) -> String {
        guard let name = spec.discriminator else { return "" }
        let shape = context.shapes.shape(of: union.type)
        let value = literal(union.wireName)
        if shape?.places[name] != nil { return ", replacing: \(literal(name)), by: \(value)" }
        // The members without a name may have the discriminator.
        return shape?.holdsOthers == true
            ? ", setting: \(literal(name)), to: \(value)" : ", tagged: \(literal(name)), \(value)"
    }
}
