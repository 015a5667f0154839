/// Checks that the names of declared types are unique, and differ from the service's.
enum UniqueTypeNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var places: [String: (path: String, mark: SourceMark)] = [:]
        let services = Set(draft.services.map(\.name))
        let foreign = Set(draft.files.lazy.filter { $0.module != nil }.map(\.path))
        let modules = draft.files.modules
        draft.forEachDeclaration(log) { log, type in
            guard !foreign.contains(log.path) else { return }
            if let module = modules[type.name] {
                log.error(
                    type.mark, "a type is declared in one target",
                    found: "\(quoted(type.name)), which \(quoted(module)) has too",
                    write: "another name, or no declaration")
            }
            if let first = places[type.name] {
                log.error(
                    type.mark, "a type is declared once",
                    found: "\(quoted(type.name)) again, first in \(lastComponent(first.path)), "
                        + "line \(first.mark.line)",
                    write: "one of the two, which every file of the folder can use")
            } else if services.contains(type.name) {
                log.error(
                    type.mark, "the service has this name", found: quoted(type.name),
                    write: "another name for the type")
            }
            if draft.otherServices.contains(type.name) {
                log.error(
                    type.mark, "another service of the target has this name",
                    found: quoted(type.name), write: "another name for the type")
            }
            places[type.name] = places[type.name] ?? (log.path, type.mark)
        }
    }
}
