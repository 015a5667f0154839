/// Warns of declared types that no endpoint uses, if there are endpoints.
enum UsedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, !log.hasErrors,
            draft.files.contains(where: { !$0.endpoints.isEmpty })
        else { return }
        let types = draft.types
        var used: Set<String> = []
        var open: [String] = []
        func use(_ name: TypeName) { if used.insert(name.text).inserted { open.append(name.text) } }
        func use(_ type: TypeExpression) {
            if let name = type.name { use(name) } else { type.inline?.forEachName(use) }
        }
        for service in draft.services {
            for parameter in service.common { use(parameter.field.type) }
        }
        for endpoint in draft.files.lazy.flatMap(\.endpoints) {
            for parameter in endpoint.parameters { use(parameter.field.type) }
            for name in endpoint.included { use(name) }
            for type in endpoint.output.types { use(type) }
            for field in endpoint.returnedHeaders { use(field.type) }
            for type in endpoint.errors.compactMap(\.type) { use(type) }
        }
        while let name = open.popLast() {
            types[name]?.kind.forEachName(use)
        }
        draft.forEachDeclaration(log) { log, type in
            guard !used.contains(type.name) else { return }
            log.warning(
                type.mark, "no endpoint uses this type", found: quoted(type.name),
                write: "it where it is meant, or remove it")
        }
    }
}
