/// Warns of declared types that no endpoint uses, if there are endpoints.
///
/// Types under `standalone` are used outside of calls.
enum UsedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, !log.hasErrors,
            draft.files.contains(where: { !$0.endpoints.isEmpty })
        else { return }
        let uses = TypeUses(draft.services, draft.files, draft.types)
        draft.forEachDeclaration(log) { log, type in
            guard !uses.contains(type.name) else { return }
            log.warning(
                type.mark, "no endpoint uses this type", found: quoted(type.name),
                write:
                    "it where it is meant, 'standalone: [\(type.name)]' beside 'types' if your code "
                    + "reads or writes it outside of calls, or remove it")
        }
    }
}
