/// What an endpoint leaves out of the common parameters is one of them.
enum KnownCommon: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.common.map(\.field.wireName)
        let known = Set(names)
        for file in draft.files {
            for endpoint in file.endpoints {
                guard case .named(let omitted) = endpoint.rules.omitted else { continue }
                for name in omitted where !known.contains(name.text) {
                    if log.isFull(file.path, countingErrorAt: name.mark) { continue }
                    let meant = Suggestion.closest(to: name.text, among: names.prefix(100))
                    log.error(
                        file.path, name.mark, "only a common parameter can be left out",
                        found: quoted(name.text),
                        write: meant.map { "\(quoted($0)), if you mean that" }
                            ?? (names.isEmpty
                                ? "no 'common': the service sends none"
                                : quotedList(Array(names.prefix(8)))))
                }
            }
        }
    }
}
