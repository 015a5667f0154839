internal import PosthornSpec

/// The generator of what the types of a union share: a protocol, and the properties of the union.
struct SharedMembersBuilder {
    let context: GeneratorContext

    /// Returns the name of the protocol for an object that unions include.
    private func protocolName(of type: String) -> String { context.path(of: type) + "Members" }

    /// Returns the protocols of an object, for itself and for what it includes.
    func protocols(of name: String, includes: [TypeName], isDeclared: Bool) -> [String] {
        var names = context.shapes.includedNames(includes)
        if isDeclared { names.insert(name) }
        return names.intersection(context.shared).sorted().map(protocolName)
    }

    /// Returns the protocol for an object that unions include, or `nil` for another type.
    func declaration(of type: TypeSpec) -> Declaration? {
        guard context.shared.contains(type.name) else { return nil }
        return .type(
            "protocol", type.name + "Members", ["Sendable"],
            doc: [.text("The members of ``\(type.name)``, which other types include.")],
            fields(of: type.name).map { field in
                var property = field.property("var", doc: field.doc.map { [.text($0)] } ?? [])
                property.name += " { get }"
                property.hasAccess = false
                return property
            })
    }

    private func fields(of type: String) -> [FieldModel] {
        guard case .object(let own, let includes) = context.types[type]?.kind else { return [] }
        return context.shapes.fields(own, includes).filter { !$0.holdsOthers && !$0.isConstant }.map
        {
            FieldModel($0, owner: context.path(of: type), context: context)
        }
    }

    /// The properties with the members that all cases of a union share.
    func properties(of union: UnionSpec) -> [Declaration] {
        let isPartial = union.isOpen || union.keepsMalformed
        return union.includes.flatMap { name -> [Declaration] in
            let property = SwiftName.escaped(SwiftName.camelCase(name.text) ?? name.text)
            let type = "any " + protocolName(of: name.text)
            var branches = union.cases.map {
                Statement.Branch("case .\($0.swiftName)(let value)", "value")
            }
            let reading = "try? value.decode(\(context.path(of: name.text)).self)"
            let event = union.isByEvent ? "_, " : ""
            if union.isOpen { branches.append(.init("case .unknown(\(event)let value)", reading)) }
            if union.keepsMalformed {
                branches.append(.init("case .malformed(\(event)let value, _)", reading))
            }
            let doc =
                "The members of ``\(name.text)``, which all cases have"
                + (isPartial ? "; `nil` for another value that lacks one of them." : ".")
            let head = Declaration.function(
                "var \(property): " + (isPartial ? "(\(type))?" : type), nil, doc: [.text(doc)],
                [.switching(on: "self", branches)])
            return [head]
                + fields(of: name.text).map { field in
                    var member = field.property(
                        "var",
                        doc: [
                            .text(field.doc ?? "The member `\(field.wireNameInDoc)` of all cases.")
                        ])
                    if isPartial, !member.name.hasSuffix("?") { member.name += "?" }
                    member.content = .getter("\(property)\(isPartial ? "?" : "").\(field.name)")
                    return member
                }
        }
    }
}
