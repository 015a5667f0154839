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
            guard let status = Self.status(key) else {
                if !key.hasPrefix("x-") {
                    remark(endpoint, entry, "\(quoted(key)) is no status of HTTP, and is left out")
                }
                continue
            }
            let node = try resolved(entry)
            switch status.first {
            case "d": fallback = node
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
        // A stream stands alone.
        if let stream = endpoint.returns.first(where: \.content.isStream) {
            endpoint.returns = [stream]
        } else {
            spreadClass(of: endpoint)
        }
        for (status, node) in failures.sorted(by: { $0.status < $1.status }) {
            let name = status == "default" ? "Failure" : "Error\(status.uppercased())"
            var content = try self.content(
                of: node, at: Place(owner: endpoint, names: [endpoint.name, name]))
            // A failure has a type of its body, or none.
            switch content {
            case .bytes, .events, .lines, .xml:
                remark(
                    endpoint, node,
                    "the body of a failure that is neither JSON nor a text is not read")
                content = .nothing
            case .json, .text, .nothing: break
            }
            var response = EndpointDraft.Response(
                status: status, content: isHead || status == "304" ? .nothing : content)
            response.headers = try headers(of: node, endpoint, name)
            endpoint.errors.append(response)
        }
    }

    /// Returns a status, a class such as `4xx`, or `default`; `nil` for another key.
    private static func status(_ key: String) -> String? {
        let status = key.lowercased()
        if status == "default" { return status }
        guard status.utf8.count == 3, let first = status.first, ("1"..."5").contains(first),
            status.hasSuffix("xx") || Int(status) != nil
        else { return nil }
        return status
    }

    /// Gives the type of a class of statuses to those that the document does not list.
    private func spreadClass(of endpoint: EndpointDraft) {
        guard endpoint.returns.count > 1,
            let place = endpoint.returns.firstIndex(where: { $0.status == "2xx" })
        else { return }
        var shared = endpoint.returns.remove(at: place)
        let isSame = endpoint.returns.allSatisfy {
            $0.content.type?.text == shared.content.type?.text && $0.headers.isEmpty
        }
        if isSame, shared.headers.isEmpty { return }
        let known = Set(endpoint.returns.map(\.status))
        let others = ["200", "201", "202"].filter { !known.contains($0) }
        for status in others {
            shared.status = status
            endpoint.returns.append(shared)
        }
        remark(
            endpoint, endpoint.operation.node["responses"] ?? endpoint.node,
            others.isEmpty
                ? "'2XX' beside other statuses is left out"
                : "'2XX' beside other statuses became \(others.map { quoted($0) }.joined(separator: ", "))"
        )
    }

    private func content(of node: Node, at place: Place) throws(ImportFailure)
        -> EndpointDraft.Content
    {
        let entries = media(in: node, place.owner)
        var groups: [MediaKind: [(type: String, node: Node)]] = [:]
        for (type, entry) in entries {
            let media = try resolved(entry)
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
        if let json = groups[.json].map({ same(Self.plainFirst($0), place.owner) }) {
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
            let node = try resolved(entry)
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
                    field.type = Formats.field(header, try type(schema, at: place).wrapped)
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
