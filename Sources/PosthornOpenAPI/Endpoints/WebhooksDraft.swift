internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The messages that a service sends to servers of its users: webhooks, and callbacks of operations.
struct WebhooksDraft {
    /// A message by its name in the document.
    private struct Event {
        var name: String
        var draft: EndpointDraft
        var type: TypeText
        var schema: Node
        /// The header field that tells the message from others, with its value.
        var field: (name: String, value: String)?
        var doc: String?
    }

    /// The file with the types that only webhooks have.
    static let file = "Webhooks.yaml"

    private var events: [Event] = []
    /// All messages as one type, if a constant member or a header field tells them apart.
    private var union: Event?
    /// The messages to URLs that calls give, each with a type of its own.
    private var callbacks: [Event] = []
    /// The scheme that the header fields of messages show, with the field.
    private var scheme: (value: SpecValue, header: String)?

    /// Reads the webhooks of a document and the callbacks of its operations, whose types are complete when the
    /// importer has finished.
    init(
        _ document: ForeignDocument, _ operations: [Operation], _ importer: Importer
    ) throws(ImportFailure) {
        var headers: Set<String> = []
        var schemas: [Node] = []
        let node = document.root["webhooks"] ?? document.root["x-webhooks"]
        for (name, entry) in node?.entries ?? [] where !name.hasPrefix("x-") {
            for event in try Self.events(name, entry, "webhook", importer, &headers) {
                events.append(event)
                if !schemas.contains(where: { Self.isSame($0, event.schema) }) {
                    schemas.append(event.schema)
                }
            }
        }
        for operation in operations {
            for (name, entry) in operation.node["callbacks"]?.entries ?? []
            where !name.hasPrefix("x-") {
                for (_, item) in try importer.resolved(entry).entries {
                    for event in try Self.events(name, item, "callback", importer, &headers)
                    where !callbacks.contains(where: {
                        $0.name == name && Self.isSame($0.schema, event.schema)
                    }) { callbacks.append(event) }
                }
            }
        }
        scheme = Self.schemes.first { headers.contains($0.header) }
        guard events.count > 1, let node else { return }
        let draft = Self.draft("post", "event", node, node)
        if let type = try Self.unionByField(events, draft, importer) {
            union = Event(
                name: "event", draft: draft, type: type, schema: node, field: events[0].field)
            return
        }
        let all = Node(at: node, [("oneOf", Node(at: node, items: schemas))])
        let type = try importer.type(
            schemas.count == 1 ? schemas[0] : all,
            at: Importer.Place(owner: draft, names: ["WebhookEvent"]))
        union = Event(name: "event", draft: draft, type: type.wrapped, schema: node)
    }

    /// Returns the messages of a path: one for each method with a body of JSON.
    private static func events(
        _ name: String, _ entry: Node, _ what: String, _ importer: Importer,
        _ headers: inout Set<String>
    ) throws(ImportFailure) -> [Event] {
        let item = try importer.resolved(entry)
        var events: [Event] = []
        let operations = item.entries.filter { Operation.methods.contains($0.key) }
        for (method, post) in operations where post.kind == .mapping {
            let draft = Self.draft(method, name, post, item)
            var field: (name: String, value: String)?
            for list in [item["parameters"], post["parameters"]] {
                for parameter in list?.list ?? [] {
                    let parameter = try importer.resolved(parameter)
                    guard parameter.string("in") == "header",
                        let header = parameter.string("name")
                    else { continue }
                    headers.insert(header.lowercased())
                    if let value = try eventName(in: parameter, of: name, importer) {
                        field = (header, value)
                    }
                }
            }
            guard let schema = try Self.schema(of: post, importer) else {
                importer.remark(
                    importer.notes, post,
                    "the \(what) \(quoted(name)) has no body of JSON, and is left out")
                continue
            }
            let type = try importer.type(
                schema, at: Importer.Place(owner: draft, names: [name, "Event"]))
            events.append(
                Event(
                    name: name, draft: draft, type: type.wrapped, schema: schema, field: field,
                    doc: Text.doc(post["description"] ?? post["summary"])))
        }
        return events
    }

    /// Returns the name of an event in a header field such as `X-GitHub-Event`; `nil` if the document has none.
    ///
    /// An example counts if the name of the webhook begins with it, because some are the same for all events.
    private static func eventName(
        in parameter: Node, of webhook: String, _ importer: Importer
    ) throws(ImportFailure) -> String? {
        let word = ResponseMembers.word(parameter.string("name") ?? "")
        guard word.hasSuffix("event") || word.hasSuffix("eventtype"),
            let schema = try parameter["schema"].map(importer.resolved)
        else { return nil }
        if let value = schema["const"]?.string ?? schema["enum"]?.list.only?.string {
            return value
        }
        let example = parameter.string("example") ?? schema.string("example")
        guard let example, !ResponseMembers.word(example).isEmpty,
            ResponseMembers.word(webhook).hasPrefix(ResponseMembers.word(example))
        else { return nil }
        return example
    }

