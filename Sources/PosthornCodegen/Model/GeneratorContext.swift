internal import PosthornSpec

/// The lookup tables of all parts of the generator.
///
/// A class, because each part of the generator holds it.
final class GeneratorContext {
    private let tables: Tables
    /// The fields of objects by name, computed on demand.
    let shapes: ObjectShapes

    init(_ tables: Tables) {
        self.tables = tables
        shapes = ObjectShapes(tables.types)
    }

    var service: ServiceSpec { tables.service }
    var types: [String: TypeSpec] { tables.types }
    var layout: ValueLayout { tables.layout }
    var streamedCiphers: Set<String> { tables.streamedCiphers }
    var fieldCiphers: Set<String> { tables.fieldCiphers }
    var sealed: SealedPaths { tables.sealed }
    var secrets: SecretNames { tables.secrets }
    /// Whether a parameter or a field of the spec has limits.
    var hasLimits: Bool { tables.hasLimits }
    /// Whether responses are checked for limits.
    var checksResponses: Bool { tables.checksResponses }
    /// The types that are both returned and sent.
    var returnedAndSent: Set<String> { tables.returnedAndSent }
    /// The credentials that a client need not have, because calls have an alternative without them.
    var optionalCredentials: Set<String> { tables.optionalCredentials }
    /// The types that unions include.
    var shared: Set<String> { tables.shared }
    /// All endpoints, if one of them has an example; otherwise none.
    var exampleEndpoints: [EndpointSpec] { tables.exampleEndpoints }
    /// The endpoints that an outbox delivers.
    var outboxEndpoints: [EndpointSpec] { tables.outboxEndpoints }
    /// The groups and the endpoints that the protocol of the client has; none without `protocol`.
    var injected: (groups: [GroupSpec], endpoints: [EndpointSpec]) { tables.injected }
    /// The services that use the types, as links in documentation.
    var users: String { tables.users }

    /// Returns the name of a declared type, after that of the service or module that it is in.
    func path(of type: String) -> String {
        if let module = module(of: type) { return "\(module).\(type)" }
        return isNested(type) ? "\(service.name).\(type)" : type
    }

    /// Returns the module of a type that is not in that of the service.
    func module(of type: String) -> String? { tables.modules[type] }

    /// Returns whether a declared type is nested in the service.
    func isNested(_ type: String) -> Bool { tables.nestedTypes.contains(type) }

    /// The tables that all files share, even while they are generated concurrently.
    struct Tables: Sendable {
        let service: ServiceSpec
        let types: [String: TypeSpec]
        /// The parts of values that are stored on the heap.
        let layout: ValueLayout
        /// The ciphers that must process bodies in pieces.
        let streamedCiphers: Set<String>
        /// The ciphers that must seal fields.
        let fieldCiphers: Set<String>
        let sealed: SealedPaths
        /// The credentials that a client need not have.
        let optionalCredentials: Set<String>
        let secrets: SecretNames
        private(set) var checksResponses: Bool
        let hasLimits: Bool
        /// The types that are both returned and sent.
        private(set) var returnedAndSent: Set<String>
        /// The types that unions include.
        private(set) var shared: Set<String>
        /// The types that are nested in the service.
        let nestedTypes: Set<String>
        /// The modules of types that are not in that of the service.
        let modules: [String: String]
        private(set) var users: String
        /// All endpoints, if one of them has an example; otherwise none.
        let exampleEndpoints: [EndpointSpec]
        let outboxEndpoints: [EndpointSpec]
        /// The groups and the endpoints of the client's protocol.
        let injected: (groups: [GroupSpec], endpoints: [EndpointSpec])

        init(_ document: SpecDocument) {
            service = document.service
            nestedTypes = document.nestedTypes
            users = document.service.name.isEmpty ? "" : "``\(document.service.name)``"
            var types: [String: TypeSpec] = [:]
            modules = document.files.modules
            for type in document.files.lazy.flatMap(\.types) { types[type.name] = type }
            self.types = types
            streamedCiphers = document.streamedCiphers
            sealed = SealedPaths(types)
            secrets = SecretNames(types)
            optionalCredentials = document.optionalCredentials
            checksResponses =
                document.service.limits != .off
                || document.files.contains { file in
                    file.endpoints.contains { $0.limits ?? .off != .off }
                }
            var hasLimits = document.files.contains { file in
                file.endpoints.contains { $0.parameters.contains { !$0.field.limits.isEmpty } }
            }
            for type in types.values where !hasLimits {
                type.kind.forEachInner { kind in
                    hasLimits = hasLimits || kind.fields.contains { !$0.limits.isEmpty }
                }
            }
            self.hasLimits = hasLimits
            fieldCiphers = document.fieldCiphers(sealed)
            layout = ValueLayout(types)
            let uses = document.typeUses(types)
            returnedAndSent = uses.returned.intersection(uses.sent)
            var shared: Set<String> = []
            for type in types.values {
                type.kind.forEachInner { kind in
                    if case .union(let union) = kind {
                        shared.formUnion(union.includes.map(\.text))
                    }
                }
            }
            self.shared = shared
            let endpoints = document.files.lazy.flatMap(\.endpoints)
            exampleEndpoints =
                endpoints.contains { $0.rules.example != nil } ? Array(endpoints) : []
            outboxEndpoints = endpoints.filter { $0.rules.outbox != nil }
            let isInjected = document.service.protocolMark != nil
            let open = isInjected ? endpoints.filter { $0.rules.access == nil } : []
            let names = Set(open.compactMap(\.group))
            injected = (
                document.files.flatMap(\.groups).filter { names.contains($0.name) }, open
            )
        }

        /// Returns the tables of types that several services use.
        func shared(by services: [Tables]) -> Tables {
            var tables = self
            tables.users = services.map(\.users).joined(separator: " and ")
            for service in services {
                tables.checksResponses = tables.checksResponses || service.checksResponses
                tables.returnedAndSent.formUnion(service.returnedAndSent)
                tables.shared.formUnion(service.shared)
            }
            return tables
        }
    }

    /// Returns the kind of a declared or inline type, or `nil` for a built-in one.
    func kind(of type: TypeExpression) -> TypeSpec.Kind? { type.wrapped.kind(in: types) }

    /// Returns whether a type, or the element type of an array or map, is written in Swift.
    func isForeign(_ type: TypeExpression) -> Bool {
        if case .foreign = kind(of: type.innermost) { true } else { false }
    }

    /// Returns whether a value, or each element of an array, is written as text instead of JSON.
    func isText(_ type: TypeExpression) -> Bool {
        if case .array(let item) = type { return !item.isArray && isText(item) }
        return switch type.kind(in: types) {
        case nil: if case .named = type { type.scalar != .json } else { false }
        case .enumeration: true
        case .wrapper(let type, _): isText(wrapped: type)
        case .object, .union, .tuple, .foreign, .refused: false
        }
    }

    /// Returns whether a wrapper is written as text, because the wrapped value is.
    func isText(wrapped type: TypeExpression) -> Bool {
        if case .enumeration = kind(of: type) { return !type.isNullable }
        return type.scalar.map { $0 != .json } ?? false
    }
}
