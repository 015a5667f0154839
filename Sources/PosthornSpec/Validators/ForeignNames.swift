/// Checks that no declared name hides the first part of a Swift type's name.
///
/// `Money: { swift: Money.Amount }` would generate an alias of itself.
enum ForeignNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let services = Set(draft.services.map(\.name))
        draft.forEachDeclaration(log) { log, type in
            guard case .foreign(let foreign) = type.kind else { return }
            let path = foreign.path
            let head = String(path.prefix { $0 != "." })
            guard path != type.name, let owner = owner(of: head, types, services) else { return }
            log.error(
                type.mark, "a name of the spec does not hide a type of Swift",
                found: "\(quoted(path)) beside \(owner)",
                write: head == type.name
                    ? "another name for the type, as in '\(type.name)Value'"
                    : "another name for \(owner)")
        }
    }

    /// Describes what the spec declares under a name.
    ///
    /// The result is `nil` for a Swift type of the same name, which gets no alias.
    private static func owner(
        of name: String, _ types: [String: TypeSpec], _ services: Set<String>
    ) -> String? {
        if services.contains(name) { return "the service \(quoted(name))" }
        guard let type = types[name] else { return nil }
        if case .foreign(let foreign) = type.kind, foreign.path == name { return nil }
        return "the type \(quoted(name))"
    }
}
