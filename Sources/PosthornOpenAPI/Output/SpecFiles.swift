internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// Writes the endpoints and types of an import as spec files.
struct SpecFiles {
    let types: SpecTypes
    let overlay: Overlay
    let recognition: Recognition
    /// Whether recognised shapes are written, and not proposed in comments.
    let writesRecognised: Bool

    /// Returns an endpoint as an entry under `endpoints`.
    func endpoint(_ endpoint: EndpointDraft) -> SpecMember {
        let node = endpoint.operation.node
        var members = [SpecMember(endpoint.operation.method, .text(endpoint.path))]
        if let doc = Self.doc(node) { members.append(SpecMember("doc", .text(doc))) }
        if node.isTrue("deprecated") { members.append(SpecMember("deprecated", .plain("true"))) }
        if let requires = endpoint.requires {
            members.append(SpecMember("requires", SecurityDraft.value(requires)))
        }
        if let host = endpoint.host { members.append(SpecMember("host", .plain(host))) }
        let path = endpoint.pathFields.compactMap(pathField)
        if !path.isEmpty { members.append(SpecMember("path", .map(path))) }
        for (key, fields) in [
            ("query", endpoint.query), ("headers", endpoint.headers), ("cookies", endpoint.cookies),
        ] where !fields.isEmpty {
            members.append(SpecMember(key, .map(fields.map(types.member))))
        }
        members += body(endpoint)
        members += returns(endpoint)
        if !endpoint.errors.isEmpty {
            members.append(SpecMember("errors", .map(endpoint.errors.map(failure))))
        }
        if let own = overlay.operation(endpoint.operation) {
            for member in own.members {
                members.removeAll { $0.key == member.key }
                members.append(member)
            }
        }
        for proposal in recognition.proposals(for: endpoint) {
            add(proposal, of: endpoint, to: &members)
        }
        let isShort = members.count < 3 && !members.contains { $0.key == "doc" }
        return SpecMember(
            endpoint.name, isShort ? .map(members) : .block(members), isSeparated: true)
    }

    /// Adds the keys of a recognised shape, or a comment with them.
    private func add(
        _ proposal: Proposal, of endpoint: EndpointDraft, to members: inout [SpecMember]
    ) {
        guard !writesRecognised else {
            members.removeAll { member in proposal.keys.contains { $0.key == member.key } }
            members += proposal.keys
            return
        }
        var keys = proposal.keys
        var evidence = "Recognised: \(proposal.evidence)"
        if let responses = proposal.returns {
            let replaced = returns(endpoint).map { quoted($0.key) }
            keys = returns(responses, isDownload: false) + keys
            evidence += ", in place of \(replaced.joined(separator: " and "))"
        }
        for index in keys.indices { keys[index].isProposed = true }
        keys[0].comment = oneLine(evidence)
        members += keys
    }

    private static func doc(_ node: Node) -> String? {
        let summary = Text.doc(node["summary"])
        guard let doc = Text.doc(node["description"]) else { return summary }
        guard let summary, !doc.hasPrefix(summary) else { return doc }
        let end = summary.last.map { ".!?:".contains($0) } == true ? "" : "."
        return "\(summary)\(end)\n\n\(doc)"
    }

    private func pathField(_ field: FieldDraft) -> SpecMember? {
        var field = field
        if case .name("String") = field.type, field.doc == nil, field.swiftName == nil,
            field.limits.isEmpty
        {
            return nil
        }
        field.isOptional = false
        return types.member(field)
    }

    // MARK: Requests

    private func body(_ endpoint: EndpointDraft) -> [SpecMember] {
        func group(_ key: String, _ fields: [FieldDraft]) -> SpecMember {
            SpecMember(key, .map(fields.map(types.member)))
        }
        func sends(_ types: [String]) -> [SpecMember] {
            guard !types.isEmpty else { return [] }
            let value: SpecValue =
                types.count == 1 ? .text(types[0]) : .list(types.map { .text($0) })
            return [SpecMember("sends", value)]
        }
        switch endpoint.body {
        case .none: return []
        case .fields(let fields):
            let group = fields.map(types.member)
            let keys = Set(group.map(\.key))
            let isPlain = keys.isDisjoint(with: [
                "enum", "oneOf", "wraps", "swift", "fields", "tuple", "includes", "others", "type",
            ])
            return [SpecMember("body", .map(isPlain ? group : [SpecMember("fields", .map(group))]))]
        case .value(let type, var media):
            // A form has no lists of objects without indices.
            if media.count > 1, Self.hasListOfObjects(type, depth: 0) {
                media.removeAll { MediaKind($0) == .form }
                if media == ["application/json"] { media = [] }
            }
            return [SpecMember("body", types.type(type))] + sends(media)
        case .lines(let type, let media):
            return [SpecMember("body", prefixed("lines of ", type))]
                + sends(media == ["application/x-ndjson"] ? [] : media)
        case .form(let fields): return [group("form", fields)]
        case .multipart(let fields): return [group("multipart", fields)]
        case .upload(let type): return [SpecMember("upload", .text(type))]
        }
    }

