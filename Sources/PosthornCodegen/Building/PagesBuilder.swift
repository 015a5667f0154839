internal import PosthornSpec

/// The generator of an endpoint's pagination.
struct PagesBuilder {
    let pages: PagesSpec
    let page: TypeExpression
    let endpoint: EndpointSpec
    let context: GeneratorContext

    var members: [Declaration] { [items, next] + (pages.end.map { [end($0)] } ?? []) }

    private var pageName: String { TypeSpelling().spell(page) }

    private func pageField(_ name: TypeName) -> FieldSpec? { context.field(name, of: page) }

    private var itemsField: FieldSpec? { pages.items.flatMap(pageField) }

    private var items: Declaration {
        let type = itemsField.map { field in
            let name = pageName + "." + SwiftName.nestedType(of: field.swiftName)
            return TypeSpelling(inlineType: name).spell(field.type.wrapped)
        }
        let mayBeMissing = itemsField.map { $0.isOptional || $0.type.isNullable } ?? false
        let value = itemsField.map { "page.\(SwiftName.escaped($0.swiftName))" } ?? "page"
        return .function(
            "static func items", ["of page: \(pageName)"], effects: "-> \(type ?? pageName)",
            [.text(value + (mayBeMissing ? " ?? []" : ""))])
    }

    private var next: Declaration {
        .function(
            "func next", ["after page: APIResponse<\(pageName)>"], effects: "-> NextPage<Self>",
            [.call(step)])
    }

    private var step: Call {
        switch pages.step {
        case .cursor(let next, let into):
            return Call(
                ".cursor", [.init(value(next)), .init("into", parameter(into)), endpointArgument])
        case .page(let name): return Call(".number", ends(after: "after") + counting(name))
        case .offset(let name): return Call(".offset", ends(after: "by") + counting(name))
        case .link(let relation):
            return Call(".link", [.init(literal(relation)), .init("in", "page.headers")])
        }
    }

    /// Returns the arguments that tell whether a page is the last one.
    private func ends(after label: String) -> [Call.Argument] {
        let values: [(String, String?)] = [
            (label, "Self.items(of: page.value).count"), ("limit", pages.limit.map(limit)),
            ("total", pages.total.map(value)), ("pages", pages.count.map(value)),
        ]
        return values.compactMap { label, value in value.map { Call.Argument(label, $0) } }
    }

    /// Returns the parameter that differs between pages, with the first page's number if the spec implies it.
    private func counting(_ name: TypeName) -> [Call.Argument] {
        var arguments = [Call.Argument("in", parameter(name)), endpointArgument]
        let isCounted = pages.total != nil || pages.count != nil
        if case .page = pages.step, isCounted, let number = query(name)?.defaultValue?.value {
            let first = number == .text("0") ? "0" : "1"
            arguments.insert(.init("first", first), at: 0)
        }
        return arguments
    }

    /// Returns the expression for a field of the page.
    private func value(_ name: TypeName) -> String {
        "page.value.\(SwiftName.escaped(pageField(name)?.swiftName ?? name.text))"
    }

    /// Returns the property for the page size, which the function's parameter may shadow.
    private func limit(_ name: TypeName) -> String {
        let name = SwiftName.escaped(query(name)?.swiftName ?? name.text)
        return name == "page" ? "self.page" : name
    }

    private func end(_ status: Int) -> Declaration {
        .function("static var endStatus: Int?", nil, [.text("\(status)")])
    }

    private func query(_ name: TypeName) -> FieldSpec? {
        endpoint.parameters.first { $0.place == .query && $0.field.wireName == name.text }?.field
    }

    private var endpointArgument: Call.Argument { .init("of", "self") }

    /// Returns the key path of a query parameter.
    private func parameter(_ name: TypeName) -> String {
        "\\.\(SwiftName.escaped(query(name)?.swiftName ?? name.text))"
    }
}
