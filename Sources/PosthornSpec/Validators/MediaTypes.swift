/// Checks that the media types of bodies and responses fit what they describe.
enum MediaTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let types = draft.types
        checkService(service, log.file(service.path))
        draft.forEachEndpoint(log) { log, endpoint in
            if !endpoint.sends.isEmpty { checkPlace(endpoint, log) }
            for type in endpoint.contentTypes(in: service) { check(type, endpoint, types, log) }
            guard !endpoint.accepts.isEmpty else { return }
            checkFormats(endpoint, log)
            if case .declared(let name) = endpoint.response ?? service.response {
                refuse(name, endpoint.acceptsMark, log)
            }
            if endpoint.method == .head {
                log.error(
                    endpoint.acceptsMark, "the response to a HEAD request has no body",
                    found: "'accepts' in \(quoted(endpoint.fullName))",
                    write: "'Accept' under 'headers', if the server needs it")
            }
        }
    }

    private static func checkService(_ service: ServiceSpec, _ log: FileLog) {
        for type in service.sends where ![.json, .form, .xml].contains(type.format) {
            log.error(
                type.mark, "the bodies of a service are JSON, forms or XML",
                found: quoted(type.mediaType), write: "it in the endpoints whose body it is")
        }
        if !service.accepts.isEmpty, case .declared(let name) = service.response {
            refuse(name, service.acceptsMark, log)
        }
    }

    /// Warns of two formats that no single policy reads.
    private static func checkFormats(_ endpoint: EndpointSpec, _ log: FileLog) {
        let formats = endpoint.accepts.map(ContentTypeSpec.Format.init(of:))
        guard endpoint.response == nil, formats.contains(.json), formats.contains(.xml) else {
            return
        }
        log.warning(
            endpoint.acceptsMark, "the first media type decides how all of them are read",
            found: "JSON and XML in \(quoted(endpoint.fullName))",
            write: "one of the two, or no 'accepts' and a policy of your own in 'response'")
    }

    /// Reports a list of objects in a form without a style that has indices.
    private static func checkForm(
        _ type: TypeExpression, _ endpoint: EndpointSpec, _ types: [String: TypeSpec],
        _ log: FileLog
    ) {
        guard endpoint.rules.style == nil, let field = listOfObjects(in: type, types, depth: 0)
        else { return }
        log.error(
            endpoint.sends.first?.mark ?? endpoint.mark,
            "a list of objects in a form has a style with indices",
            found: "\(quoted(field.wireName)) without 'style'",
            write:
                "'style: indexed' or 'style: brackets' in the endpoint \(quoted(endpoint.fullName))"
        )
    }

    private static func listOfObjects(
        in type: TypeExpression, _ types: [String: TypeSpec], depth: Int
    ) -> FieldSpec? {
        guard depth < 4, let kind = type.kind(in: types), case .object(let own, let includes) = kind
        else { return nil }
        for field in Includes.fields(own, includes, types) {
            let type = field.type.wrapped
            if case .array(let item) = type {
                if case .object = item.wrapped.kind(in: types) { return field }
            } else if let found = listOfObjects(in: type, types, depth: depth + 1) {
                return found
            }
        }
        return nil
    }

    private static func refuse(_ policy: String, _ mark: SourceMark, _ log: FileLog) {
        log.error(
            mark, "a policy of your own has its own media types",
            found: "'accepts' beside 'response: \(policy)'",
            write: "no 'accepts', and the types in its 'mediaTypes'")
    }

    /// Checks that the endpoint has a body that can have another media type.
    private static func checkPlace(_ endpoint: EndpointSpec, _ log: FileLog) {
        switch endpoint.bodyPlace {
        case .body, .wholeBody, .text, .bytes, .lines: break
        case .upload:
            log.error(
                endpoint.sendsMark, "an upload has its media type after 'upload'",
                found: "'sends' beside it",
                write: "'upload: \(endpoint.sends[0].mediaType)', and if the caller chooses, "
                    + "'Content-Type: { type: String, name: mediaType }' under 'headers'")
        case .form, .part:
            log.error(
                endpoint.sendsMark, "the media type of a form or of 'multipart' is fixed",
                found: "'sends' beside it", write: "'body' in place of it, or no 'sends'")
        default:
            log.error(
                endpoint.sendsMark, "'sends' is the media type of a body",
                found: "no body in \(quoted(endpoint.fullName))", write: "'body: …', or no 'sends'")
        }
    }

    private static func check(
        _ type: ContentTypeSpec, _ endpoint: EndpointSpec, _ types: [String: TypeSpec],
        _ log: FileLog
    ) {
        let body = endpoint.parameters.first { $0.place == .wholeBody }?.field
        let mark = endpoint.sends.isEmpty ? body?.typeMark ?? endpoint.mark : type.mark
        guard endpoint.bodyPlace == .body || body != nil else { return }
        if let body, body.traits.isPatch { return check(patch: body, as: type, types, log) }
        switch type.format {
        case .json: break
        case .form:
            guard let body else { return }
            checkForm(body.type, endpoint, types, log)
            guard !isObject(body.type, types) else { return }
            log.error(
                mark, "a form has fields",
                found: "\(quoted(body.type.description)) as \(quoted(type.mediaType))",
                write: "a type with fields")
        case .xml:
            let fields = endpoint.parameters.filter { $0.place == .body }
            if fields.count == 1, isRoot(fields[0].field) { return }
            if let body, isObject(body.type, types), body.type.name != nil { return }
            let found =
                body.map { quoted($0.type.description) }
                ?? (fields.count == 1 ? quoted(fields[0].field.wireName) : "\(fields.count) fields")
            log.error(
                mark, "a document of XML has one root: the only field, or that of its type's name",
                found: "\(found) as \(quoted(type.mediaType))",
                write: "'body: Order', with the fields under 'types'")
        case .lines:
            log.error(
                mark, "a body of lines has a type for its lines", found: quoted(type.mediaType),
                write: "'body: lines of \(body?.type.innermost.description ?? "T")'")
        case .text, .bytes:
            log.error(
                mark, "a body of this media type is a text or bytes",
                found: quoted(type.mediaType),
                write: type.format == .text
                    ? "'body: String', and only texts in 'sends'; an 'upload' for other types too"
                    : "'body: Data', or 'upload: \(type.mediaType)' for files and streams")
        }
    }

    /// Checks that a patch is JSON with the members of an object.
    private static func check(
        patch: FieldSpec, as type: ContentTypeSpec, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        let isKnown =
            if case .named(let name) = patch.type { types[name.text] != nil } else { true }
        switch patch.type.kind(in: types) {
        case .object, .union, .refused: break
        // Unknown types are reported by another rule.
        case nil where !isKnown && [nil, .json].contains(patch.type.scalar): break
        default:
            log.error(
                patch.typeMark, "a patch has members of an object",
                found: quoted(patch.type.description),
                write: "a type with fields, or another body than a patch")
        }
        guard type.format != .json else { return }
        log.error(
            type.mark, "a patch is JSON", found: quoted(type.mediaType),
            write: "'\(ParameterSpec.patchType)', or no 'sends'")
    }

    /// Returns whether a field in place can be the root of a document of XML.
    private static func isRoot(_ field: FieldSpec) -> Bool {
        if case .array = field.type.wrapped { return false }
        return !field.wireName.hasPrefix("@") && field.wireName != "#text"
    }

    private static func isObject(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        switch type.kind(in: types) {
        case .object, .union, .foreign, .refused: true
        case nil: if case .map = type { true } else { false }
        case .enumeration, .tuple, .wrapper: false
        }
    }
}
