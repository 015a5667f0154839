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
}
