/// Checks that returned types suit the response policy.
enum ReturnedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let types = draft.types
        draft.forEachEndpoint(log) { log, endpoint in
            for (fields, log) in endpoint.responseHeaders(log) {
                checkHeaders(fields, types, log)
            }
            checkErrors(endpoint, types, service, log)
            if case .statuses(let statuses) = endpoint.output {
                for status in statuses where status.response != nil {
                    guard let type = status.value?.type, let policy = status.response?.builtIn,
                        let refusal = refusal(of: type, types, by: policy)
                    else { continue }
                    log.error(
                        status.mark, refusal.rule, found: quoted(type.description),
                        write: refusal.write)
                }
                for case let (type?, nil) in statuses.map({ ($0.value?.type, $0.response) }) {
                    check(type, types, endpoint, service, log)
                }
            } else {
                for type in endpoint.output.types { check(type, types, endpoint, service, log) }
            }
        }
    }

    private static func check(
        _ type: TypeExpression, _ types: [String: TypeSpec], _ endpoint: EndpointSpec,
        _ service: ServiceSpec, _ log: FileLog
    ) {
        let own = service.response(of: endpoint)
        if endpoint.output.isStreamed, let own, !own.can(.streams) {
            let words = BuiltInPolicy.all.filter { $0.abilities.contains(.streams) }
                .map { quoted($0.word) }
            log.error(
                endpoint.responseMark, "the elements of a stream are JSON or texts",
                found: quoted(own.word), write: words.joined(separator: ", ") + " or no 'response'")
            return
        }
        // In a stream, the type alone decides how to decode text.
        if endpoint.output.isStreamed, endpoint.response == nil, type.scalar == .string { return }
        let response =
            own
            ?? (endpoint.response != nil
                ? nil
                : endpoint.accepts.isEmpty
                    ? inherited(type, endpoint, service) : endpoint.ownResponse(in: service))
        if let policy = response?.builtIn, let refusal = refusal(of: type, types, by: policy) {
            log.error(
                endpoint.returnsMark, refusal.rule, found: quoted(type.description),
                write: refusal.write)
        } else if type.innermost.scalar == .data,
            type.scalar != .data || endpoint.output.isStreamed
        {
            log.error(
                endpoint.returnsMark, "'Data' is returned by itself",
                found: quoted(type.description), write: "'Data', or another type")
        }
    }

    /// Returns the policy of an endpoint without its own `response`.
    private static func inherited(
        _ type: TypeExpression, _ endpoint: EndpointSpec, _ service: ServiceSpec
    ) -> ResponseSpec? {
        guard !endpoint.output.isStreamed else { return nil }
        return type.scalar == .data && service.takesAsItIs(type) ? .raw : service.response
    }

    /// Returns the problem of a type that a policy does not produce, or `nil` if it does.
    private static func refusal(
        of type: TypeExpression, _ types: [String: TypeSpec], by policy: BuiltInPolicy
    ) -> (rule: String, write: String)? {
        let response = policy.nameWithArticle + " response"
        switch policy.values {
        case .bytes where type.scalar != .data && type.wrapped.scalar != .string:
            return ("\(response) is 'Data' or 'String'", "one of the two, or 'response: json'")
        case .text where type.wrapped.scalar != .string:
            return ("\(response) is 'String'", "'String', or 'response: json'")
        case .image where type.scalar != .data && !isForeign(type, types):
            return (
                "\(response) is 'Data', or a type that is written in Swift",
                "'Data', or a type '{ swift: ImageFile, import: PosthornLoading }'"
            )
        case .document where type.scalar == .data:
            return ("\(response) is not 'Data'", "another type, or 'response: raw'")
        case .document where type.wrapped.isArray: return oneRoot
        default: return nil
        }
    }

    private static let oneRoot = (
        rule: "a document of XML has one root", write: "a type that has the list as a field"
    )

    /// Checks the types of errors, which the endpoint's or the service's policy decodes.
    private static func checkErrors(
        _ endpoint: EndpointSpec, _ types: [String: TypeSpec], _ service: ServiceSpec,
        _ log: FileLog
    ) {
        let own = service.response(of: endpoint)
        let reader = own?.can(.errors) == true ? own : service.response
        for error in endpoint.errors {
            guard let type = error.type else { continue }
            let log = log.of(error)
            if let policy = error.response?.builtIn {
                guard let refusal = refusal(of: type, types, by: policy) else { continue }
                log.error(
                    error.typeMark, refusal.rule, found: quoted(type.description),
                    write: refusal.write)
            } else if reader?.builtIn?.values == .document, type.wrapped.isArray {
                log.error(
                    error.typeMark, oneRoot.rule, found: quoted(type.description),
                    write: oneRoot.write)
            }
        }
    }

    private static func isForeign(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        guard case .named(let name) = type, case .foreign = types[name.text]?.kind else {
            return false
        }
        return true
    }

    private static func checkHeaders(
        _ fields: [FieldSpec], _ types: [String: TypeSpec], _ log: FileLog
    ) {
        for field in fields {
            if !HeaderNames.isToken(field.wireName) {
                log.error(
                    field.mark, "a header of a response has a name that HTTP allows",
                    found: quoted(field.wireName), write: "one as in 'X-Total-Count'")
            } else if field.traits.isPattern {
                guard case .map(let value) = field.type, !value.isArray, value.form == nil,
                    value.scalar != .data, isReadable(value, types)
                else {
                    ParameterTypes.refusePattern(field, takesLists: false, log)
                    continue
                }
            } else if !isReadable(field.type, types) {
                log.error(
                    field.typeMark,
                    "a header of a response is a scalar or an enum, or a list of them without a form",
                    found: quoted(field.type.description), write: "such a type")
            } else if field.wireName.lowercased() == "set-cookie", !field.type.isArray {
                log.error(
                    field.typeMark, "'Set-Cookie' occurs once for each cookie",
                    found: quoted(field.type.description), write: "'[String]'")
            } else if let limit = field.limits.first {
                log.error(
                    limit.mark, "limits are for what is sent, and what a body holds",
                    found: "one for the header \(quoted(field.wireName)) of a response",
                    write: "no limit here, and a look at the header where it is used")
            }
        }
    }

    /// Returns whether a type can be decoded from a header field, or a list from its lines.
    private static func isReadable(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        if case .array(let item) = type {
            return !item.isArray && item.form == nil && item.scalar != .data
                && isReadable(item, types)
        }
        return switch type.kind(in: types) {
        case nil: if case .named = type { type.scalar != .json } else { false }
        // A refused type was reported at its declaration.
        case .enumeration, .refused: true
        case .object, .union, .tuple, .wrapper, .foreign: false
        }
    }
}

extension BuiltInPolicy {
    /// The word with its article: `a raw`, `an image`, `an xml`.
    fileprivate var nameWithArticle: String {
        ("aeioux".contains(word.prefix(1)) ? "an " : "a ") + word
    }
}
