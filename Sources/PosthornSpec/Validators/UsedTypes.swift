/// Warns of declared types that no endpoint uses, if there are endpoints.
///
/// Types under `standalone` are used outside of calls. One service that uses a shared type is enough.
enum UsedTypes {
    static func check(_ drafts: [SpecDraft], _ log: DiagnosticLog) {
        guard !drafts.contains(where: \.isIncomplete), !log.hasErrors else { return }
        let uses = drafts.map { TypeUses($0.services, $0.files, $0.types) }
        for (place, draft) in drafts.enumerated() {
            guard draft.files.contains(where: { !$0.endpoints.isEmpty }) else { continue }
            for file in draft.files where file.module == nil && (!file.isShared || place == 0) {
                for type in file.types {
                    let users = file.isShared ? uses : [uses[place]]
                    guard !users.contains(where: { $0.contains(type.name) }) else { continue }
                    log.file(file.path).warning(
                        type.mark, "no endpoint uses this type", found: quoted(type.name),
                        write:
                            "it where it is meant, 'standalone: [\(type.name)]' beside 'types' if your "
                            + "code reads or writes it outside of calls, or remove it")
                }
            }
        }
    }
}
