/// What was read of a folder, before the rules that look at all of it.
struct SpecDraft {
    /// The services that were declared: one, if all is well.
    var services: [ServiceSpec] = []
    /// The files that could be read, by path.
    var files: [SpecFile] = []
    /// Whether a file could not be read, so that what is missing may be in there.
    var isIncomplete = false

    /// The declared types by name; the first of those with one name.
    var types: [String: TypeSpec] {
        var types: [String: TypeSpec] = [:]
        for type in files.lazy.flatMap(\.types) where types[type.name] == nil {
            types[type.name] = type
        }
        return types
    }

    /// Calls a function for all fields and parameters, with the file and the name of what has them.
    func forEachField(
        _ body: (_ path: String, _ field: FieldSpec, _ place: ParameterSpec.Place?) -> Void
    ) {
        for service in services {
            for parameter in service.common { body(service.path, parameter.field, parameter.place) }
        }
        for file in files {
            for endpoint in file.endpoints {
                for parameter in endpoint.parameters {
                    body(file.path, parameter.field, parameter.place)
                }
            }
            for field in file.endpoints.lazy.flatMap(\.returnedHeaders) {
                body(file.path, field, nil)
            }
            for type in file.types {
                guard case .object(let fields) = type.kind else { continue }
                for field in fields { body(file.path, field, nil) }
            }
        }
    }
}
