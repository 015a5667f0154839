internal import PosthornForeign
internal import PosthornSpec

/// Converts request bodies.
extension Importer {
    /// A body, and the ending of the name of the endpoint for it; empty for the first one.
    typealias BodyVariant = (ending: String, body: EndpointDraft.Body)

    func bodies(
        of operation: Operation, for endpoint: EndpointDraft
    ) throws(ImportFailure) -> [BodyVariant] {
        guard var node = operation.node["requestBody"] else { return [] }
        if let reference = node["$ref"] { node = try document.target(of: reference) }
        let content = node["content"]?.entries ?? []
        guard !content.isEmpty else { return [] }
        guard operation.method != "GET", operation.method != "HEAD" else {
            note(endpoint, node, "the body of a \(operation.method) is not sent")
            return []
        }
        let name = endpoint.name
        var variants: [BodyVariant] = []
        var order: [MediaKind] = []
        var groups: [MediaKind: [(type: String, node: Node)]] = [:]
        for (type, media) in content {
            var kind = MediaKind(type)
            // Where any media type goes, a schema of bytes is an upload.
            if kind == .json, type.contains("*"), try isBinary(media) { kind = .bytes }
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append((type, media))
        }
        // The same type in XML too: JSON is enough.
        if groups[.json] != nil { order.removeAll { $0 == .xml } }
        if let json = groups[.json], let form = groups[.form], isSame(json[0].node, form[0].node) {
            order.removeAll { $0 == .form }
        }
        if let json = order.firstIndex(of: .json) { order.insert(order.remove(at: json), at: 0) }
        for kind in order {
            guard let group = groups[kind] else { continue }
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
                Place(owner: endpoint, names: [name + ending, "Body"]), endpoint)
            variants.append((ending, body))
        }
        return variants
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
        if one === other { return true }
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
        _ kind: MediaKind, _ media: Node, _ sends: [String], isWild: Bool, _ place: Place,
        _ endpoint: EndpointDraft
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
                if let fields { return .fields(fields) }
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
        return shape.fields.filter { !$0.isReadOnly }
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
            parts += own
            let names = Set(own.flatMap { $0["required"]?.list.map(\.text) ?? [] })
            required = required?.intersection(names) ?? names
        }
        return (parts, required ?? [])
    }

    private func fields(_ node: Node, _ place: Place) throws(ImportFailure) -> [FieldDraft] {
        let (parts, required) = try members(of: node)
        guard !parts.isEmpty else { return [] }
        let probe = DeclaredType(node, name: place.names.map(Naming.word).joined())
        var shape = try self.shape(
            parts, of: probe, at: Place(owner: place.owner, names: [probe.name]))
        if let required {
            for index in shape.fields.indices {
                if !required.contains(shape.fields[index].wireName) {
                    shape.fields[index].isOptional = true
                    loosenConstant(&shape.fields[index])
                }
            }
        }
        return shape.fields.filter { !$0.isReadOnly }.map { field in
            var field = field
            field.type = field.type.wrapped
            field.isWriteOnly = false
            return field
        }
    }

    private func loosenConstant(_ field: inout FieldDraft) {
        guard let constant = field.constant else { return }
        field.constant = nil
        field.type = constant.isTrue || constant.isFalse ? .name("Bool") : .string
    }

    private func form(
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
                if encoding?.string("style") == "deepObject" { field.style = "brackets" }
                return field
            }
            switch encoding?.string("style") {
            case "deepObject":
                field.style = "deepObject"
                if case .union = schema.target { field.style = "json" }
                if case .any = schema.target { field.style = "json" }
                if case .array = schema.target { field.style = "indexed" }
            default: field.style = "json"
            }
            return field
        }
    }

    private func parts(
        _ node: Node, _ media: Node, _ place: Place
    ) throws(ImportFailure) -> [FieldDraft] {
        try fields(node, place).map { field throws(ImportFailure) in
            var field = field
            if let constant = field.constant {
                field.constant = Node(at: constant, text: constant.text)
                return field
            }
            let schema = try schemas.schema(field.node)
            if case .scalar("Binary") = schema.target {
                field.type = .name("File")
                field.limits = []
            } else if case .array(let item?) = schema.target,
                case .scalar("Binary") = try schemas.schema(item).target
            {
                field.type = .array(.name("File"))
                field.limits = []
            }
            return field
        }
    }
}