    /// Returns the union that a header field tells apart; `nil` if it does not name all messages.
    private static func unionByField(
        _ events: [Event], _ draft: EndpointDraft, _ importer: Importer
    ) throws(ImportFailure) -> TypeText? {
        guard let header = events[0].field?.name.lowercased(),
            events.allSatisfy({ $0.field?.name.lowercased() == header })
        else { return nil }
        let groups = Dictionary(grouping: events) { $0.field?.value ?? "" }
        guard groups.count > 1 else { return nil }
        var cases: [UnionShape.Case] = []
        for event in events {
            guard let value = event.field?.value,
                !cases.contains(where: { $0.tags[0].text == value })
            else { continue }
            var schemas: [Node] = []
            for other in groups[value] ?? []
            where !schemas.contains(where: { isSame($0, other.schema) }) {
                schemas.append(other.schema)
            }
            let node = event.draft.node
            // Events of one name are told apart by a member, such as 'action'.
            var type = event.type
            if schemas.count > 1 {
                type = try importer.type(
                    Node(at: node, [("oneOf", Node(at: node, items: schemas))]),
                    at: Importer.Place(owner: draft, names: [value, "Event"]))
            }
            cases.append(
                UnionShape.Case(
                    tags: [Node(at: node, text: value)],
                    type: type.declaredType == nil ? .json : type.wrapped))
        }
        return .declared(importer.unionByEvent(cases, named: ["WebhookEvent"], draft.node))
    }

    private static func draft(
        _ method: String, _ name: String, _ node: Node, _ item: Node
    ) -> EndpointDraft {
        EndpointDraft(
            Operation(
                method: method.uppercased(), path: name, node: node, item: item, id: nil, tags: [],
                parameters: []), name: NearName.member(name) ?? "event")
    }

    private static func schema(
        of post: Node, _ importer: Importer
    ) throws(ImportFailure) -> Node? {
        guard let body = post["requestBody"] else { return nil }
        let content = try importer.resolved(body)["content"]?.entries ?? []
        return content.first { MediaKind($0.key) == .json }?.value["schema"]
    }

    private static func isSame(_ first: Node, _ second: Node) -> Bool {
        guard first !== second else { return true }
        let references = [first, second].map { $0.string("$ref") }
        return references[0] != nil && references[0] == references[1] && first.file == second.file
    }

    /// The schemes by the header fields of their signatures.
    private static let schemes: [(value: SpecValue, header: String)] = [
        (.plain("standard-webhooks"), "webhook-signature"),
        (
            .map([
                SpecMember("scheme", .plain("standard-webhooks")),
                SpecMember("prefix", .plain("svix")),
            ]), "svix-signature"
        ),
        (.plain("stripe"), "stripe-signature"),
        (.plain("github"), "x-hub-signature-256"),
        (.plain("http-message-signature"), "signature-input"),
    ]

    // MARK: Results

    /// The messages that are written: one for all, if a member or a header field tells them apart.
    private var written: [Event] {
        guard let union else { return events + callbacks }
        if union.field != nil { return [union] + callbacks }
        if case .union(let shape)? = union.type.declaredType?.kind, shape.by != nil {
            return [union] + callbacks
        }
        let isOne = events.allSatisfy { $0.type.text == union.type.text }
        return (isOne ? [union] : events) + callbacks
    }

    /// The messages as calls that return them, for the layout of their types.
    var drafts: [EndpointDraft] {
        written.map { event in
            event.draft.returns = [
                EndpointDraft.Response(
                    status: "200", content: .json(Self.body(event.type), mediaTypes: []))
            ]
            return event.draft
        }
    }

    /// The number of messages in the document.
    var count: Int { events.count + callbacks.count }

    /// The key of the service's file; `nil` without webhooks.
    ///
    /// The target of the specs then needs the product `PosthornCrypto`.
    var member: SpecMember? {
        let hooks = written
        guard !hooks.isEmpty else { return nil }
        var taken: Set<String> = []
        let members = hooks.map { hook -> SpecMember in
            let name = taken.insertUnique(hook.draft.name)
            let type = Self.body(hook.type)
            var keys = [
                SpecMember("type", type.isCollection ? .quoted(type.text) : .plain(type.text))
            ]
            if let field = hook.field, type.text == union?.type.text {
                keys.append(SpecMember("event", .text(field.name)))
            }
            keys.append(SpecMember("verify", scheme?.value ?? .plain("standard-webhooks")))
            if let doc = hook.doc { keys.append(SpecMember("doc", .text(doc))) }
            return SpecMember(name, .map(keys))
        }
        let evidence =
            scheme.map { "verified by the field '\($0.header)'" }
            ?? "check 'verify', which the document does not tell"
        return SpecMember(
            "webhooks", .block(members), isSeparated: true, comment: evidence)
    }

    /// The type of the body of a webhook: a declared one, a list of one, or JSON.
    private static func body(_ type: TypeText) -> TypeText {
        switch type {
        case .declared: type
        case .array(let item): item.declaredType == nil ? .json : type
        case .name, .map, .optional: .json
        }
    }
}
