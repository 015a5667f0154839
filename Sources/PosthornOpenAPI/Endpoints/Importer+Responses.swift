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

    /// A response of an operation.
    private struct Documented {
        var status: String
        var node: Node
        /// The name of the response, if operations refer to it.
        var name: String?
    }

    func addResponses(of operation: Operation, to endpoint: EndpointDraft) throws(ImportFailure) {
        var successes: [Documented] = []
        var redirects: [Documented] = []
        var failures: [Documented] = []
        var fallback: Documented?
        for (key, entry) in operation.node["responses"]?.entries ?? [] {
            guard let status = Self.status(key) else {
                if !key.hasPrefix("x-") {
                    remark(endpoint, entry, "\(quoted(key)) is no status of HTTP, and is left out")
                }
                continue
            }
            let name = entry.string("$ref")?.split(separator: "/").last.map(String.init)
            let response = Documented(status: status, node: try resolved(entry), name: name)
            switch status.first {
            case "d": fallback = response
            case "2": successes.append(response)
            case "3": redirects.append(response)
            case "4", "5": failures.append(response)
            default: break
            }
        }
        // A document that has no other response means success by `default`.
        if successes.isEmpty, redirects.isEmpty, let response = fallback,
            response.node["content"] != nil
        {
            successes = [response]
            fallback = nil
        }
        if let fallback { failures.append(fallback) }
        if !successes.isEmpty {
            // Redirects are followed; a 304 is the response to a condition.
            failures += redirects.filter { $0.status == "304" }
            redirects = []
        }
        successes += redirects.filter { $0.status.dropFirst().allSatisfy(\.isNumber) }
        let isHead = operation.method == "HEAD"
        for documented in successes {
            let (status, node) = (documented.status, documented.node)
            let name = successes.count == 1 ? "Response" : "Response\(status)"
            var response = EndpointDraft.Response(
                status: status,
                content: isHead ? .nothing : try content(of: documented, endpoint, name))
            response.headers = try headers(of: node, endpoint, name)
            endpoint.returns.append(response)
        }
        // A stream stands alone.
        if let stream = endpoint.returns.first(where: \.content.isStream) {
            endpoint.returns = [stream]
        } else {
            spreadClass(of: endpoint)
        }
        for documented in failures.sorted(by: { $0.status < $1.status }) {
            let (status, node) = (documented.status, documented.node)
            let name = status == "default" ? "Failure" : "Error\(status.uppercased())"
            var content = try content(of: documented, endpoint, name)
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

    /// Returns the content of a response, whose type is named after it if operations refer to it.
    private func content(
        of response: Documented, _ endpoint: EndpointDraft, _ word: String
    ) throws(ImportFailure) -> EndpointDraft.Content {
        var names = [endpoint.name, word]
        if let name = response.name.map(Naming.word) {
            names = naming.hasType(name) ? [name, "Response"] : [name]
        }
        let content = try content(of: response.node, at: Place(owner: endpoint, names: names))
        if response.name != nil, let type = content.type?.innermost {
            sharedResponses.insert(ObjectIdentifier(type))
        }
        return content
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
            if let schema = media["schema"], kind == .json || kind == .text || kind == .xml,
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
        if let events = groups[.events] { return .events(try event(events[0].node, at: place)) }
        if let lines = groups[.lines] { return .lines(try element(lines[0].node, at: place)) }
        if let text = groups[.text] { return .text(MediaKind.concrete(text.map(\.type))) }
        if let xml = groups[.xml] {
            let type = try returned(xml[0].node, at: place)
            let types = MediaKind.concrete(xml.map(\.type))
            return type.declaredType == nil ? .bytes(types) : .xml(type, mediaTypes: types)
        }
        if let bytes = groups[.bytes] {
            // A file in JSON is a file whose type the document does not know.
            return .bytes(
                MediaKind.concrete(bytes.map(\.type)).filter {
                    MediaKind($0) != .json && MediaKind($0) != .xml
                })
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

    /// Returns the type of the data of an event.
    ///
    /// In OpenAPI 3.2, the schema of an item has the fields of the event, such as `event` and `data`.
    func event(_ media: Node, at place: Place) throws(ImportFailure) -> TypeText {
        guard let item = media["itemSchema"] else { return try element(media, at: place) }
        let schema = try resolved(item)
        let choices = schema["oneOf"] ?? schema["anyOf"]
        var cases: [UnionShape.Case] = []
        for choice in choices?.list ?? [] {
            guard let fields = try self.fields(ofEvent: choice) else {
                return try element(media, at: place)
            }
            let names = fields["event"].map { $0["const"].map { [$0] } ?? $0["enum"]?.list ?? [] }
            // An event without a name has the name 'message'.
            let tags = names ?? [Node(at: choice, text: "message")]
            guard let tag = tags.only, !cases.contains(where: { $0.tags[0].text == tag.text })
            else {
                note(place.owner, choice, "events that no name tells apart became 'JSON'")
                return .json
            }
            let type = try data(of: fields, at: place.named(tag.text))
            cases.append(
                UnionShape.Case(tags: [tag], type: type.declaredType == nil ? .json : type))
        }
        guard cases.count < 2 else {
            return .declared(unionByEvent(cases, named: place.named("Event").names, item))
        }
        guard let fields = try self.fields(ofEvent: item) else {
            return try element(media, at: place)
        }
        return try data(of: fields, at: place)
    }

    /// Returns the fields of an event; `nil` for the schema of its data.
    private func fields(ofEvent node: Node) throws(ImportFailure) -> [String: Node]? {
        let schema = try resolved(node)
        var fields: [String: Node] = [:]
        for part in [schema] + (schema["allOf"]?.list ?? []) {
            for (name, field) in try resolved(part)["properties"]?.entries ?? [] {
                fields[name] = try resolved(field)
            }
        }
        let isEvent =
            fields["data"] != nil
            && fields.keys.allSatisfy { ["comment", "data", "event", "id", "retry"].contains($0) }
        return isEvent ? fields : nil
    }

    private func data(of fields: [String: Node], at place: Place) throws(ImportFailure) -> TypeText
    {
        guard let data = fields["data"] else { return .json }
        guard let content = data["contentSchema"] else {
            let type = try self.type(data, at: place.named("data")).wrapped
            return type.declaredType == nil ? .string : type
        }
        return try type(content, at: place.named("data")).wrapped
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
