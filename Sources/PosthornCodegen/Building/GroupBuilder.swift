internal import PosthornSpec

/// The generator of a group: the service's property, and the type that the group's endpoints extend.
struct GroupBuilder {
    let group: GroupSpec
    let context: GeneratorContext

    /// Returns the type that an endpoint extends: its group, or the service.
    static func scope(of endpoint: EndpointSpec, _ context: GeneratorContext) -> String {
        scope(of: endpoint.group, context)
    }

    /// Returns the type that has the calls of a group, or those without a group.
    static func scope(of group: String?, _ context: GeneratorContext) -> String {
        guard let group else { return context.service.name }
        return context.service.name + "." + SwiftName.group(group, beside: context.types)
    }

    var declaration: Declaration {
        let type = SwiftName.group(group.name, beside: context.types)
        let service = context.service.name
        let property = SwiftName.escaped(group.name)
        let doc: DocComment = [.text(group.doc ?? "The calls of the group `\(group.name)`.")]
        return Declaration(
            hasAccess: false, introducer: "extension", name: service,
            content: .type(
                inherits: [],
                [
                    Declaration(
                        doc: doc, introducer: "var", name: "\(property): \(type)",
                        content: .getter("\(type)(api: self)")),
                    .type(
                        "struct", type, ["Sendable"], doc: doc,
                        [
                            .variable(
                                "let", "api: \(service)",
                                doc: [.text("The service that makes the calls.")])
                        ]),
                ]))
    }
}
