/// Checks that a union by the names of events is what `events of` returns, and that its events are JSON.
enum EventUnions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        func isByEvent(_ type: TypeExpression) -> Bool {
            guard case .union(let union) = type.kind(in: types) else { return false }
            return union.isByEvent
        }
        func refuse(_ type: TypeExpression, _ mark: SourceMark, _ log: FileLog) {
            guard isByEvent(type.innermost) else { return }
            log.error(
                mark, "a union with 'byEvent' is what a stream of events returns",
                found: quoted(type.description),
                write: "'returns: events of …' with the union, or 'by: …' with a member")
        }
        draft.forEachField(log) { log, field, _ in refuse(field.type, field.typeMark, log) }
        draft.forEachKind(log) { log, kind in
            for (type, mark) in kind.references { refuse(type, mark, log) }
        }
        draft.forEachEndpoint(log) { log, endpoint in
            for (type, mark, log) in endpoint.errorTypes(log) { refuse(type, mark, log) }
            guard case .events(let type) = endpoint.output, isByEvent(type) else {
                for type in endpoint.output.types { refuse(type, endpoint.returnsMark, log) }
                return
            }
            let response = endpoint.response ?? draft.services.first?.response
            guard let response, response != .json, response != .refused else { return }
            log.error(
                endpoint.response == nil ? endpoint.mark : endpoint.responseMark,
                "events that are told apart by their names are JSON",
                found: quoted(response.word),
                write: endpoint.response == nil
                    ? "'response: json' in \(quoted(endpoint.fullName))"
                    : "no 'response', or 'json'")
        }
    }
}
