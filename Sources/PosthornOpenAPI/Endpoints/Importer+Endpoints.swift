internal import PosthornForeign
internal import PosthornSpec

/// Converts operations.
extension Importer {
    /// Returns the endpoints of an operation: one for each form of its body, and one for a stream beside JSON.
    func endpoints(
        of operation: Operation, _ security: SecurityDraft, _ servers: ServersDraft
    ) throws(ImportFailure) -> [EndpointDraft] {
        let name = try endpointName(
            overlay.operation(operation)?.name?.text ?? Self.name(of: operation), of: operation)
        let endpoint = EndpointDraft(operation, name: name)
        endpoint.requires = security.requirement(of: operation)
        endpoint.host = servers.host(of: operation)
        noteOmissions(
            of: operation, endpoint, leavesOutServer: servers.leavesOut(operation))
        try addParameters(of: operation, to: endpoint)
        let headers = endpoint.headers
        let bodies = try self.bodies(of: operation, for: endpoint)
        endpoint.body = bodies.first?.body ?? .none
        try addResponses(of: operation, to: endpoint)
        var result = [endpoint]
        for (ending, body) in bodies.dropFirst() {
            let other = endpoint.copy(name: try endpointName(name + ending, of: operation))
            if case .upload = body {} else { other.headers = headers }
            other.body = body
            result.append(other)
        }
        if bodies.count > 1, case .upload = endpoint.body {
        } else if bodies.count > 1 {
            endpoint.headers = headers
        }
        if let stream = try stream(of: operation, endpoint) { result.append(stream) }
        return result
    }

    /// Returns the endpoint for the events of an operation that also responds in JSON.
    private func stream(
        of operation: Operation, _ endpoint: EndpointDraft
    ) throws(ImportFailure) -> EndpointDraft? {
        for (status, response) in operation.node["responses"]?.entries ?? []
        where status.hasPrefix("2") {
            let node = try resolved(response)
            let content = node["content"]?.entries ?? []
            guard content.contains(where: { MediaKind($0.key) == .json }),
                let events = content.first(where: { MediaKind($0.key) == .events })
            else { continue }
            let stream = endpoint.copy(
                name: try endpointName(endpoint.name + "Stream", of: operation))
            let type = try event(
                resolved(events.value), at: Place(owner: stream, names: [stream.name, "Event"]))
            stream.returns = [EndpointDraft.Response(status: status, content: .events(type))]
            return stream
        }
        return nil
    }

    /// Reserves the names that an overlay chooses for operations.
    func chooseNames(for operations: [Operation]) throws(ImportFailure) {
        for operation in operations {
            guard let node = overlay.operation(operation)?.name else { continue }
            if let other = chosenNames.updateValue((operation, node), forKey: node.text) {
                throw document.taken(
                    node, by: "the overlay gives to the operation \(quoted(other.operation.label))",
                    at: other.node, write: "another name")
            }
        }
    }

    /// Returns a name for an endpoint, and refuses one that an overlay chose for another operation.
    private func endpointName(
        _ name: String, of operation: Operation
    ) throws(ImportFailure) -> String {
        let result = naming.endpoint(name)
        if let chosen = chosenNames[name] ?? chosenNames[result],
            chosen.operation.route != operation.route
        {
            throw document.taken(
                chosen.node, by: "the operation \(quoted(operation.label)) has", at: operation.node,
                write: "another name, or a name for that operation too")
        }
        if result != name, let chosen = chosenNames[name] {
            throw document.taken(
                chosen.node, by: "the client has", at: nil, write: "another name")
        }
        return result
    }

    /// Returns the name of a method: the name of the server's function, the `operationId`, or the words of the method and
    /// the path.
    static func name(of operation: Operation) -> String {
        for case let id? in [operation.function, operation.id] {
            if let name = NearName.member(id.replacing("+", with: "Plus")) { return name }
        }
        let verbs = [
            "GET": "get", "POST": "create", "PUT": "replace", "PATCH": "update", "DELETE": "delete",
        ]
        var words: [String] = []
        let segments = operation.path.split(separator: "/")
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.hasPrefix("{") {
                if isLast || index > 0 && segments[index - 1].hasPrefix("{") {
                    words.append("By" + Naming.word(String(segment.filter { !"{}".contains($0) })))
                }
                continue
            }
            words.append(Naming.word(segment.filter { !"{}".contains($0) }))
        }
        let verb = verbs[operation.method] ?? operation.method.lowercased()
        return Naming.method(verb, words) ?? "call"
    }

    /// Gives each argument of an endpoint a name of its own.
    func nameArguments(of endpoint: EndpointDraft) {
        var taken: Set<String> = []
        let reserved = ReservedNames.parameters
        switch endpoint.body {
        case .value(_, let sends) where sends.count > 1: taken = ["body", "as", "contentType"]
        case .value, .lines, .upload: taken = ["body"]
        case .none, .fields, .form, .multipart: break
        }
        if endpoint.isDownload { taken.formUnion(["to", "destination"]) }
        func name(_ fields: inout [FieldDraft], _ ending: String) {
            let open = fields.indices.filter { fields[$0].swiftName == nil }
            for index in fields.indices {
                if let name = fields[index].swiftName { taken.insert(name) }
            }
            let names = Naming.members(
                open.map { fields[$0].wireName }, reserved: reserved, taken: &taken, ending: ending)
            for (index, name) in zip(open, names) { fields[index].swiftName = name }
        }
        name(&endpoint.pathFields, "Path")
        name(&endpoint.query, "Query")
        name(&endpoint.headers, "Header")
        name(&endpoint.cookies, "Cookie")
        switch endpoint.body {
        case .fields(var fields):
            Self.reset(&fields)
            name(&fields, "Body")
            endpoint.body = .fields(fields)
        case .form(var fields):
            Self.reset(&fields)
            name(&fields, "Form")
            endpoint.body = .form(fields)
        case .multipart(var fields):
            Self.reset(&fields)
            name(&fields, "Part")
            endpoint.body = .multipart(fields)
        case .none, .value, .lines, .upload: break
        }
    }

    /// Forgets names that are derived, so that they are compared with those of parameters.
    private static func reset(_ fields: inout [FieldDraft]) {
        for index in fields.indices { fields[index].swiftName = nil }
    }
}

extension EndpointDraft {
    /// Whether the response is a file.
    var isDownload: Bool {
        guard operation.method == "GET", returns.count == 1, returns[0].headers.isEmpty,
            case .bytes(let types) = returns[0].content
        else { return false }
        return !types.contains { $0.hasPrefix("image/") }
    }
}
