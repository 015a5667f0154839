internal import PosthornForeign
internal import PosthornSpec

/// Converts request bodies.
extension Importer {
    /// A body, and the ending of the name of the endpoint for it; empty for the first one.
    typealias BodyVariant = (ending: String, body: EndpointDraft.Body)

    func bodies(
        of operation: Operation, for endpoint: EndpointDraft
    ) throws(ImportFailure) -> [BodyVariant] {
        guard let body = operation.node["requestBody"] else { return [] }
        let node = try resolved(body)
        let isRequired = node.isTrue("required")
        let content = media(in: node, endpoint).filter { _, media in
            isRequired || media["schema"]?.hasNoMembers != true
        }
        guard !content.isEmpty else { return [] }
        guard operation.method != "GET", operation.method != "HEAD" else {
            note(endpoint, node, "the body of a \(operation.method) is not sent")
            return []
        }
        let name = endpoint.name
        var variants: [BodyVariant] = []
        var order: [MediaKind] = []
        var groups: [MediaKind: [(type: String, node: Node)]] = [:]
        for (type, entry) in content {
            let media = try resolved(entry)
            var kind = MediaKind(type)
            // Where any media type goes, a schema of bytes is an upload.
            if kind == .json, type.contains("*"), try isBinary(media) { kind = .bytes }
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append((type, media))
        }
        for kind in order { groups[kind] = groups[kind].map(Self.plainFirst) }
        // The same type in XML too: JSON is enough.
        if groups[.json] != nil { order.removeAll { $0 == .xml } }
        if let json = groups[.json], let form = groups[.form], isSame(json[0].node, form[0].node) {
            order.removeAll { $0 == .form }
        }
        if let json = order.firstIndex(of: .json) { order.insert(order.remove(at: json), at: 0) }
        for kind in order {
            guard let group = groups[kind].map({ same($0, endpoint) }) else { continue }
            let ending = variants.isEmpty ? "" : Self.ending(of: kind)
            var sends = MediaKind.concrete(group.map(\.type))
            if kind == .json, let form = groups[.form], !order.contains(.form),
                try isNamedObject(group[0].node)
            {
                if sends.isEmpty { sends = ["application/json"] }
                sends += MediaKind.concrete(form.map(\.type))
            }
            let body = try self.body(
                kind, group[0].node, sends, isWild: group.contains { $0.type.contains("*") },
                isRequired: isRequired, Place(owner: endpoint, names: [name + ending, "Body"]),
                endpoint)
            variants.append((ending, body))
        }
        return variants
    }

    /// Returns the media types of a body, and notes the keys that are none.
    func media(in body: Node, _ owner: Draft) -> [(key: String, value: Node)] {
        (body["content"]?.entries ?? []).filter { type, media in
            if MediaKind.isMediaType(type) { return true }
            remark(owner, media, "\(quoted(type)) is no media type, and is left out")
            return false
        }
    }

    /// Returns media types with `application/json` before its variants.
    static func plainFirst(_ group: [(type: String, node: Node)]) -> [(type: String, node: Node)] {
        let isPlain = { (type: String) in MediaKind.essence(type) == "application/json" }
        return group.filter { isPlain($0.type) } + group.filter { !isPlain($0.type) }
    }

    /// Returns the media types of one kind that have the schema of the first, and notes the others.
    func same(
        _ group: [(type: String, node: Node)], _ owner: Draft
    ) -> [(type: String, node: Node)] {
        guard let first = group.first, first.node["schema"] != nil else { return group }
        return group.enumerated().filter { index, media in
            guard index > 0, media.node["schema"] != nil, !isSame(first.node, media.node) else {
                return true
            }
            remark(
                owner, media.node,
                "\(quoted(media.type)) has another schema than \(quoted(first.type)), and is left out"
            )
            return false
        }.map(\.element)
    }

    private static func ending(of kind: MediaKind) -> String {
        switch kind {
        case .json: "JSON"
        case .form: "Form"
        case .multipart: "Multipart"
        case .text: "Text"
        case .xml: "XML"
        case .events, .lines: "Lines"
        case .bytes: "Upload"
        }
    }

