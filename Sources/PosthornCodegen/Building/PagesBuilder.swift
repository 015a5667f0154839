internal import PosthornSpec

/// The generator of an endpoint's pagination.
struct PagesBuilder {
    let pages: PagesSpec
    let page: TypeExpression
    let endpoint: EndpointSpec
    let context: GeneratorContext

    var members: [Declaration] { [items, next] + (pages.end.map { [end($0)] } ?? []) }

    private var pageName: String { TypeSpelling(context).spell(page) }

    /// Returns the fields along a path of the page, such as `meta.next`.
    private func path(_ name: TypeName) -> [FieldSpec] {
        context.shapes.fields(along: name.text[...], of: page)
    }

    private var items: Declaration {
        let path = pages.items.map(path) ?? []
        let isOptional =
            page.isNullable || path.contains { $0.isOptional || $0.type.isNullable }
        return .function(
            "static func items", ["of page: \(pageName)"], effects: "-> \(itemsType(path))",
            [.text(value("page", path) + (isOptional ? " ?? []" : ""))])
    }

    private func itemsType(_ path: [FieldSpec]) -> String {
        path.reduce(TypeSpelling(context).spell(page.wrapped)) { owner, field in
            let inline = owner + "." + SwiftName.nestedType(of: field.swiftName)
            return TypeSpelling(context, inlineType: inline).spell(field.type.wrapped)
        }
    }

    /// Returns the expression for a field, with optional chaining.
    static func value(_ root: String, _ path: [FieldSpec]) -> String {
        path.enumerated().reduce(root) { text, step in
            let (place, field) = step
            let isOptional = field.isOptional || field.type.isNullable
            return text + "." + SwiftName.escaped(field.swiftName)
                + (field.isPresence ? ".value" : "")
                + (isOptional && place < path.count - 1 ? "?" : "")
        }
    }

    private var next: Declaration {
        .function(
            "func next", ["after page: APIResponse<\(pageName)>"], effects: "-> NextPage<Self>",
            [.call(step)])
    }

    private var step: Call {
        switch pages.step {
        case .cursor(let next, let into):
            return cursor(value(next), into: into)
        case .last(let name, let into):
            let path = item.map { context.shapes.fields(along: name.text[...], of: $0) } ?? []
            return cursor(Self.value("Self.items(of: page.value).last?", path), into: into)
        case .page(let name): return Call(".number", ends(after: "after") + counting(name))
        case .offset(let name): return Call(".offset", ends(after: "by") + counting(name))
        case .url(let name):
            let field = path(name).last
            let mayBeNil = field.map { $0.isOptional || $0.type.isNullable } ?? false
            let isURL = field?.type.wrapped.scalar == .url
            return Call(
                ".url",
                texts: [value(name) + (isURL ? "\(mayBeNil ? "?" : "").absoluteString" : "")])
        case .link(let relation):
            return Call(".link", [.init(literal(relation)), .init("in", "page.headers")])
        }
    }

    private func cursor(_ value: String, into name: TypeName) -> Call {
        Call(".cursor", [.init(value)] + more + [.init("into", parameter(name)), endpointArgument])
    }

    /// The type of an item.
    private var item: TypeExpression? {
        let list = pages.items.flatMap { path($0).last?.type } ?? page
        if case .array(let item) = list.wrapped { return item }
        return nil
    }

    /// The argument that tells whether another page follows.
    private var more: [Call.Argument] {
        pages.more.map { [Call.Argument("more", value($0))] } ?? []
    }

    /// Returns the arguments that tell whether a page is the last one.
    private func ends(after label: String) -> [Call.Argument] {
        let values: [(String, String?)] = [
            (label, "Self.items(of: page.value).count"), ("limit", pages.limit.map(limit)),
            ("total", pages.total.map(value)), ("pages", pages.count.map(value)),
        ]
        return values.compactMap { label, value in value.map { Call.Argument(label, $0) } } + more
    }

    /// Returns the parameter that differs between pages, with the first page's number if the spec implies it.
    private func counting(_ name: TypeName) -> [Call.Argument] {
        var arguments = [Call.Argument("in", parameter(name)), endpointArgument]
        let isCounted = pages.total != nil || pages.count != nil
        if case .page = pages.step, isCounted,
            let number = endpoint.pageParameter(name)?.defaultValue?.value
        {
            let first = number == .text("0") ? "0" : "1"
            arguments.insert(.init("first", first), at: 0)
        }
        return arguments
    }

    private func value(_ name: TypeName) -> String { value("page.value", path(name)) }

    /// Returns the expression for a field of a page, which a response without a body lacks.
    private func value(_ page: String, _ path: [FieldSpec]) -> String {
        Self.value(self.page.isNullable && !path.isEmpty ? page + "?" : page, path)
    }

    /// Returns the property for the page size, which the function's parameter may shadow.
    private func limit(_ name: TypeName) -> String {
        let name = SwiftName.escaped(endpoint.pageParameter(name)?.swiftName ?? name.text)
        return name == "page" ? "self.page" : name
    }

    private func end(_ end: PagesSpec.End) -> Declaration {
        switch end {
        case .status(let status):
            .function("static var endStatus: Int?", nil, [.text("\(status)")])
        case .repeated: .function("static var endsAtRepeatedPage: Bool", nil, [.text("true")])
        }
    }

    private var endpointArgument: Call.Argument { .init("of", "self") }

    /// Returns the key path of a parameter.
    private func parameter(_ name: TypeName) -> String {
        "\\.\(SwiftName.escaped(endpoint.pageParameter(name)?.swiftName ?? name.text))"
    }
}
