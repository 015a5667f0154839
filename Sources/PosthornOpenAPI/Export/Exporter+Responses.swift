internal import PosthornFormat
internal import PosthornSpec

/// Writes operations and their responses.
extension Exporter {
    func operation(
        _ endpoint: EndpointSpec, tag: String, _ styles: [String: PathStyle]
    ) -> Members {
        var members: Members = []
        let isShort = endpoint.doc.map { $0.utf8.count <= 120 && !$0.contains("\n") } ?? false
        members.add(isShort ? "summary" : "description", text: endpoint.doc)
        members.add("operationId", text: endpoint.fullName)
        members.add("tags", .texts([tag]))
        members.add("deprecated", if: endpoint.rules.deprecated != nil)
        if let host = endpoint.rules.host {
            let hosts = service.servers.flatMap(\.hosts).filter { $0.name == host.text }
            members.add("servers", .list(hosts.map { ["url": .exact($0.url)] }))
        }
        members.add("security", endpoint.rules.requires.map(security))
        let parameters = parameters(endpoint, styles)
        members.add("parameters", parameters.isEmpty ? nil : .list(parameters))
        members.add("requestBody", requestBody(endpoint))
        members.add("responses", .map(responses(endpoint)))
        return members
    }

    private func responses(_ endpoint: EndpointSpec) -> Members {
        var result: Members = []
        func add(_ status: String, _ doc: String?, _ content: Members, _ headers: [FieldSpec]) {
            var members = Members(["description": .exact(doc ?? "Success")])
            var named: Members = []
            for field in headers {
                if field.prefix == nil {
                    named.add(field.wireName, .map(header(field)))
                } else {
                    let names = quoted(field.wireName)
                    note(field.mark, "a header field for all names that start with \(names)")
                }
            }
            members.add("headers", named.isEmpty ? nil : .map(named))
            members.add("content", content.isEmpty ? nil : .map(content))
            result.add(status, .map(members))
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
            let media: SpecValue = ["schema": .map(Self.binary)]
            let all = types.isEmpty ? ["application/octet-stream"] : types
            add("200", nil, all.map { SpecMember($0, media) }, [])
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
                types.map { SpecMember($0, ["schema": .map(schema(type))]) }
            }
            add(status, error.doc ?? Self.words(error.name), content ?? [], error.headers)
        }
        return result
    }

    private func header(_ field: FieldSpec) -> Members {
        var members: Members = []
        members.add("description", text: field.doc)
        members.add("required", if: !field.mayBeLeftOut)
        members.add("deprecated", if: field.deprecated != nil)
        members.add("schema", .map(schema(field, isAlone: false)))
        return members
    }

    private func stream(_ mediaType: String, _ type: TypeExpression) -> Members {
        Members([mediaType: ["schema": .map(schema(type))]])
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
        var media = Members(["schema": .map(schema)])
        if sealedType(of: endpoint) == nil, endpoint.call == nil, policy?.builtIn != .envelope {
            media.add("example", endpoint.rules.example.flatMap { value($0.value, type) })
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
            case .number: Members(["type": "integer"])
            case .bool: Members(["type": "boolean"])
            case .text: Members(["type": "string"])
            case nil: []
            }
        let parts: [(String?, Members)] = [
            (envelope.code, code), (envelope.message, Members(["type": "string"])),
            (envelope.payload, value), (envelope.error, []),
        ]
        return object(
            parts.compactMap { path, schema in
                path.map { ((MemberPath($0)?.names ?? [$0])[...], schema, false) }
            })
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
