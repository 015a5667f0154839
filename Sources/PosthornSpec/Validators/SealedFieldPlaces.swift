/// Checks that sealed fields are in JSON bodies or whole responses, and that the endpoint names a cipher.
enum SealedFieldPlaces: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        // Missing declarations may be in the file that could not be read.
        guard !draft.isIncomplete else { return }
        let paths = SealedPaths(draft.types)
        for service in draft.services {
            for parameter in service.common {
                refuse(
                    parameter.field, as: "what all endpoints send", paths, log.file(service.path))
            }
        }
        let service = draft.services.first
        draft.forEachEndpoint(log) { log, endpoint in check(endpoint, service, paths, log) }
    }

    private static func check(
        _ endpoint: EndpointSpec, _ service: ServiceSpec?, _ paths: SealedPaths, _ log: FileLog
    ) {
        for parameter in endpoint.parameters {
            let place: String
            switch parameter.place {
            case .wholeBody where parameter.field.traits.isPatch: place = "a patch"
            case .body, .wholeBody, .upload, .contentType, .original: continue
            case .text, .bytes, .lines: place = "a body that is not JSON"
            case .path, .url: place = "the path"
            case .query: place = "the query"
            case .header: place = "a header field"
            case .cookie: place = "a cookie"
            case .form: place = "a form"
            case .part: place = "a part of 'multipart'"
            }
            refuse(parameter.field, as: place, paths, log)
        }
        for (fields, log) in endpoint.responseHeaders(log) {
            for field in fields {
                refuse(field, as: "a header field of the response", paths, log)
            }
        }
        if endpoint.output.isStreamed {
            for type in endpoint.output.types {
                refuse(type, at: endpoint.returnsMark, as: "a stream", paths, log)
            }
        }
        checkMessages(endpoint, service, paths, log)
    }

    /// Reports a sealed field at a place that cannot be sealed.
    private static func refuse(
        _ field: FieldSpec, as place: String, _ paths: SealedPaths, _ log: FileLog
    ) {
        guard let mark = field.sealedMark else {
            refuse(field.type, at: field.typeMark, as: place, paths, log)
            return
        }
        log.error(
            mark, "only fields of a JSON body are sealed",
            found: "\(quoted(field.wireName)) in \(place)",
            write: "it in the 'body' of an endpoint, or no 'sealed'")
    }

    private static func refuse(
        _ type: TypeExpression, at mark: SourceMark, as place: String, _ paths: SealedPaths,
        _ log: FileLog
    ) {
        do throws(SealedPaths.Problem) {
            guard let field = try paths.paths(in: type).first else { return }
            log.error(
                mark, "only fields of a JSON body are sealed",
                found: "\(quoted(field)) of \(quoted(type.description)) in \(place)",
                write: "a type without sealed fields")
        } catch {
            report(error, mark, log)
        }
    }

    /// Checks the sealed fields of bodies and responses.
    private static func checkMessages(
        _ endpoint: EndpointSpec, _ service: ServiceSpec?, _ paths: SealedPaths, _ log: FileLog
    ) {
        let messages: SealedMessages
        do throws(SealedPaths.Problem) {
            messages = try endpoint.sealed(by: paths)
        } catch {
            report(error, endpoint.mark, log)
            return
        }
        guard !messages.isEmpty else { return }
        if endpoint.ciphers?.isEmpty ?? true {
            let name = service?.ciphers.first?.name
            let fields = messages.request + messages.responses.flatMap(\.fields)
            log.error(
                endpoint.ciphers == nil ? endpoint.mark : endpoint.cipherMark,
                "an endpoint with sealed fields names the cipher that seals them",
                found: "\(quoted(fields[0])) in \(quoted(endpoint.fullName)), "
                    + (endpoint.ciphers == nil ? "and no 'cipher'" : "and 'plaintext'"),
                write: name.map { "'cipher: \($0)'" }
                    ?? "'cipher: partner', and 'partner' under 'ciphers' of the service")
        }
        guard let first = messages.responses.first, case .response = first.scope,
            let field = first.fields.first,
            let policy = service.flatMap({ endpoint.response(in: $0) }), !policy.can(.sealedFields)
        else { return }
        log.error(
            endpoint.response == nil ? endpoint.returnsMark : endpoint.responseMark,
            "sealed fields are those of JSON",
            found: "\(quoted(field)) in a response that is read as \(quoted(policy.word))",
            write: "'response: json', or a type without sealed fields")
    }

    private static func report(_ problem: SealedPaths.Problem, _ mark: SourceMark, _ log: FileLog) {
        switch problem {
        case .union(let field):
            log.error(
                mark, "the types of a union have no sealed fields",
                found: "\(quoted(field)) in a case of 'oneOf'",
                write: "'sealed: true' at the field that holds the union")
        case .tuple(let field):
            log.error(
                mark, "the positions of a tuple have no sealed fields",
                found: "\(quoted(field)) in 'tuple'",
                write: "'sealed: true' at the field that holds the tuple")
        case .recursion(let type):
            log.error(
                mark, "the sealed fields of a message can be listed",
                found: "some in \(quoted(type)), which contains itself",
                write: "'sealed: true' at the field that holds it")
        case .tooMany:
            log.error(
                mark,
                "a message has at most \(SealedPaths.limit) sealed fields, and as many "
                    + "names lead to one",
                found: "more", write: "'sealed: true' at a field that holds several of them")
        }
    }
}
