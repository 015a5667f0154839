internal import PosthornSpec

/// The generator of the protocols to which the client and its groups conform.
///
/// A fake conforms to them too. Each group is an associated type, so that the properties of the client keep their
/// types, and `any ShopAPIProtocol` has `any ShopAPIOrdersProtocol` as the group.
struct ProtocolBuilder {
    let context: GeneratorContext

    private var service: ServiceSpec { context.service }

    var declarations: [Declaration] {
        let groups = context.injected.groups
        let client = declarations(
            service.protocolName(), of: service.name, in: nil,
            doc: [
                .text("The calls of ``\(service.name)``."),
                .text("Take `any \(service.protocolName())`, and pass the client or a fake."),
            ], groups.map(associatedType) + groups.map(property))
        return client
            + groups.flatMap { group in
                let type = typeName(group)
                return declarations(
                    service.protocolName(of: type), of: "\(service.name).\(type)",
                    in: group.name, doc: doc(of: group), [])
            }
    }

    private func typeName(_ group: GroupSpec) -> String {
        SwiftName.group(group.name, beside: context.types)
    }

    private func doc(of group: GroupSpec) -> DocComment {
        [.text(group.doc ?? "The calls of the group `\(group.name)`.")]
    }

    private func associatedType(_ group: GroupSpec) -> Declaration {
        let type = typeName(group)
        return Declaration(
            hasAccess: false, introducer: "associatedtype",
            name: "\(type): \(service.protocolName(of: type))", content: .variable)
    }

    private func property(_ group: GroupSpec) -> Declaration {
        Declaration(
            doc: doc(of: group), hasAccess: false, introducer: "var",
            name: "\(SwiftName.escaped(group.name)): \(typeName(group)) { get }",
            content: .variable)
    }

    /// Returns a protocol, its methods with default arguments, and the conformance.
    private func declarations(
        _ name: String, of type: String, in group: String?, doc: DocComment,
        _ properties: [Declaration]
    ) -> [Declaration] {
        let methods = context.injected.endpoints.filter { $0.group == group }.map {
            ProtocolMethod($0, context: context)
        }
        let shortened = methods.compactMap(\.shortened)
        return [
            .type(
                "protocol", name, ["Sendable"], doc: doc, properties + methods.map(\.requirement))
        ] + (shortened.isEmpty ? [] : [Self.extending(name, [], shortened)])
            + [Self.extending(type, [name], [])]
    }

    private static func extending(
        _ type: String, _ inherits: [String], _ members: [Declaration]
    ) -> Declaration {
        Declaration(
            hasAccess: false, introducer: "extension", name: type,
            content: .type(inherits: inherits, members))
    }
}

/// The generator of the method of an endpoint in a protocol.
private struct ProtocolMethod {
    let endpoint: EndpointSpec
    /// The request type of the endpoint, with that of the service before it.
    private let requestName: String
    /// The parameters that callers pass.
    private let fields: [FieldModel]
    private let returned: String?

    init(_ endpoint: EndpointSpec, context: GeneratorContext) {
        self.endpoint = endpoint
        let request = SwiftName.request(of: endpoint.name, beside: context.types)
        let name = GroupBuilder.scope(of: endpoint, context) + "." + request
        requestName = name
        fields =
            endpoint.parameters.map { FieldModel($0.field, owner: name, context: context) }
            .filter { !$0.spec.isConstant }.inCallOrder
        returned =
            endpoint.poll == nil
            ? OutputBuilder(endpoint, requestName: name, symbol: "", context: context).typeName
            : "PolledOperation<\(name)>"
    }

    private var name: String { SwiftName.escaped(endpoint.name) }
    private var isFile: Bool { if case .file = endpoint.output { true } else { false } }
    private var destination: [String] { isFile ? ["to destination: URL"] : [] }

    private var effects: String {
        let failure = endpoint.errors.isEmpty ? "APIError" : "\(requestName).Failure"
        return "async throws(\(failure))" + (returned.map { " -> \($0)" } ?? "")
    }

    var requirement: Declaration {
        let call = endpoint.call?.text ?? "\(endpoint.method.rawValue) \(endpoint.path)"
        let doc: DocComment = endpoint.doc.map { [.text($0)] } ?? []
        return finished(
            Declaration(
                doc: doc + [.text("`\(call)`.")], introducer: "func \(name)",
                content: .requirement(
                    fields.map(\.requiredParameter) + destination, effects: effects)),
            hasAccess: false)
    }

    /// The method with default arguments, or `nil` if there are none.
    ///
    /// With the parameters of the requirement alone, it would implement the requirement by calling itself.
    var shortened: Declaration? {
        guard fields.contains(where: { $0.defaultText != nil }) else { return nil }
        let labels = fields.map(\.plainLabel) + (isFile ? ["to"] : [])
        let symbol = "``\(endpoint.name)(\(labels.map { $0 + ":" }.joined()))``"
        // A parameter of the same name would shadow the method.
        let isShadowed = fields.contains { $0.plainName == endpoint.name }
        var call = Call((isShadowed ? "self." : "") + name, fields.map(\.argument))
        if isFile { call.arguments.append(.init("to", "destination")) }
        return finished(
            .function(
                "func \(name)",
                fields.map(\.outerParameter) + destination + ["_: Void = ()"], effects: effects,
                doc: [.text("Calls \(symbol) with default arguments.")],
                [.call(prefix: "try await ", call)]))
    }

    private func finished(_ method: Declaration, hasAccess: Bool = true) -> Declaration {
        var method = method
        method.hasAccess = hasAccess
        method.attribute = EndpointBuilder.deprecation(of: endpoint)
        method.isolation = "nonisolated(nonsending)"
        return method
    }
}
