/// A declared type is used, where there are endpoints that could.
enum UsedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, !log.hasErrors,
            draft.files.contains(where: { !$0.endpoints.isEmpty })
        else { return }
        let types = draft.types
        var used: Set<String> = []
        var open: [String] = []
        func use(_ type: TypeExpression) {
            switch type.innermost {
            case .named(let name):
                if used.insert(name.text).inserted { open.append(name.text) }
            case .inline(let kind): use(kind)
            default: break
            }
        }
        func use(_ kind: TypeSpec.Kind) {
            switch kind {
            case .object(let fields, let includes):
                for field in fields { use(field.type) }
                for name in includes { use(.named(name)) }
            case .union(let union): for union in union.cases { use(union.type) }
            case .wrapper(let type, _): use(type)
            case .enumeration, .foreign, .refused: break
            }
        }
        for service in draft.services {
            for parameter in service.common { use(parameter.field.type) }
        }
        for endpoint in draft.files.lazy.flatMap(\.endpoints) {
            for parameter in endpoint.parameters { use(parameter.field.type) }
            for name in endpoint.included { use(.named(name)) }
            for type in endpoint.answer.types { use(type) }
            for field in endpoint.returnedHeaders { use(field.type) }
            for type in endpoint.errors.compactMap(\.type) { use(type) }
        }
        while let name = open.popLast() {
            if let kind = types[name]?.kind { use(kind) }
        }
        for file in draft.files {
            for type in file.types where !used.contains(type.name) {
                log.warning(
                    file.path, type.mark, "no endpoint uses this type", found: quoted(type.name),
                    write: "it where it is meant, or remove it")
            }
        }
    }
}
