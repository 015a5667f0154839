/// Checks that `only` names what exists.
enum KnownSelection: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first, let only = service.only
        else { return }
        let log = log.file(service.path)
        let endpoints = draft.files.flatMap(\.endpoints)
        let names = endpoints.map(\.fullName) + draft.files.flatMap { $0.groups.map(\.name) }
        let tags = endpoints.flatMap(\.rules.tags)
        let paths = endpoints.map(\.path)
        func check(
            _ names: [TypeName], _ kind: String, _ known: [String], else other: String,
            isKnown: (String, String) -> Bool = { $0 == $1 }
        ) {
            for name in names where !known.contains(where: { isKnown($0, name.text) }) {
                log.refuseUnknown(
                    name.text, at: name.mark, "'only' selects no \(kind) of this name",
                    known: Set(known).sorted().prefix(2_000), else: other)
            }
        }
        check(only.endpoints, "endpoint", names, else: "one under 'endpoints'")
        check(only.tags, "tag", tags, else: "one under 'tags' of an endpoint")
        check(
            only.paths, "path", paths, else: "the path of an endpoint", isKnown: OnlySpec.isPath)
    }
}
