/// What an endpoint returns fits the way in which its answer is read.
enum ReturnedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let types = draft.types
        for file in draft.files {
            for endpoint in file.endpoints {
                checkHeaders(endpoint, types, file.path, log)
                for type in endpoint.answer.types {
                    check(type, endpoint, service, file.path, log)
                }
            }
        }
    }

    private static func check(
        _ type: TypeExpression, _ endpoint: EndpointSpec, _ service: ServiceSpec, _ path: String,
        _ log: DiagnosticLog
    ) {
        // What bytes and text are as elements of a stream is said by their type.
        if endpoint.answer.isStreamed, endpoint.response == nil, type.scalar == .string { return }
        let isRaw =
            endpoint.response.map { $0 == .raw }
            ?? (service.response == .raw && !endpoint.answer.isStreamed)
        if isRaw, type.scalar != .data, type.scalar != .string {
            log.error(
                path, endpoint.returnsMark, "a raw response is 'Data' or 'String'",
                found: quoted(type.description), write: "one of the two, or 'response: json'")
        } else if type.innermost.scalar == .data,
            type.scalar != .data || endpoint.answer.isStreamed
        {
            log.error(
                path, endpoint.returnsMark, "'Data' is returned by itself",
                found: quoted(type.description), write: "'Data', or another type")
        }
    }

    private static func checkHeaders(
        _ endpoint: EndpointSpec, _ types: [String: TypeSpec], _ path: String, _ log: DiagnosticLog
    ) {
        for field in endpoint.returnedHeaders {
            if !field.wireName.unicodeScalars.allSatisfy(HeaderNames.isToken) {
                log.error(
                    path, field.mark, "a header of an answer has a name that HTTP allows",
                    found: quoted(field.wireName), write: "one as in 'X-Total-Count'")
            } else if !isReadable(field.type, types) {
                log.error(
                    path, field.typeMark, "a header of an answer is a scalar or an enum",
                    found: quoted(field.type.description), write: "such a type")
            }
        }
    }

    /// Whether a type can be read out of a header field.
    private static func isReadable(
        _ type: TypeExpression, _ types: [String: TypeSpec]
    ) -> Bool {
        switch type {
        case .named(let name) where types[name.text] == nil:
            type.scalar != .json
        case .named(let name):
            if case .enumeration = types[name.text]?.kind { true } else { false }
        case .inline(.enumeration): true
        case .inline, .array, .map, .optional: false
        }
    }
}
