internal import PosthornSpec

/// Writes operations and their responses.
extension Exporter {
    func operation(
        _ endpoint: EndpointSpec, tag: String, _ styles: [String: PathStyle]
    ) -> Members {
        var members: Members = []
        if let doc = endpoint.doc {
            let isShort = doc.utf8.count <= 120 && !doc.contains("\n")
            members.append(SpecMember(isShort ? "summary" : "description", .exact(doc)))
        }
        members.append(SpecMember("operationId", .exact(endpoint.fullName)))
        members.append(SpecMember("tags", .list([.exact(tag)])))
        if endpoint.rules.deprecated != nil { members.append(SpecMember("deprecated", .true)) }
        if let host = endpoint.rules.host {
            let urls = service.servers.flatMap(\.hosts).filter { $0.name == host.text }.map(\.url)
            members.append(
                SpecMember(
                    "servers",
                    .list(urls.map { .map([SpecMember("url", .exact($0))]) })))
        }
        if let requires = endpoint.rules.requires {
            members.append(SpecMember("security", security(requires)))
        }
        let parameters = parameters(endpoint, styles)
        if !parameters.isEmpty { members.append(SpecMember("parameters", .list(parameters))) }
        let body = requestBody(endpoint)
        if !body.isEmpty { members.append(SpecMember("requestBody", .map(body))) }
        members.append(SpecMember("responses", .map(responses(endpoint))))
        return members
    }

    private func responses(_ endpoint: EndpointSpec) -> Members {
        var result: Members = []
        func add(_ status: String, _ doc: String?, _ content: Members, _ headers: [FieldSpec]) {
            var members = [SpecMember("description", .exact(doc ?? "Success"))]
            let named = headers.filter { field in
                guard field.prefix != nil else { return true }
                note(
                    field.mark,
                    "a header field for all names that start with \(quoted(field.wireName))")
                return false
            }
            if !named.isEmpty {
                members.append(
                    SpecMember(
                        "headers",
                        .map(named.map { SpecMember($0.wireName, .map(header($0))) })))
            }
            if !content.isEmpty { members.append(SpecMember("content", .map(content))) }
            result.append(SpecMember(status, .map(members)))
        }
        switch endpoint.output {
        case .nothing: add("2XX", nil, [], [])
        case .value(let value): add("200", nil, content(value.type, endpoint), [])
        case .headers(let value, let fields):
            add("200", nil, value.map { content($0.type, endpoint) } ?? [], fields)
        case .statuses(let statuses):
            for status in statuses {
                add(
                    "\(status.status)", status.doc ?? Self.words(status.name),
                    status.value.map { content($0.type, endpoint, status.response) } ?? [],
                    status.headers)
            }
        case .bytes, .file:
            let types = endpoint.accepted(by: .builtIn(.raw), in: service)
            let media = SpecValue.map([SpecMember("schema", .map(Self.binary))])
            add(
                "200", nil,
                (types.isEmpty ? ["application/octet-stream"] : types).map {
                    SpecMember($0, media)
                },
                [])
        case .events(let type): add("200", nil, stream("text/event-stream", type), [])
        case .lines(let type): add("200", nil, stream("application/x-ndjson", type), [])
        }
        for error in endpoint.errors {
            let status: String
            switch error.condition {
            case .code:
                note(error.mark, "an error by \(error.condition.text) of an envelope has no status")
                continue
            case .exact(let number): status = "\(number)"
            case .hundred(let first): status = "\(first)XX"
            case .others: status = "default"
            }
            guard !result.contains(where: { $0.key == status }) else { continue }
            let policy = error.response ?? endpoint.response(in: service)
            let isRead = policy?.can(.errors) ?? true
            let types = isRead ? mediaTypes(policy, error.type, []) : ["application/json"]
            let content = error.type.map { type in
                types.map { SpecMember($0, .map([SpecMember("schema", .map(schema(type)))])) }
            }
            add(status, error.doc ?? Self.words(error.name), content ?? [], error.headers)
        }
        return result
    }

