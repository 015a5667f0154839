/// Checks that endpoints omit only common parameters that exist.
enum KnownCommon: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.common.map(\.field.wireName)
        let known = Set(names)
        draft.forEachEndpoint(log) { log, endpoint in
            guard case .named(let omitted) = endpoint.rules.omitted else { return }
            for name in omitted where !known.contains(name.text) {
                log.refuseUnknown(
                    name.text, at: name.mark, "only a common parameter can be left out",
                    known: names.prefix(100),
                    else: names.isEmpty
                        ? "no 'common': the service sends none" : quotedList(Array(names.prefix(8)))
                )
            }
        }
    }
}
