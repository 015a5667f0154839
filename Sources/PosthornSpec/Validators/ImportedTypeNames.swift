/// Warns of types that a file can't use by their names alone if it imports their module beside others.
///
/// Generated code is in the module itself, where the names are clear.
enum ImportedTypeNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        // Types of the access level `internal` have no other users.
        guard let service = draft.services.first, service.access != .internal else { return }
        check(service.name, service.mark, ending: "API", log.file(service.path))
        draft.forEachDeclaration(log) { log, type in
            if case .foreign(let foreign) = type.kind, foreign.path == type.name { return }
            check(type.name, type.mark, ending: "Value", log)
        }
    }

    private static func check(_ name: String, _ mark: SourceMark, ending: String, _ log: FileLog) {
        // Another rule refuses reserved names.
        guard let module = ImportedNames.module(of: name), !ReservedNames.types.contains(name)
        else { return }
        log.warning(
            mark, "a type of this name is ambiguous in files that import \(module) too",
            found: quoted(name),
            write: "another name, as in '\(name)\(ending)', or there its module and a dot before it"
        )
    }
}