    private func isBinary(_ media: Node) throws(ImportFailure) -> Bool {
        guard let schema = media["schema"] else { return true }
        if case .scalar("Binary") = try schemas.schema(schema).core { return true }
        return false
    }

    private func isSame(_ first: Node, _ second: Node) -> Bool {
        guard let one = first["schema"], let other = second["schema"] else { return false }
        if one === other || one.isEqual(to: other) { return true }
        return one["$ref"]?.string != nil && one["$ref"]?.string == other["$ref"]?.string
            && one["$ref"]?.file == other["$ref"]?.file
    }

    private func isNamedObject(_ media: Node) throws(ImportFailure) -> Bool {
        guard let schema = media["schema"] else { return false }
        guard case .reference(let named) = try schemas.schema(schema).core else { return false }
        if case .object = named.core { return true }
        return false
    }

    private func body(
        _ kind: MediaKind, _ media: Node, _ sends: [String], isWild: Bool, isRequired: Bool,
        _ place: Place, _ endpoint: EndpointDraft
    ) throws(ImportFailure) -> EndpointDraft.Body {
        let node = media["schema"] ?? media["itemSchema"]
        switch kind {
        case .multipart:
            guard let node else { return .multipart([]) }
            return .multipart(try parts(node, media, place))
        case .form:
            guard let node else { return .value(.map(.string), sends: sends) }
            let fields = try form(node, media, place)
            return fields.isEmpty ? .value(.map(.string), sends: sends) : .form(fields)
        case .text where !sends.isEmpty: return .value(.string, sends: [sends[0]])
        case .bytes, .text, .events:
            if isWild || sends.count != 1,
                !endpoint.headers.contains(where: { $0.wireName == "Content-Type" })
            {
                var field = FieldDraft(
                    wireName: "Content-Type", swiftName: "mediaType", type: .string,
                    isOptional: false, node: media)
                field.style = sends.first ?? "application/octet-stream"
                endpoint.headers.append(field)
            }
            return .upload(sends.first ?? "application/octet-stream")
        case .lines:
            guard let node else { return .lines(.json, sends: sends) }
            var type = try self.type(node, at: place).wrapped
            if case .array(let item) = type { type = item.wrapped }
            return .lines(type, sends: sends)
        case .json, .xml:
            guard let node else { return .value(.json, sends: other(sends)) }
            var schema = try schemas.schema(node)
            schema.isNullable = false
            if kind == .json, sends.isEmpty || sends == ["application/json"],
                case .object(let parts) = schema.core
            {
                let fields = try argumentFields(parts, place, endpoint)
                // Without an argument, fields are no body, and a value is '{}'.
                if let fields, !isRequired || !fields.allSatisfy(\.isOptional) {
                    return .fields(fields)
                }
            }
            return .value(try type(schema, at: place).wrapped, sends: other(sends))
        }
    }

    /// Returns the media types if they are not those of a body without `sends`.
    private func other(_ sends: [String]) -> [String] { sends == ["application/json"] ? [] : sends }

    /// Returns the fields of an object without a name; `nil` if it needs a type, because it has other members too.
    private func argumentFields(
        _ parts: [Node], _ place: Place, _ endpoint: EndpointDraft
    ) throws(ImportFailure) -> [FieldDraft]? {
        let probe = DeclaredType(parts[0], name: place.names.map(Naming.word).joined())
        let inner = Place(owner: endpoint, names: [probe.name])
        let shape = try self.shape(parts, of: probe, at: inner)
        guard shape.others == nil, !shape.fields.isEmpty else { return nil }
        return Self.arguments(shape.fields)
    }

    /// Returns the fields that a request has, of which each is sent.
    private static func arguments(_ fields: [FieldDraft]) -> [FieldDraft] {
        fields.filter { !$0.isReadOnly }.map { field in
            var field = field
            field.isWriteOnly = false
            return field
        }
    }

