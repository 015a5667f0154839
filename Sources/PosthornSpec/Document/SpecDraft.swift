/// What was read of a folder, before the rules that look at all of it.
struct SpecDraft {
    /// The services that were declared: one, if all is well.
    var services: [ServiceSpec] = []
    /// The files that could be read, by path.
    var files: [SpecFile] = []
    /// The files with nothing in them, and where.
    var empty: [(path: String, mark: SourceMark)] = []
    /// Whether a file could not be read, so that what is missing may be in there.
    var isIncomplete = false
    /// The declared types by name, once all files are together; the first of those with one name.
    private(set) var types: [String: TypeSpec] = [:]

    init() {}

    /// All that was read of a folder.
    init(_ files: [SpecDraft]) {
        for file in files {
            services += file.services
            self.files += file.files
            empty += file.empty
            if file.isIncomplete { isIncomplete = true }
        }
        for type in self.files.lazy.flatMap(\.types) where types[type.name] == nil {
            types[type.name] = type
        }
    }

    /// The same with the fields that bodies include among their endpoints' parameters, before their own.
    func includingFieldsOfBodies() -> SpecDraft {
        guard files.contains(where: { $0.endpoints.contains { !$0.included.isEmpty } }) else {
            return self
        }
        var draft = self
        for file in draft.files.indices {
            for place in draft.files[file].endpoints.indices {
                let endpoint = draft.files[file].endpoints[place]
                var seen: Set<String> = []
                let fields = endpoint.included.flatMap { name in
                    Includes.fields(of: name.text, types, &seen).map { $0.included(at: name.mark) }
                }
                let start =
                    endpoint.parameters.firstIndex { $0.place.isInBody }
                    ?? endpoint.parameters.endIndex
                draft.files[file].endpoints[place].parameters.insert(
                    contentsOf: fields.map { ParameterSpec(place: .body, field: $0) }, at: start)
            }
        }
        return draft
    }

    /// Calls a function for all fields and parameters, with the file and the name of what has them.
    func forEachField(
        _ body: (_ path: String, _ field: FieldSpec, _ place: ParameterSpec.Place?) -> Void
    ) {
        for service in services {
            for parameter in service.common {
                body(service.path, parameter.field, parameter.place)
                forEachField(in: parameter.field.type, service.path, body)
            }
        }
        for file in files {
            for endpoint in file.endpoints {
                for parameter in endpoint.parameters where !parameter.field.isIncluded {
                    body(file.path, parameter.field, parameter.place)
                    forEachField(in: parameter.field.type, file.path, body)
                }
            }
            for field in file.endpoints.lazy.flatMap(\.returnedHeaders) {
                body(file.path, field, nil)
            }
            for type in file.types { forEachField(of: type.kind, file.path, body) }
        }
    }

    /// Calls a function for the fields of a type and of those that are declared in place in it.
    private func forEachField(
        of kind: TypeSpec.Kind, _ path: String,
        _ body: (_ path: String, _ field: FieldSpec, _ place: ParameterSpec.Place?) -> Void
    ) {
        guard case .object(let fields, _) = kind else { return }
        for field in fields {
            body(path, field, nil)
            forEachField(in: field.type, path, body)
        }
    }

    private func forEachField(
        in type: TypeExpression, _ path: String,
        _ body: (_ path: String, _ field: FieldSpec, _ place: ParameterSpec.Place?) -> Void
    ) {
        guard case .inline(let kind) = type.innermost else { return }
        forEachField(of: kind, path, body)
    }

    /// Calls a function for all kinds of types, declared and in place.
    func forEachKind(_ body: (_ path: String, _ kind: TypeSpec.Kind) -> Void) {
        for file in files { for type in file.types { body(file.path, type.kind) } }
        forEachField { path, field, _ in
            if case .inline(let kind) = field.type.innermost { body(path, kind) }
        }
    }

    /// Calls a function for all types that are written, with the place where.
    func forEachType(_ body: (_ path: String, _ type: TypeExpression, _ mark: SourceMark) -> Void) {
        forEachField { path, field, _ in body(path, field.type, field.typeMark) }
        forEachKind { path, kind in
            switch kind {
            case .union(let union):
                for union in union.cases { body(path, union.type, union.typeMark) }
            case .wrapper(let type, let mark): body(path, type, mark)
            case .object(_, let includes):
                for name in includes { body(path, .named(name), name.mark) }
            case .enumeration, .foreign, .refused: break
            }
        }
        for file in files {
            for endpoint in file.endpoints {
                for name in endpoint.included { body(file.path, .named(name), name.mark) }
                for type in endpoint.answer.types { body(file.path, type, endpoint.returnsMark) }
                for error in endpoint.errors {
                    if let type = error.type { body(file.path, type, error.typeMark) }
                }
            }
        }
    }
}
