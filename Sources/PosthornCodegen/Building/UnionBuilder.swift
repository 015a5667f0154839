internal import PosthornSpec

/// The generator of a union.
struct UnionBuilder {
    let context: GeneratorContext
    let root: String?

    func declaration(name: String, spec: UnionSpec, doc: DocComment) -> Declaration {
        let isIndirect = context.layout.isIndirect(spec, in: root)
        return .type(
            isIndirect ? "indirect enum" : "enum", name,
            [spec.isByEvent ? "JSONEvent" : "JSONModel"], doc: doc,
            spec.cases.map { union in
                .enumCase("\(SwiftName.escaped(union.swiftName))(\(spell(union.type)))")
            } + otherCases(spec) + [
                .function(
                    "init", (spec.isByEvent ? ["event: String"] : []) + ["json: inout JSONReader"],
                    effects: "throws", reading(spec)),
                .function("func write", ["json: inout JSONWriter"], [writing(spec)]),
            ] + SharedMembersBuilder(context: context).properties(of: spec))
    }

    /// The cases for values of other types and for those that can't be read.
    private func otherCases(_ spec: UnionSpec) -> [Declaration] {
        var cases: [Declaration] = []
        if spec.isOpen {
            cases.append(
                spec.isByEvent
                    ? .enumCase(
                        "unknown(String, JSONValue)",
                        doc: [
                            .text("The name and the data of an event that the spec does not list.")
                        ])
                    : .enumCase(
                        "unknown(JSONValue)",
                        doc: [.text("A value of a type that the spec does not list.")]))
        }
        if spec.keepsMalformed {
            cases.append(
                spec.isByEvent
                    ? .enumCase(
                        "malformed(String, JSONValue, JSONError)",
                        doc: [
                            .text("The name and the data of an event that can't be read, and why.")
                        ])
                    : .enumCase(
                        "malformed(JSONValue, JSONError)",
                        doc: [.text("A value that can't be read as its type, and why.")]))
        }
        return cases
    }

    private func spell(_ type: TypeExpression) -> String { TypeSpelling(context).spell(type) }

    private func reading(_ spec: UnionSpec) -> [Statement] {
        // A closure returns the value, and the initializer assigns it.
        let (assigning, json) = spec.keepsMalformed ? ("", "$0") : ("self = ", "json")
        let unknown =
            spec.isByEvent
            ? "\(assigning).unknown(event, try \(json).eventData())"
            : "\(assigning).unknown(try JSONValue(json: &\(json)))"
        guard let discriminator = spec.discriminator else {
            let otherwise = spec.isOpen ? unknown : "throw json.noTypeFits()"
            return spec.cases.map { union in
                .block(
                    "if let value = try json.attempt(\(spell(union.type)).self\(form(of: union)))",
                    [.text("self = .\(union.swiftName)(value)"), .text("return")])
            } + [.text(otherwise)]
        }
        let branches = spec.cases.map { union in
            Statement.Branch(
                "case \(tags(of: union, spec))",
                "\(assigning).\(union.swiftName)(\(reading(union, spec, json)))")
        }
        let names = discriminator.map(literal)
        let otherwise =
            spec.isOpen
            ? Statement.Branch("default", unknown)
            : Statement.Branch(
                "default",
                spec.isByEvent
                    ? Call(
                        "throw \(json).unexpected", texts: [literal("the event " + values(spec))])
                    : Call(
                        "throw \(json).unlisted",
                        [.init(literal(values(spec))), .init("at", names.joined(separator: ", "))]))
        let reader =
            switch spec.tagKind {
            case .text: "discriminator"
            case .integer: "integerDiscriminator"
            case .bool: "boolDiscriminator"
            }
        let switching = Statement.switching(
            on: spec.isByEvent
                ? "event" : "try \(json).\(reader)(\(names.joined(separator: ", ")))",
            branches + [otherwise])
        guard spec.keepsMalformed else { return [switching] }
        let keeping =
            spec.isByEvent
            ? "keepingMalformedEvent({ .malformed(event, $0, $1) })"
            : "keepingMalformed(Self.malformed)"
        return [.block("self = try json.\(keeping)", [switching])]
    }

    /// Returns the expression that reads the value of a case.
    ///
    /// The data of an event need not be JSON.
    private func reading(_ union: UnionCase, _ spec: UnionSpec, _ json: String) -> String {
        if spec.isByEvent, union.type.scalar == .json { return "try \(json).eventData()" }
        return "try \(spell(union.type))(json: &\(json)\(form(of: union)))"
    }

    /// Returns the values of the discriminator that mean a type, as a list of literals.
    private func tags(of union: UnionCase, _ spec: UnionSpec) -> String {
        union.tags.map { spec.tagKind == .text ? literal($0) : $0 }.joined(separator: ", ")
    }

    /// Returns the values of a closed union's discriminator in the words of an error, at most eight.
    private func values(_ spec: UnionSpec) -> String {
        let all = spec.cases.flatMap(\.tags).map { spec.tagKind == .text ? "'\($0)'" : $0 }
        guard all.count > 8 else {
            return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
        }
        return all.prefix(8).joined(separator: ", ") + " or another of \(all.count)"
    }

    private func writing(_ spec: UnionSpec) -> Statement {
        let branches = spec.cases.map { union in
            Statement.Branch(
                "case .\(union.swiftName)(let value)",
                "json.write(value\(form(of: union))\(tag(of: union, spec)))")
        }
        var others: [Statement.Branch] = []
        let (name, event) = spec.isByEvent ? ("let event, ", ", event: event") : ("", "")
        if spec.isOpen {
            others.append(
                .init("case .unknown(\(name)let value)", "json.write(value\(event))"))
        }
        if spec.keepsMalformed {
            others.append(
                .init("case .malformed(\(name)let value, _)", "json.write(value\(event))"))
        }
        return .switching(on: "self", branches + others)
    }

    /// Returns the argument for the format of a date, of data or of a number, empty for the default one.
    private func form(of union: UnionCase) -> String {
        union.type.format.map { ", as: \($0)" } ?? ""
    }

    /// Returns the arguments with which the union writes the discriminator.
    ///
    /// The union writes it before the object's own members, or in place of the object's own discriminator.
    private func tag(of union: UnionCase, _ spec: UnionSpec) -> String {
        if spec.isByEvent { return ", event: \(literal(union.tags.first ?? ""))" }
        guard let path = spec.discriminator, let name = path.first else { return "" }
        let value = tags(of: union, spec)
        let shape = context.shapes.shape(of: union.type)
        let member = shape.flatMap { shape in shape.places[name].map { shape.fields[$0] } }
        let isSent = member.map { !$0.traits.isReadOnly && $0.traits.at.isEmpty } ?? false
        guard path.count == 1, !isSent else {
            guard path.count == 1, union.tags.count == 1, spec.tagKind == .text else {
                let names = path.map(literal).joined(separator: ", ")
                return ", replacing: [\(names)], by: [\(value)]"
            }
            return ", replacing: \(literal(name)), by: \(value)"
        }
        // The members without a name may have the discriminator; one that is only read is not sent.
        return member != nil || shape?.holdsOthers == true
            ? ", setting: \(literal(name)), to: \(value)" : ", tagged: \(literal(name)), \(value)"
    }
}
