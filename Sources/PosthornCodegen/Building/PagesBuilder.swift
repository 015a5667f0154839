internal import PosthornSpec

/// Declares how the pages of an endpoint follow each other.
struct PagesBuilder {
    let pages: PagesSpec
    let page: TypeExpression
    let endpoint: EndpointSpec
    let context: GeneratorContext

    var members: [Declaration] {
        [.function(items), .function(next)] + (pages.end.map { [.function(end($0))] } ?? [])
    }

    private var pageName: String { TypeSpelling().spell(page) }

    private func pageField(_ name: TypeName) -> FieldSpec? { context.field(name, of: page) }

    private var itemsField: FieldSpec? { pages.items.flatMap(pageField) }

    private var items: FunctionDeclaration {
        let type = itemsField.map { field in
            let name = pageName + "." + SwiftName.nestedType(of: field.swiftName)
            return TypeSpelling(inlineType: name).spell(field.type.wrapped)
        }
        let mayBeMissing = itemsField.map { $0.isOptional || $0.type.isNullable } ?? false
        let value = itemsField.map { "page.\(SwiftName.escaped($0.swiftName))" } ?? "page"
        return FunctionDeclaration(
            introducer: "public static func items", parameters: ["of page: \(pageName)"],
            effects: "-> \(type ?? pageName)",
            body: [.text(value + (mayBeMissing ? " ?? []" : ""))])
    }

    private var next: FunctionDeclaration {
        FunctionDeclaration(
            introducer: "public func next", parameters: ["after page: Response<\(pageName)>"],
            effects: "-> NextPage<Self>", body: [.call(prefix: "", step)])
    }

    private var step: Call {
        switch pages.step {
        case .cursor(let next, let into):
            return Call(
                ".cursor",
                [
                    Call.Argument(label: nil, value: .text(value(next))),
                    Call.Argument(label: "into", value: .text(parameter(into))), endpointArgument,
                ])
        case .page(let name):
            return Call(".number", ends(after: "after") + counting(name))
        case .offset(let name):
            return Call(".offset", ends(after: "by") + counting(name))
        case .link(let relation):
            return Call(
                ".link",
                [
                    Call.Argument(label: nil, value: .text(literal(relation))),
                    Call.Argument(label: "in", value: .text("page.headers")),
                ])
        }
    }

    /// What says whether this page is the last one.
    private func ends(after label: String) -> [Call.Argument] {
        let values: [(String, String?)] = [
            (label, "Self.items(of: page.value).count"), ("limit", pages.limit.map(limit)),
            ("total", pages.total.map(value)), ("pages", pages.count.map(value)),
        ]
        return values.compactMap { label, value in
            value.map { Call.Argument(label: label, value: .text($0)) }
        }
    }

    /// The parameter that differs from page to page, with the number of the first page if the spec says it.
    private func counting(_ name: TypeName) -> [Call.Argument] {
        var arguments = [
            Call.Argument(label: "in", value: .text(parameter(name))), endpointArgument,
        ]
        let isCounted = pages.total != nil || pages.count != nil
        if case .page = pages.step, isCounted, let number = query(name)?.defaultValue?.value {
            let first = number == .text("0") ? "0" : "1"
            arguments.insert(Call.Argument(label: "first", value: .text(first)), at: 0)
        }
        return arguments
    }

    /// A field of the page.
    private func value(_ name: TypeName) -> String {
        "page.value.\(SwiftName.escaped(pageField(name)?.swiftName ?? name.text))"
    }

    /// The property with the size of a page, which the function's own parameter may hide.
    private func limit(_ name: TypeName) -> String {
        let name = SwiftName.escaped(query(name)?.swiftName ?? name.text)
        return name == "page" ? "self.page" : name
    }

    private func end(_ status: Int) -> FunctionDeclaration {
        FunctionDeclaration(
            introducer: "public static var endStatus: Int?", parameters: nil,
            body: [.text("\(status)")])
    }

    private func query(_ name: TypeName) -> FieldSpec? {
        endpoint.parameters.first { $0.place == .query && $0.field.wireName == name.text }?.field
    }

    private var endpointArgument: Call.Argument {
        Call.Argument(label: "of", value: .text("self"))
    }

    /// The key path of a query parameter.
    private func parameter(_ name: TypeName) -> String {
        "\\.\(SwiftName.escaped(query(name)?.swiftName ?? name.text))"
    }
}
