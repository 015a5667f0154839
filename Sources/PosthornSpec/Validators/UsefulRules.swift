/// Checks that the rules of an endpoint have an effect.
enum UsefulRules: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachEndpoint(log) { log, endpoint in
            if let mark = endpoint.rules.idempotentMark, endpoint.method.isIdempotent {
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
            for name in endpoint.rules.cache?.by ?? [] { check(name, of: endpoint, log) }
            if let example = endpoint.rules.example, endpoint.output.types.isEmpty {
                log.error(
                    example.mark, "an example shows what an endpoint returns",
                    found: "no type in 'returns'", write: "'returns: …', or no 'example'")
            }
        }
    }

    /// Checks that a parameter can be a part of a cache's key.
    private static func check(_ name: TypeName, of endpoint: EndpointSpec, _ log: FileLog) {
        let known = endpoint.parameters.filter {
            [.query, .header, .cookie, .body, .form].contains($0.place) && !$0.field.isConstant
        }
        guard let parameter = known.first(where: { $0.field.wireName == name.text }) else {
            let names = known.prefix(100).map(\.field.wireName)
            return log.refuseUnknown(
                name.text, at: name.mark,
                "'by' names parameters of the query, the header, cookies or fields of the body",
                known: names, else: names.isEmpty ? "no 'by'" : quotedList(Array(names.prefix(8))))
        }
        guard parameter.field.type.wrapped.isArray || parameter.field.type.wrapped.isMap else {
            return
        }
        log.error(
            name.mark, "a parameter of a cache's key is a single value",
            found: quoted(parameter.field.type.description), write: "another, or no 'by'")
    }
}
