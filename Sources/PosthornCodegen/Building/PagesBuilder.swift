internal import PosthornSpec

/// Declares how the pages of an endpoint follow each other.
struct PagesBuilder {
    let pages: PagesSpec
    let page: TypeExpression
    let endpoint: EndpointSpec
    let context: GeneratorContext

    var members: [Declaration] { [.function(items), .function(next)] }

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
        let count = "Self.items(of: page.value).count"
        switch pages.step {
        case .cursor(let next, let into):
            let cursor = pageField(next)?.swiftName ?? next.text
            return Call(
                ".cursor",
                [
                    Call.Argument(
                        label: nil, value: .text("page.value.\(SwiftName.escaped(cursor))")),
                    Call.Argument(label: "into", value: .text(parameter(into))), endpointArgument,
                ])
        case .page(let name):
            return Call(
                ".number",
                [
                    Call.Argument(label: "after", value: .text(count)),
                    Call.Argument(label: "in", value: .text(parameter(name))), endpointArgument,
                ])
        case .offset(let name, _):
            return Call(
                ".offset",
                [
                    Call.Argument(label: "by", value: .text(count)),
                    Call.Argument(label: "in", value: .text(parameter(name))), endpointArgument,
                ])
        case .link(let relation):
            return Call(
                ".link",
                [
                    Call.Argument(label: nil, value: .text(literal(relation))),
                    Call.Argument(label: "in", value: .text("page.headers")),
                ])
        }
    }

    private var endpointArgument: Call.Argument {
        Call.Argument(label: "of", value: .text("self"))
    }

    /// The key path of a query parameter.
    private func parameter(_ name: TypeName) -> String {
        let field = endpoint.parameters.first {
            $0.place == .query && $0.field.wireName == name.text
        }
        return "\\.\(SwiftName.escaped(field?.field.swiftName ?? name.text))"
    }
}
