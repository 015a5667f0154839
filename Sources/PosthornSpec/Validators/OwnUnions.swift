/// Checks that unions include types of their own target, which has the protocol of their members.
enum OwnUnions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let modules = draft.files.modules
        guard !modules.isEmpty else { return }
        let foreign = Set(draft.files.lazy.filter { $0.module != nil }.map(\.path))
        draft.forEachKind(log) { log, kind in
            guard case .union(let union) = kind, !foreign.contains(log.path) else { return }
            for name in union.includes {
                guard let module = modules[name.text] else { continue }
                log.error(
                    name.mark, "a union includes types of its own target",
                    found: "\(quoted(name.text)) of \(quoted(module))",
                    write: "a type under 'types' that includes it")
            }
        }
    }
}
