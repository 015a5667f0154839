/// The declared types by the direction in which calls use them.
package struct TypeUses: Sendable {
    /// The types that requests contain.
    package let sent: Set<String>
    /// The types that successful responses contain.
    package let returned: Set<String>
    /// The types that failures contain.
    package let failed: Set<String>
    /// The types that code uses outside of calls.
    let standalone: Set<String>

    init(_ services: [ServiceSpec], _ files: [SpecFile], _ types: [String: TypeSpec]) {
        var (sent, returned) = (Closure(types: types), Closure(types: types))
        var (failed, standalone) = (Closure(types: types), Closure(types: types))
        for parameter in services.lazy.flatMap(\.common) { sent.use(parameter.field.type) }
        for webhook in services.lazy.flatMap(\.webhooks) { returned.use(webhook.type) }
        for endpoint in files.lazy.flatMap(\.endpoints) {
            for parameter in endpoint.parameters { sent.use(parameter.field.type) }
            for name in endpoint.included { sent.use(name) }
            for type in endpoint.resultTypes { returned.use(type) }
            for field in endpoint.resultHeaders.joined() { returned.use(field.type) }
            for type in endpoint.errors.compactMap(\.type) { failed.use(type) }
            for field in endpoint.errors.lazy.flatMap(\.headers) { failed.use(field.type) }
        }
        for name in files.lazy.flatMap(\.standalone) { standalone.use(name) }
        (self.sent, self.returned) = (sent.all, returned.all)
        (self.failed, self.standalone) = (failed.all, standalone.all)
    }

    /// Returns whether anything uses a type.
    func contains(_ name: String) -> Bool {
        sent.contains(name) || returned.contains(name) || failed.contains(name)
            || standalone.contains(name)
    }

    /// The names of types, and of the types inside them.
    private struct Closure {
        let types: [String: TypeSpec]
        private var used: Set<String> = []
        private var open: [String] = []

        init(types: [String: TypeSpec]) { self.types = types }

        mutating func use(_ name: TypeName) {
            if used.insert(name.text).inserted { open.append(name.text) }
        }

        mutating func use(_ type: TypeExpression) {
            if let name = type.name { use(name) } else { type.inline?.forEachName { use($0) } }
        }

        var all: Set<String> {
            mutating get {
                while let name = open.popLast() { types[name]?.kind.forEachName { use($0) } }
                return used
            }
        }
    }
}

extension SpecDocument {
    /// The declared types by the direction in which calls use them.
    package func typeUses(_ types: [String: TypeSpec]) -> TypeUses {
        TypeUses([service], files, types)
    }
}
