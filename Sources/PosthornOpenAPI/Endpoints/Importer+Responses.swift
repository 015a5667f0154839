internal import PosthornForeign
internal import PosthornSpec

/// Converts responses.
extension Importer {
    /// Header fields of responses that belong to the transfer and not to the API, besides those of rate limits and CORS.
    private static let transferHeaders: Set<String> = [
        "age", "alt-svc", "cache-control", "connection", "content-encoding", "content-length",
        "content-type", "date", "expires", "keep-alive", "server", "strict-transport-security",
        "transfer-encoding", "vary", "via",
    ]

    func addResponses(of operation: Operation, to endpoint: EndpointDraft) throws(ImportFailure) {
        var successes: [(status: String, node: Node)] = []
        var redirects: [(status: String, node: Node)] = []
        var failures: [(status: String, node: Node)] = []
        var fallback: Node?
        for (key, entry) in operation.node["responses"]?.entries ?? [] {
            var node = entry
            if let reference = node["$ref"] { node = try document.target(of: reference) }
            let status = key.lowercased()
            switch status.first {
            case "d" where status == "default": fallback = node
            case "2": successes.append((status, node))
            case "3": redirects.append((status, node))
            case "4", "5": failures.append((status, node))
            default: break
            }
        }
        // A document that has no other response means success by `default`.
        if successes.isEmpty, redirects.isEmpty, let node = fallback, node["content"] != nil {
            successes = [("default", node)]
            fallback = nil
        }
        if let fallback { failures.append(("default", fallback)) }
        if !successes.isEmpty {
            // Redirects are followed; a 304 is the response to a condition.
            failures += redirects.filter { $0.status == "304" }
            redirects = []
        }
        successes += redirects.filter { $0.status.dropFirst().allSatisfy(\.isNumber) }
        let isHead = operation.method == "HEAD"
        for (status, node) in successes {
            let name = successes.count == 1 ? "Response" : "Response\(status)"
            var response = EndpointDraft.Response(
                status: status,
                content: isHead
                    ? .nothing
                    : try content(
                        of: node, at: Place(owner: endpoint, names: [endpoint.name, name])))
            response.headers = try headers(of: node, endpoint, name)
            endpoint.returns.append(response)
        }
        // A stream stands alone, and a class of statuses has one type.
        if let stream = endpoint.returns.first(where: \.content.isStream) {
            endpoint.returns = [stream]
        } else if endpoint.returns.contains(where: { Int($0.status) == nil }) {
            endpoint.returns = [
                endpoint.returns.first { $0.content.type != nil } ?? endpoint.returns[0]
            ]
        }
        for (status, node) in failures.sorted(by: { $0.status < $1.status }) {
            guard status.count == 3 || status == "default",
                status == "default" || status.hasSuffix("xx") || Int(status) != nil
            else { continue }
            let name = status == "default" ? "Failure" : "Error\(status.uppercased())"
            var content = try self.content(
                of: node, at: Place(owner: endpoint, names: [endpoint.name, name]))
            // A failure has a type of its body, or none.
            switch content {
            case .bytes, .events, .lines, .xml: content = .nothing
            case .json, .text, .nothing: break
            }
            var response = EndpointDraft.Response(
                status: status, content: isHead || status == "304" ? .nothing : content)
            response.headers = try headers(of: node, endpoint, name)
            endpoint.errors.append(response)
        }
    }

    private func content(of node: Node, at place: Place) throws(ImportFailure)
        -> EndpointDraft.Content
    {
        let entries = node["content"]?.entries ?? []
        var groups: [MediaKind: [(type: String, node: Node)]] = [:]
        for (type, media) in entries {
            var kind = MediaKind(type)
            if let schema = media["schema"], kind == .json || kind == .text,
                case .scalar("Binary") = try schemas.schema(schema).core
            {
                kind = .bytes
            } else if kind == .json, type == "*/*", media["schema"] == nil {
                kind = .bytes
            }
            groups[kind, default: []].append((type, media))
        }
        if let json = groups[.json] {
            let types = MediaKind.concrete(json.map(\.type))
            return .json(
                try returned(json[0].node, at: place),
                mediaTypes: types.isEmpty || types.contains("application/json") ? [] : types)
        }
        if let events = groups[.events] { return .events(try element(events[0].node, at: place)) }
        if let lines = groups[.lines] { return .lines(try element(lines[0].node, at: place)) }
        if let text = groups[.text] { return .text(MediaKind.concrete(text.map(\.type))) }
        if let xml = groups[.xml] {
            let type = try returned(xml[0].node, at: place)
            let types = MediaKind.concrete(xml.map(\.type))
            return type.declaredType == nil ? .bytes(types) : .xml(type, mediaTypes: types)
        }
        if let bytes = groups[.bytes] {
            // A file in JSON is a file whose type the document does not know.
            return .bytes(MediaKind.concrete(bytes.map(\.type)).filter { MediaKind($0) != .json })
        }
        return .nothing
    }

    /// Returns the type of a whole response, which can't have a format.
    private func returned(_ media: Node, at place: Place) throws(ImportFailure) -> TypeText {
        guard let node = media["schema"] else { return .json }
        let type = try self.type(node, at: place)
        if type.isCollection, type.text.contains("Data") {
            let wrapper = DeclaredType(node, name: naming.place(place.names))
            wrapper.kind = .wrapper(type)
            if type.innermost == nil { return .declared(wrapper) }
        }
        guard case .name(let name) = type.wrapped else { return type }
        if name.contains("(") {
            let wrapper = DeclaredType(node, name: naming.place(place.names))
            wrapper.kind = .wrapper(.name(name))
            return type.isNullable ? .optional(.declared(wrapper)) : .declared(wrapper)
        }
        return type
    }

    private func element(_ media: Node, at place: Place) throws(ImportFailure) -> TypeText {
        guard let node = media["itemSchema"] ?? media["schema"] else { return .json }
        let type = try self.type(node, at: place).wrapped
        // The schema of a stream is often that of its text.
        if case .array(let item) = type { return item.wrapped }
        return type
    }

    private func headers(
        of node: Node, _ endpoint: EndpointDraft, _ name: String
    ) throws(ImportFailure) -> [FieldDraft] {
        var fields: [FieldDraft] = []
        for (header, entry) in node["headers"]?.entries ?? [] {
            let lower = header.lowercased()
            guard !Self.transferHeaders.contains(lower), !lower.hasPrefix("access-control-"),
                !lower.contains("ratelimit"), !lower.contains("rate-limit"),
                Self.isToken(header)
            else { continue }
            var node = entry
            if let reference = node["$ref"] { node = try document.target(of: reference) }
            let schemaNode = node["schema"] ?? node["content"]?.items.first?["schema"] ?? node
            var schema = try schemas.schema(schemaNode)
            schema.isNullable = false
            var field = FieldDraft(
                wireName: header, type: .string, isOptional: !node.isTrue("required"),
                node: schemaNode)
            if lower == "set-cookie" {
                field.type = .array(.string)
            } else if isText(schema, listsToo: false) {
                if case .constant = schema.target {
                } else {
                    let place = Place(
                        owner: endpoint,
                        names: [endpoint.name, SwiftName.camelCase(header) ?? "Header"])
                    field.type = try type(schema, at: place).wrapped
                }
            }
            fields.append(field)
        }
        var taken: Set<String> = []
        let names = Naming.members(
            fields.map(\.wireName), reserved: ReservedNames.returnedHeaders.union(["status"]),
            taken: &taken, ending: "")
        for index in fields.indices { fields[index].swiftName = names[index] }
        return fields
    }
}