    /// Returns the schemas of the members of an object, or of all objects of a union, with those that all require.
    private func members(of node: Node) throws(ImportFailure) -> (
        parts: [Node], required: Set<String>?
    ) {
        let schema = try schemas.schema(node)
        guard case .union(let members, _) = schema.target else {
            if case .object(let parts) = schema.target { return (parts, nil) }
            return ([], nil)
        }
        var parts: [Node] = []
        var required: Set<String>?
        for member in members {
            guard case .object(let own) = member.target else { continue }
            parts.append(
                own.only
                    ?? Node(at: member.node, [("allOf", Node(at: member.node, items: own))]))
            let names = Set(own.flatMap { $0["required"]?.list.map(\.text) ?? [] })
            required = required?.intersection(names) ?? names
        }
        return (parts, required ?? [])
    }

    func fields(_ node: Node, _ place: Place) throws(ImportFailure) -> [FieldDraft] {
        let (parts, required) = try members(of: node)
        guard !parts.isEmpty else { return [] }
        let probe = DeclaredType(node, name: place.names.map(Naming.word).joined())
        var shape = try self.shape(
            parts, of: probe, at: Place(owner: place.owner, names: [probe.name]),
            areAlternatives: required != nil)
        if let required {
            for index in shape.fields.indices {
                if !required.contains(shape.fields[index].wireName) {
                    shape.fields[index].isOptional = true
                    loosenConstant(&shape.fields[index])
                }
            }
        }
        return Self.arguments(shape.fields).map { field in
            var field = field
            field.type = field.type.wrapped
            return field
        }
    }

    private func loosenConstant(_ field: inout FieldDraft) {
        guard let constant = field.constant else { return }
        field.constant = nil
        field.type = constant.isTrue || constant.isFalse ? .name("Bool") : .string
    }

    func form(
        _ node: Node, _ media: Node, _ place: Place
    ) throws(ImportFailure) -> [FieldDraft] {
        try fields(node, place).map { field throws(ImportFailure) in
            var field = field
            let encoding = media["encoding"]?[field.wireName]
            if let constant = field.constant {
                field.constant = Node(at: constant, text: constant.text)
                return field
            }
            var schema = try schemas.schema(field.node)
            schema.isNullable = false
            guard !isText(schema, listsToo: false) else { return field }
            if isText(schema, listsToo: true) {
                if encoding?["explode"]?.isFalse == true { field.style = "comma" }
                switch encoding?.string("style") {
                case "deepObject": field.style = "brackets"
                case "pipeDelimited": field.style = "pipe"
                case "spaceDelimited": field.style = "space"
                default: break
                }
                return field
            }
            switch encoding?.string("style") {
            case "deepObject":
                field.style = "deepObject"
                if case .union(let members, _) = schema.target {
                    try setObject(of: members, to: &field, place)
                }
                if case .any = schema.target { field.style = "json" }
                if case .array = schema.target { field.style = "indexed" }
            default: field.style = "json"
            }
            return field
        }
    }

    /// Gives a field the one object among texts, which is sent as an object.
    private func setObject(
        of members: [Schema], to field: inout FieldDraft, _ place: Place
    ) throws(ImportFailure) {
        let others = members.filter { !isText($0, listsToo: false) }
        guard let object = others.only else {
            field.style = "json"
            return
        }
        switch object.target {
        case .object, .map:
            field.type = try type(object, at: place.named(field.wireName)).wrapped
            remark(
                place.owner, field.node,
                "\(quoted(field.wireName)) is a text or an object, and is sent as an object")
        case .array: field.style = "indexed"
        default: field.style = "json"
        }
    }
}

extension Node {
    /// Whether the schema is an object that can't have a member, as of a request without a body.
    fileprivate var hasNoMembers: Bool {
        self["properties"]?.kind == .mapping && self["properties"]?.keys.isEmpty == true
            && Set(keys).isSubset(of: ["properties", "type", "title", "description"])
    }
}
