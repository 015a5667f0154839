/// The content of a folder before the rules that concern all files.
struct SpecDraft {
    /// The declared services.
    ///
    /// A valid folder has exactly one.
    var services: [ServiceSpec] = []
    /// The names of the target's other services.
    var otherServices: Set<String> = []
    /// The names of the types that they declare.
    var otherTypes: Set<String> = []
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

    /// The draft of one file that services share.
    var shared: SpecDraft {
        var draft = self
        for file in files.indices { draft.files[file].isShared = true }
        return draft
    }

    /// Whether the folder needs no service, because it has types and no calls.
    var hasOnlyTypes: Bool {
        files.contains { !$0.types.isEmpty } && files.allSatisfy { $0.endpoints.isEmpty }
    }

    /// The path of the first file.
    var path: String { files.first?.path ?? "" }

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

    /// Returns the draft with the errors of the service and of groups in each endpoint that can have them.
    func inheritingErrors() -> SpecDraft {
        var draft = self
        let shared = services.first?.errors ?? []
        for file in files.indices {
            for place in files[file].endpoints.indices {
                var endpoint = files[file].endpoints[place]
                endpoint.inherit(shared)
                guard endpoint.errors.contains(where: \.isInherited) else { continue }
                let all = endpoint.errors
                endpoint.errors = all.filter {
                    !$0.isInherited || endpoint.canHave($0, in: services.first)
                }
                draft.files[file].endpoints[place] = endpoint
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

    /// Returns the draft with the place of the credential in each endpoint that returns one.
    func markingIssuers() -> SpecDraft {
        var places: [String: AuthSpec.Place] = [:]
        for auth in services.first?.auth ?? [] {
            if case .endpoint(let name, let place) = auth.source { places[name] = place }
        }
        guard !places.isEmpty else { return self }
        var draft = self
        for file in files.indices {
            for (index, endpoint) in files[file].endpoints.enumerated() {
                draft.files[file].endpoints[index].issued = places[endpoint.fullName]
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

    /// The fields and kinds of types in a file, so that rules need not search for them.
    fileprivate struct Found {
        var fields: [(field: FieldSpec, place: ParameterSpec.Place?)] = []
        var kinds: [TypeSpec.Kind] = []
    }

    /// What ``forEachField(_:_:)`` and ``forEachKind(_:_:)`` visit, by file.
    private var found: [(path: String, content: Found)] = []

    /// Finds all fields and kinds of types that the spec declares.
    mutating func findFields() {
        for service in services {
            var found = Found()
            for parameter in service.common { found.add(parameter.field, parameter.place) }
            for variable in service.servers.flatMap(\.variables) { found.add(variable, nil) }
            for field in service.errors.flatMap(\.headers) { found.append(field, nil) }
            self.found.append((service.path, found))
        }
        for file in files {
            var found = Found()
            for type in file.types { found.kinds.append(type.kind) }
            for endpoint in file.endpoints {
                for parameter in endpoint.parameters where !parameter.field.isIncluded {
                    found.add(parameter.field, parameter.place)
                }
            }
            for endpoint in file.endpoints {
                let fields = endpoint.resultHeaders + endpoint.errors.map(\.headers)
                for field in fields.joined() { found.append(field, nil) }
            }
            for type in file.types { found.addFields(of: type.kind) }
            self.found.append((file.path, found))
        }
    }

    /// Whether responses are checked for limits.
    var checksResponses: Bool {
        services.contains { $0.limits != .off }
            || files.contains { $0.endpoints.contains { $0.limits ?? .off != .off } }
    }

    /// A function for a field, with its place if the field is a parameter.
    typealias FieldBody = (
        _ log: FileLog, _ field: FieldSpec, _ place: ParameterSpec.Place?
    ) -> Void

    /// Calls a function for all fields and parameters, with the log of their file.
    func forEachField(_ log: DiagnosticLog, _ body: FieldBody) {
        for (path, found) in found {
            let log = log.file(path)
            for (field, place) in found.fields { body(log, field, place) }
        }
    }

    /// Calls a function for all kinds of types, declared and inline.
    func forEachKind(
        _ log: DiagnosticLog, _ body: (_ log: FileLog, _ kind: TypeSpec.Kind) -> Void
    ) {
        for (path, found) in found {
            let log = log.file(path)
            for kind in found.kinds { body(log, kind) }
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
        for service in services {
            let log = log.file(service.path)
            for webhook in service.webhooks { body(log, webhook.type, webhook.typeMark) }
        }
        forEachEndpoint(log) { log, endpoint in
            for name in endpoint.included { body(log, .named(name), name.mark) }
            for type in endpoint.output.types { body(log, type, endpoint.returnsMark) }
            if case .place(_, let type, let mark)? = endpoint.poll?.value { body(log, type, mark) }
            for (type, mark, log) in endpoint.errorTypes(log) { body(log, type, mark) }
        }
    }
}

extension SpecDraft.Found {
    /// Adds a field, and the fields of an inline object in its type.
    fileprivate mutating func add(_ field: FieldSpec, _ place: ParameterSpec.Place?) {
        append(field, place)
        if case .inline(let kind) = field.type.innermost { addFields(of: kind) }
    }

    fileprivate mutating func append(_ field: FieldSpec, _ place: ParameterSpec.Place?) {
        fields.append((field, place))
        if let kind = field.type.inline { kinds.append(kind) }
    }

    fileprivate mutating func addFields(of kind: TypeSpec.Kind) {
        for field in kind.fields { add(field, nil) }
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
