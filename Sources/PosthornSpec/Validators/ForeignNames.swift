/// The first part of a type's name in Swift means what it means outside of the spec.
///
/// `Money: { swift: Money.Amount }` would be an alias of itself.
enum ForeignNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let services = Set(draft.services.map(\.name))
        draft.forEachDeclaration(log) { log, type in
            guard case .foreign(let foreign) = type.kind else { return }
            let path = foreign.path
            let head = String(path.prefix { $0 != "." })
            guard path != type.name, let owner = owner(of: head, types, services) else {
                return
            }
            log.error(
                type.mark, "a name of the spec does not hide a type of Swift",
                found: "\(quoted(path)) beside \(owner)",
                write: head == type.name
                    ? "another name for the type, as in '\(type.name)Value'"
                    : "another name for \(owner)")
        }
    }

    /// What the spec declares under a name; nothing if it is the type itself, for which there is no
    /// alias.
    private static func owner(
        of name: String, _ types: [String: TypeSpec], _ services: Set<String>
    ) -> String? {
        if services.contains(name) { return "the service \(quoted(name))" }
        guard let type = types[name] else { return nil }
        if case .foreign(let foreign) = type.kind, foreign.path == name { return nil }
        return "the type \(quoted(name))"
    }
}
