internal import PosthornForeign
internal import PosthornSpec

/// Converts parameters, whose values are texts.
extension Importer {
    /// The header fields that the client sets itself, or that OpenAPI tells to ignore.
    private static let ownHeaders: Set<String> = [
        "accept", "authorization", "connection", "content-length", "content-type", "expect", "host",
        "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    func addParameters(of operation: Operation, to endpoint: EndpointDraft) throws(ImportFailure) {
        var named: [String: Node] = [:]
        for parameter in operation.parameters {
            guard let name = parameter.string("name"), !name.isEmpty else {
                remark(endpoint, parameter, "a parameter without a name is not sent")
                continue
            }
            guard Text.isSafe(name) else {
                note(
                    endpoint, parameter,
                    "a parameter with a control character in its name is not sent")
                continue
            }
            switch parameter.string("in") {
            case "path": named[name] = parameter
            // A name with '*' would be a pattern.
            case "query" where name.contains("*"):
                note(endpoint, parameter, "a query parameter with '*' in its name is not sent")
            case "query":
                endpoint.query.append(try self.parameter(name, parameter, .query, endpoint))
            case "header" where !Self.ownHeaders.contains(name.lowercased()) && Self.isToken(name):
                guard
                    !endpoint.headers.contains(where: {
                        $0.wireName.lowercased() == name.lowercased()
                    })
                else { break }
                endpoint.headers.append(try self.parameter(name, parameter, .header, endpoint))
            case "header" where !Self.isToken(name):
                note(
                    endpoint, parameter, "a header field whose name HTTP does not allow is not sent"
                )
            case "header": break
            case "cookie" where !Self.isToken(name):
                note(endpoint, parameter, "a cookie whose name HTTP does not allow is not sent")
            case "cookie":
                endpoint.cookies.append(try self.parameter(name, parameter, .cookie, endpoint))
            case "querystring": try addQueryString(parameter, to: endpoint)
            default:
                let place = parameter.string("in").map { quoted("in: \($0)") } ?? "no 'in'"
                remark(
                    endpoint, parameter, "the parameter \(quoted(name)) with \(place) is not sent")
            }
        }
        try addPath(operation.path, named, to: endpoint)
    }

    /// Adds the members of a whole query, or a map if it is no form.
    private func addQueryString(
        _ parameter: Node, to endpoint: EndpointDraft
    ) throws(ImportFailure) {
        let form = parameter["content"]?.entries.first { MediaKind($0.key) == .form }
        if let form, let schema = try resolved(form.value)["schema"] {
            let place = Place(owner: endpoint, names: [endpoint.name, "Query"])
            let fields = try self.form(schema, try resolved(form.value), place)
            guard fields.isEmpty else {
                endpoint.query += fields
                return
            }
        } else if !(parameter["content"]?.entries.isEmpty ?? true), form == nil {
            note(endpoint, parameter, "a query that is no form became '[String: String]'")
        }
        endpoint.query.append(
            FieldDraft(
                wireName: "*", swiftName: "parameters", type: .map(.string), isOptional: false,
                node: parameter))
    }

