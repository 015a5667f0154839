internal import PosthornSpec

/// What every part of the generator can look up.
struct GeneratorContext {
    var service: ServiceSpec
    var types: [String: TypeSpec]

    init(_ document: SpecDocument) {
        service = document.service
        types = [:]
        for type in document.files.lazy.flatMap(\.types) { types[type.name] = type }
    }

    /// Whether a value, or each element of an array, is written as text and not as JSON.
    func isText(_ type: TypeExpression) -> Bool {
        switch type {
        case .openEnum: true
        case .map, .array(.array), .array(.map): false
        case .array(let item): isText(item)
        case .named(let name):
            if case .object = types[name.text]?.kind { false } else { true }
        }
    }
}