    private func header(_ field: FieldSpec) -> Members {
        var members: Members = []
        if let doc = field.doc { members.append(SpecMember("description", .exact(doc))) }
        if !field.mayBeLeftOut { members.append(SpecMember("required", .true)) }
        if field.deprecated != nil { members.append(SpecMember("deprecated", .true)) }
        return members + [SpecMember("schema", .map(schema(field, isAlone: false)))]
    }

    private func stream(_ mediaType: String, _ type: TypeExpression) -> Members {
        [SpecMember(mediaType, .map([SpecMember("schema", .map(schema(type)))]))]
    }

    /// Returns the content of a successful response, in its envelope and sealed as it is sent.
    private func content(
        _ type: TypeExpression, _ endpoint: EndpointSpec, _ own: ResponseSpec? = nil
    ) -> Members {
        let policy = own ?? endpoint.response(in: service)
        var schema = schema(type)
        if case .envelope(let envelope)? = policy { schema = Self.wrapped(schema, envelope) }
        let accepted = policy.map { endpoint.accepted(by: $0, in: service) } ?? endpoint.accepts
        var types = mediaTypes(policy, type, accepted)
        if policy?.builtIn?.word == "raw" || policy?.builtIn?.values == .image,
            type.wrapped.scalar == .data
        {
            schema = Self.binary
        }
        if let sealed = sealedType(of: endpoint) {
            schema = Self.sealed(schema, types[0])
            types = [sealed]
        }
        var media = [SpecMember("schema", .map(schema))]
        if sealedType(of: endpoint) == nil, endpoint.call == nil, policy?.builtIn != .envelope,
            let example = endpoint.rules.example.flatMap({ value($0.value, type) })
        {
            media.append(SpecMember("example", example))
        }
        return types.map { SpecMember($0, .map(media)) }
    }

    /// Returns the media types that a policy reads.
    private func mediaTypes(
        _ policy: ResponseSpec?, _ type: TypeExpression?, _ accepted: [String]
    ) -> [String] {
        if !accepted.isEmpty { return accepted }
        guard let policy else { return ["application/json"] }
        switch policy.builtIn?.word {
        case "json", "envelope": return ["application/json"]
        case "raw":
            return [type?.wrapped.scalar == .string ? "text/plain" : "application/octet-stream"]
        case "text": return ["text/plain"]
        case "image": return ["image/*"]
        case "plist": return ["application/x-plist"]
        case "xml": return ["application/xml"]
        default: return ["*/*"]
        }
    }

    /// Returns the schema of a value in its envelope.
    private static func wrapped(_ value: Members, _ envelope: EnvelopeSpec) -> Members {
        let code: Members =
            switch envelope.success.first {
            case .number: [type("integer")]
            case .bool: [type("boolean")]
            case .text: [type("string")]
            case nil: []
            }
        var result: Members = [type("object")]
        let parts: [(String?, Members)] = [
            (envelope.code, code), (envelope.message, [type("string")]), (envelope.error, []),
            (envelope.payload, value),
        ]
        for (path, schema) in parts {
            guard let path else { continue }
            result = adding(schema, at: (MemberPath(path)?.names ?? [path])[...], to: result)
        }
        return result
    }

    /// Returns an object with a member at a path.
    private static func adding(
        _ schema: Members, at path: ArraySlice<String>, to object: Members
    ) -> Members {
        guard let name = path.first else { return schema }
        var properties = object.first { $0.key == "properties" }?.value.members ?? []
        let place = properties.firstIndex { $0.key == name } ?? properties.count
        if place == properties.count { properties.append(SpecMember(name, .map([type("object")]))) }
        properties[place].value = .map(
            adding(schema, at: path.dropFirst(), to: properties[place].value.members ?? []))
        return [type("object"), SpecMember("properties", .map(properties))]
    }

    /// Returns the name of a case as words, such as `Not found`.
    private static func words(_ name: String) -> String {
        var result = ""
        for character in name {
            if character.isUppercase, result.last?.isLowercase == true { result += " " }
            result += result.isEmpty ? character.uppercased() : character.lowercased()
        }
        return result
    }
}