    static func isToken(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}*".utf8.contains(byte)
        }
    }

    /// Where a parameter stands in a request.
    private enum Part: String {
        case query
        case header
        case cookie
        case path
    }

    private func parameter(
        _ name: String, _ node: Node, _ place: Part, _ endpoint: EndpointDraft
    ) throws(ImportFailure) -> FieldDraft {
        let content = try node["content"]?.items.first.map(resolved)
        let schemaNode = node["schema"] ?? content?["schema"] ?? node.without(["$ref", "required"])
        var schema = try schemas.schema(schemaNode)
        schema.isNullable = false
        let site = Place(owner: endpoint, names: [endpoint.name, name])
        var field = FieldDraft(
            wireName: name, type: .string, isOptional: !node.isTrue("required") && place != .path,
            node: schemaNode)
        field.doc = Text.doc(node["description"] ?? schemaNode["description"])
        field.isDeprecated = node.isTrue("deprecated") && place != .path
        if case .constant(let value) = schema.target, !field.isOptional, place != .path {
            field.constant = Node(at: value, text: value.text)
            return field
        }
        if content != nil, place == .query {
            field.type = try type(schema, at: site)
            if !isText(schema, listsToo: false) { field.style = "json" }
            return field
        }
        try setType(of: &field, schema, node, place, site)
        let limits = Limits(schemaNode, schema.node, field.type)
        field.limits = limits.limits
        endpoint.limits += limits.notes
        return field
    }

    private func setType(
        of field: inout FieldDraft, _ schema: Schema, _ node: Node,
        _ place: Part, _ site: Place
    ) throws(ImportFailure) {
        var nested = site
        // A path parameter takes no keys of a type in place.
        nested.field = place == .path ? nil : SwiftName.camelCase(field.wireName)
        if isText(schema, listsToo: false) {
            field.type = try type(schema, at: nested).wrapped
            if place == .header { field.type = Formats.field(field.wireName, field.type) }
            return
        }
        if case .any = schema.target { return }
        if case .union = schema.target, kind(schema) == .number {
            field.type = .name("Double")
            return
        }
        if let list = try list(in: schema), place != .cookie {
            let style = node.string("style")
            let explodes = node["explode"].map(\.isTrue) ?? (style == nil || style == "form")
            if isText(list.items, listsToo: false) {
                field.type = .array(
                    list.items.node.kind == .mapping
                        ? try type(list.items, at: nested).wrapped : .string)
                if place == .query {
                    field.style =
                        switch style {
                        case "spaceDelimited": "space"
                        case "pipeDelimited": "pipe"
                        case "deepObject": "brackets"
                        default: explodes ? nil : "comma"
                        }
                }
                noteStyle(style, place, field.node, site.owner)
                return
            }
            if place == .query {
                field.type = try type(schema, at: site).wrapped
                if case .any = list.items.target {
                    field.type = .array(.string)
                } else {
                    field.style = style == "deepObject" ? "indexed" : "json"
                    if field.type.declaredType != nil { field.style = "json" }
                }
            } else {
                note(site.owner, node, "a list of objects in '\(place.rawValue)' became 'String'")
            }
            return
        }
        if case .null = schema.target { return }
        if try members(of: schema).allSatisfy({ isText($0, listsToo: false) }) { return }
        guard place == .query else {
            let what = if case .array = schema.target { "a list" } else { "an object" }
            note(site.owner, node, "\(what) in '\(place.rawValue)' became 'String'")
            return
        }
        let style = node.string("style")
        let objects = try members(of: schema).filter {
            if case .object = kind($0) { true } else { false }
        }
        guard let object = objects.first else { return }
        if try members(of: schema).contains(where: { isText($0, listsToo: true) }) {
            remark(
                site.owner, node,
                "\(quoted(field.wireName)) is a text or an object, and is sent as an object")
        }
        // An object of a union can also say what its other types say.
        field.type = try type(
            style == "deepObject" || objects.count == 1 ? object : schema, at: site
        ).wrapped
        let explodes = node["explode"].map(\.isTrue) ?? true
        field.style =
            style == "deepObject"
            ? "deepObject"
            : style == nil || style == "form"
                ? explodes ? "form" : "comma" : "deepObject"
        if case .union = field.type.declaredType?.kind { field.style = "json" }
        if case .union = schema.target, objects.count > 1 { field.style = "json" }
    }

    /// Notes a style of lists that is sent in another way.
    private func noteStyle(_ style: String?, _ place: Part, _ node: Node, _ owner: Draft) {
        let known: Set<String> =
            switch place {
            case .query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
            case .path: ["simple", "label", "matrix"]
            case .header: ["simple"]
            case .cookie: []
            }
        guard let style, !known.contains(style) else { return }
        remark(
            owner, node,
            "\(quoted(style)) is no style of a list in '\(place.rawValue)'; it is sent with commas")
    }

    private func kind(_ schema: Schema) -> Schema.Kind { schemas.kind(of: schema.target, depth: 0) }

    private func members(of schema: Schema) throws(ImportFailure) -> [Schema] {
        if case .union(let members, _) = schema.target { return members }
        return [schema]
    }

    /// Returns the items of a list, or of the one list among scalars: a list of one is sent like its item.
    private func list(in schema: Schema) throws(ImportFailure) -> (items: Schema, node: Node)? {
        for member in try members(of: schema) {
            guard case .array(let item) = member.target else { continue }
            guard let item else {
                return (Schema(core: .scalar("String"), node: member.node), member.node)
            }
            var items = try schemas.schema(item)
            items.isNullable = false
            return (items, member.node)
        }
        return nil
    }

    /// Returns whether the values of a schema are single texts in a URL or a header field.
    func isText(_ schema: Schema, listsToo: Bool) -> Bool {
        switch schema.target {
        case .scalar, .constant, .enumeration: return true
        case .array(let item):
            guard listsToo, let item, let inner = try? schemas.schema(item) else { return false }
            return isText(inner, listsToo: false)
        case .any, .null, .map, .object, .union, .reference: return false
        }
    }

    // MARK: Paths

    private func addPath(
        _ source: String, _ named: [String: Node], to endpoint: EndpointDraft
    ) throws(ImportFailure) {
        var source = source
        if let fragment = source.firstIndex(of: "#") { source = String(source[..<fragment]) }
        if let mark = source.firstIndex(of: "?") {
            for pair in source[source.index(after: mark)...].split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                guard !parts[0].contains("{"), parts.last?.contains("{") == false else { continue }
                guard !endpoint.query.contains(where: { $0.wireName == parts[0] }) else { continue }
                var field = FieldDraft(
                    wireName: parts[0], type: .string, isOptional: false, node: endpoint.node)
                field.constant = Node(at: endpoint.node, text: parts.count > 1 ? parts[1] : "")
                endpoint.query.append(field)
            }
            source = String(source[..<mark])
        }
        var path = ""
        var rest = source[...]
        var seen: Set<String> = []
        var used: Set<String> = []
        while let next = rest.first {
            guard next == "{", let end = rest.firstIndex(of: "}") else {
                path += Self.escaped(next, after: path, before: rest.dropFirst())
                rest = rest.dropFirst()
                continue
            }
            let name = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            var shown = Self.placeholder(name)
            while !seen.insert(shown).inserted { shown += "2" }
            let node = named[name]
            if node == nil {
                remark(
                    endpoint, endpoint.node,
                    "the path parameter \(quoted(name)) is not declared, and became 'String'")
            }
            used.insert(name)
            var field = FieldDraft(
                wireName: shown, type: .string, isOptional: false, node: node ?? endpoint.node)
            if let node {
                field = try parameter(shown, node, .path, endpoint)
                if field.style != nil { field.style = nil }
            }
            let style = node?.string("style")
            let sign = style == "label" ? "." : style == "matrix" ? ";" : ""
            let explodes = style != "matrix" || node?.isTrue("explode") == true
            path += "{\(sign)\(shown)\(field.type.isCollection && explodes ? "*" : "")}"
            endpoint.pathFields.append(field)
        }
        for (name, node) in named.sorted(by: { $0.key < $1.key }) where !used.contains(name) {
            remark(
                endpoint, node,
                "the path parameter \(quoted(name)) is not in the path, and is not sent")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        endpoint.path = parts.filter { $0 != "." && $0 != ".." }.joined(separator: "/")
        if endpoint.path.isEmpty { endpoint.path = "/" }
    }

    /// Returns the name of a placeholder, which is sent nowhere, of letters, digits and `_`.
    private static func placeholder(_ name: String) -> String {
        var result = ""
        for character in name {
            let isWord = character.isASCII && (character.isLetter || character.isNumber)
            result.append(isWord || character == "-" || character == "_" ? character : "_")
        }
        let trimmed = result.drop { $0 == "_" || $0 == "-" }
        return trimmed.isEmpty ? "value" : String(trimmed)
    }

    private static func escaped(
        _ character: Character, after path: String, before rest: Substring
    ) -> String {
        if character == ":", path.hasSuffix("/"), rest.first?.isLetter == true { return "%3A" }
        guard character.isASCII, character > " ", !"\"\\<>^`|{}".contains(character) else {
            return String(character).utf8.map { byte in
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }
        return String(character)
    }
}