    private static func hasListOfObjects(_ type: TypeText, depth: Int) -> Bool {
        guard depth < 4, let shape = type.declaredType?.shape else { return false }
        return shape.fields.contains { field in
            if case .array(let item) = field.type.wrapped {
                return item.declaredType?.isObject ?? false
            }
            return hasListOfObjects(field.type, depth: depth + 1)
        }
    }

    private func prefixed(_ words: String, _ type: TypeText) -> SpecValue {
        type.isCollection ? .quoted(words + type.text) : .plain(words + type.text)
    }

    // MARK: Responses

    private func returns(_ endpoint: EndpointDraft) -> [SpecMember] {
        returns(endpoint.returns, isDownload: endpoint.isDownload)
    }

    private func returns(
        _ responses: [EndpointDraft.Response], isDownload: Bool
    ) -> [SpecMember] {
        guard let first = responses.first else { return [] }
        if isDownload {
            return [SpecMember("returns", .plain("File"))] + accepts(first.content)
        }
        // A stream stands alone.
        for response in responses {
            switch response.content {
            case .events(let type): return [SpecMember("returns", prefixed("events of ", type))]
            case .lines(let type): return [SpecMember("returns", prefixed("lines of ", type))]
            default: break
            }
        }
        let hasHeaders = responses.contains { !$0.headers.isEmpty }
        if responses.count == 1 || !hasHeaders && isOne(responses),
            Int(first.status).map({ $0 < 300 }) != false
        {
            return single(first)
        }
        return [SpecMember("returns", statuses(responses))]
    }

    /// Returns whether all statuses have the same content.
    private func isOne(_ responses: [EndpointDraft.Response]) -> Bool {
        guard let text = responses[0].content.type?.text else {
            return responses.allSatisfy { $0.content.type == nil }
        }
        return responses.allSatisfy { response in
            if case .json = response.content { response.content.type?.text == text } else { false }
        }
    }

    private func single(_ response: EndpointDraft.Response) -> [SpecMember] {
        let headers = response.headers.map(types.member)
        guard let type = response.content.type else {
            return headers.isEmpty
                ? [] : [SpecMember("returns", .map([SpecMember("headers", .map(headers))]))]
        }
        let value: SpecValue = types.type(type)
        let result =
            headers.isEmpty
            ? value : .map([SpecMember("type", value), SpecMember("headers", .map(headers))])
        return [SpecMember("returns", result)] + accepts(response.content)
    }

    private func accepts(_ content: EndpointDraft.Content) -> [SpecMember] {
        func list(_ types: [String]) -> [SpecMember] {
            guard !types.isEmpty else { return [] }
            return [
                SpecMember(
                    "accepts", types.count == 1 ? .text(types[0]) : .list(types.map { .text($0) }))
            ]
        }
        switch content {
        // Without it, a text would be the JSON itself.
        case .json(let type, _) where type.isBytes: return [SpecMember("response", .plain("json"))]
        case .json(_, let types), .xml(_, let types), .bytes(let types): return list(types)
        case .text(let types):
            return types.isEmpty ? [SpecMember("response", .plain("text"))] : list(types)
        case .nothing, .events, .lines: return []
        }
    }

    private func statuses(_ responses: [EndpointDraft.Response]) -> SpecValue {
        .map(
            responses.filter { Int($0.status) != nil }.sorted { $0.status < $1.status }
                .map { SpecMember($0.status, status($0)) })
    }

    private func failure(_ response: EndpointDraft.Response) -> SpecMember {
        SpecMember(response.status, status(response))
    }

    private func status(_ response: EndpointDraft.Response) -> SpecValue {
        var members: [SpecMember] = []
        if let type = response.content.type { members.append(SpecMember("type", types.type(type))) }
        if !response.headers.isEmpty {
            members.append(SpecMember("headers", .map(response.headers.map(types.member))))
        }
        switch response.content {
        case .json(let type, _) where type.isBytes:
            members.append(SpecMember("response", .plain("json")))
        case .text: members.append(SpecMember("response", .plain("text")))
        case .bytes: members.append(SpecMember("response", .plain("raw")))
        case .xml: members.append(SpecMember("response", .plain("xml")))
        default: break
        }
        if let only = members.only, only.key == "type" { return only.value }
        return members.isEmpty ? .nothing : .map(members)
    }
}

extension TypeText {
    /// Whether a whole response of the type is read as it is, if nothing else is said.
    fileprivate var isBytes: Bool {
        if case .name(let name) = wrapped { name == "String" || name == "Data" } else { false }
    }
}
