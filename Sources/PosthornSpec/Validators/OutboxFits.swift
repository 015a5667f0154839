/// Checks that an outbox can store a call, repeat it and tell which calls belong together.
enum OutboxFits: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachEndpoint(log) { log, endpoint in
            guard let outbox = endpoint.rules.outbox else { return }
            if !endpoint.method.isIdempotent, endpoint.rules.idempotentMark == nil {
                log.error(
                    outbox.mark, "an outbox delivers at least once, so the call can be repeated",
                    found: "a \(endpoint.method.rawValue)",
                    write: "'idempotent: true', if the server knows the 'Idempotency-Key'")
            }
            if endpoint.sendsOrReturnsStream {
                log.error(
                    outbox.mark, "an outbox stores requests and responses as bytes",
                    found: endpoint.output.isStreamed ? endpoint.output.summary : "a file or parts",
                    write: "no 'outbox'")
            }
            for (key, mark) in [
                ("pages", endpoint.pages?.mark), ("poll", endpoint.poll?.mark),
                ("call", endpoint.call?.mark),
            ] {
                guard mark != nil else { continue }
                log.error(
                    outbox.mark, "an outbox delivers single calls of one request",
                    found: "'outbox' beside \(quoted(key))", write: "one of the two")
            }
            if let key = outbox.key { check(key, of: endpoint, log) }
        }
    }

    private static func check(_ key: TypeName, of endpoint: EndpointSpec, _ log: FileLog) {
        let known = endpoint.parameters.filter {
            [.path, .query, .header, .cookie, .body, .form].contains($0.place)
                && !$0.field.isConstant
        }
        guard let parameter = known.first(where: { $0.field.wireName == key.text }) else {
            let names = known.prefix(100).map(\.field.wireName)
            return log.refuseUnknown(
                key.text, at: key.mark, "'key' names a parameter of the call", known: names,
                else: names.isEmpty ? "'outbox: true'" : quotedList(Array(names.prefix(8))))
        }
        let texts: [ScalarType] = [.string, .int, .int32, .int64, .uint64, .uuid]
        guard parameter.field.type.wrapped.scalar.map(texts.contains) != true else { return }
        log.error(
            key.mark, "a key is a text, a whole number or a 'UUID'",
            found: quoted(parameter.field.type.description), write: "another parameter")
    }
}
