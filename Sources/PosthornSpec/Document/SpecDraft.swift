/// The content of a folder before the rules that concern all files.
struct SpecDraft {
    /// The declared services.
    ///
    /// A valid folder has exactly one.
    var services: [ServiceSpec] = []
    /// The files that could be read, sorted by path.
    var files: [SpecFile] = []
    /// The empty files, with a place for their diagnostic.
    var empty: [(path: String, mark: SourceMark)] = []
    /// Whether a file could not be read, so that missing declarations may be in it.
    var isIncomplete = false
    /// The declared types by name, with the first one for duplicates.
    private(set) var types: [String: TypeSpec] = [:]

    init() {}

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

    /// Returns the draft with the included fields of bodies inserted before the bodies' own fields.
    func includingFieldsOfBodies() -> SpecDraft {
        var draft = self
        for file in files.indices {
            for (place, endpoint) in files[file].endpoints.enumerated()
            where !endpoint.included.isEmpty {
                var seen: Set<String> = []
                let fields = endpoint.included.flatMap { name in
                    Includes.fields(of: name.text, types, &seen)
                        .filter { !$0.traits.isReadOnly }.map { $0.included(at: name.mark) }
                }
                let start = endpoint.parameters.firstIndex { $0.place.isInBody }
                draft.files[file].endpoints[place].parameters.insert(
                    contentsOf: fields.map { ParameterSpec(place: .body, field: $0) },
                    at: start ?? endpoint.parameters.endIndex)
            }
        }
        return draft
    }

    /// Returns the draft with a parameter for the media type of each body for which there are several.
    func choosingContentTypes() -> SpecDraft {
        guard let service = services.first else { return self }
        var draft = self
        for file in files.indices {
            for (place, endpoint) in files[file].endpoints.enumerated() {
                let types = endpoint.contentTypes(in: service)
                guard types.count > 1 else { continue }
                draft.files[file].endpoints[place].parameters.append(
                    ParameterSpec(place: .contentType, field: .contentType(types)))
            }
        }
        return draft
    }

    /// Calls a function for all endpoints, with the log of their file.
    func forEachEndpoint(
        _ log: DiagnosticLog, _ body: (_ log: FileLog, _ endpoint: EndpointSpec) -> Void
    ) {
        for file in files {
            let log = log.file(file.path)
            for endpoint in file.endpoints { body(log, endpoint) }
        }
    }

    /// Calls a function for all declared types, with the log of their file.
    func forEachDeclaration(
        _ log: DiagnosticLog, _ body: (_ log: FileLog, _ type: TypeSpec) -> Void
    ) {
        for file in files {
            let log = log.file(file.path)
            for type in file.types { body(log, type) }
        }
    }

    /// A function for a field, with its place if the field is a parameter.
    typealias FieldBody = (
        _ log: FileLog, _ field: FieldSpec, _ place: ParameterSpec.Place?
    ) -> Void

    /// Calls a function for all fields and parameters, with the log of their file.
    func forEachField(_ log: DiagnosticLog, _ body: FieldBody) {
        for service in services {
            for parameter in service.common {
                forEachField(parameter.field, parameter.place, log.file(service.path), body)
            }
        }
        for file in files {
            let log = log.file(file.path)
            for endpoint in file.endpoints {
                for parameter in endpoint.parameters where !parameter.field.isIncluded {
                    forEachField(parameter.field, parameter.place, log, body)
                }
            }
            for endpoint in file.endpoints {
                for field in endpoint.responseHeaders.joined() { body(log, field, nil) }
            }
            for type in file.types { forEachField(of: type.kind, log, body) }
        }
    }

    /// Calls a function for a field, and for the fields of an inline object in its type.
    private func forEachField(
        _ field: FieldSpec, _ place: ParameterSpec.Place?, _ log: FileLog, _ body: FieldBody
    ) {
        body(log, field, place)
        if case .inline(let kind) = field.type.innermost { forEachField(of: kind, log, body) }
    }

    private func forEachField(of kind: TypeSpec.Kind, _ log: FileLog, _ body: FieldBody) {
        for field in kind.fields { forEachField(field, nil, log, body) }
    }

    /// Calls a function for all kinds of types, declared and inline.
    func forEachKind(
        _ log: DiagnosticLog, _ body: (_ log: FileLog, _ kind: TypeSpec.Kind) -> Void
    ) {
        forEachDeclaration(log) { log, type in body(log, type.kind) }
        forEachField(log) { log, field, _ in
            if let kind = field.type.inline { body(log, kind) }
        }
    }

    /// Calls a function for all written types, with their places.
    func forEachType(
        _ log: DiagnosticLog,
        _ body: (_ log: FileLog, _ type: TypeExpression, _ mark: SourceMark) -> Void
    ) {
        forEachField(log) { log, field, _ in body(log, field.type, field.typeMark) }
        forEachKind(log) { log, kind in
            for (type, mark) in kind.references { body(log, type, mark) }
        }
        forEachEndpoint(log) { log, endpoint in
            for name in endpoint.included { body(log, .named(name), name.mark) }
            for type in endpoint.output.types { body(log, type, endpoint.returnsMark) }
            for (type, mark) in endpoint.errorTypes { body(log, type, mark) }
        }
    }
}

extension FieldSpec {
    /// Creates the argument `as:` that chooses one of several media types.
    fileprivate static func contentType(_ types: [ContentTypeSpec]) -> FieldSpec {
        let cases = types.map {
            EnumCase(rawValue: $0.mediaType, swiftName: $0.name, mark: $0.mark)
        }
        let mark = types[0].mark
        return FieldSpec(
            wireName: "Content-Type", swiftName: "contentType", label: "as", mark: mark,
            type: .inline(.enumeration(EnumSpec(cases: cases, isOpen: false))), typeMark: mark,
            isOptional: false,
            defaultValue: DefaultSpec(value: .text(types[0].mediaType), mark: mark),
            doc: "The media type of the body.")
    }
}
