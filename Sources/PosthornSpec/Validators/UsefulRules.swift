/// Checks that the rules of an endpoint have an effect.
enum UsefulRules: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachEndpoint(log) { log, endpoint in
            if let mark = endpoint.rules.idempotentMark,
                endpoint.method != .post, endpoint.method != .patch
            {
                log.warning(
                    mark, "only a POST or a PATCH has to be marked idempotent",
                    found: "a \(endpoint.method.rawValue), which is safe to repeat",
                    write: "no 'idempotent'")
            }
            if let mark = endpoint.rules.coalesceMark,
                endpoint.method != .get || endpoint.output.isStreamed
            {
                log.error(
                    mark, "only a GET whose response is read as a whole shares its exchange",
                    found: endpoint.method != .get
                        ? "a \(endpoint.method.rawValue)" : endpoint.output.summary,
                    write: "no 'coalesce'")
            }
            if let example = endpoint.rules.example, endpoint.output.types.isEmpty {
                log.error(
                    example.mark, "an example shows what an endpoint returns",
                    found: "no type in 'returns'", write: "'returns: …', or no 'example'")
            }
        }
    }
}
