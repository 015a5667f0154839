internal import PosthornSpec

/// The JSON of an example: of the spec, or made of examples, defaults and types.
struct ExampleText {
    let context: GeneratorContext

    /// A JSON value.
    private indirect enum Node {
        case raw(String)
        case list([Node])
        case object([(name: String, value: Node)])

        var text: String {
            switch self {
            case .raw(let text): text
            case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
            case .object(let members):
                "{"
                    + members.map { ExampleText.quoted($0.name) + ":" + $0.value.text }
                    .joined(separator: ",") + "}"
            }
        }

        /// Sets the member at a path, such as `metadata.name`.
        mutating func set(_ value: Node, at path: ArraySlice<String>) {
            guard case .object(var members) = self, let name = path.first else { return }
            let place = members.firstIndex { $0.name == name }
            guard path.count > 1 else {
                if let place { members[place].value = value } else { members.append((name, value)) }
                return self = .object(members)
            }
            var inner = place.map { members[$0].value } ?? .object([])
            inner.set(value, at: path.dropFirst())
            if let place { members[place].value = inner } else { members.append((name, inner)) }
            self = .object(members)
        }
    }

    /// Returns the JSON of a type's value, that of the spec if it gives one; `nil` if only Swift code knows the form.
    func json(_ type: TypeExpression, _ example: DefaultSpec.Value?) -> String? {
        (example.map { node($0, type) } ?? made(type, depth: 0)).map(\.text)
    }

    /// Returns the text of a header field's value.
    func header(_ field: FieldSpec) -> String? {
        guard let text = made(field, depth: 0)?.text else { return nil }
        return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
    }

    // MARK: Values of the spec

    private func node(_ value: DefaultSpec.Value, _ type: TypeExpression) -> Node {
        switch (value, type) {
        case (.text("null"), .optional): return .raw("null")
        case (_, .optional(let wrapped)): return node(value, wrapped)
        case (.list(let items), .array(let item)): return .list(items.map { node($0, item) })
        case (.map(let members), .map(let item)):
            return .object(members.map { ($0.key, node($0.value, item)) })
        default: break
        }
        switch (value, context.kind(of: type)) {
        case (_, .wrapper(let inner, _)): return node(value, inner)
        case (.text(let text), .enumeration(let spec)):
            return .raw(spec.isInteger || spec.isFraction ? text : Self.quoted(text))
        case (.list(let items), .tuple(let tuple)):
            return .list(
                items.enumerated().map { place, item in
                    tuple.type(at: place).map { node(item, $0) } ?? Self.plain(item)
                })
        case (.map(let members), .object): return object(members, type)
        case (.map(let members), .union(let union)):
            let tag = union.discriminator?.first
            let text = members.first { $0.key == tag }.map { $0.value }
            let chosen = union.cases.first {
                if case .text(let text)? = text { $0.tags.contains(text) } else { false }
            }
            guard let chosen, case .text(let text)? = text, let tag else {
                return Self.plain(value)
            }
            var object = node(value, chosen.type)
            object.set(.raw(union.tagKind == .text ? Self.quoted(text) : text), at: [tag])
            return object
        case (.text(let text), nil):
            return .raw(type.scalar.map { Self.scalar(text, $0, type.form) } ?? Self.plain(text))
        default: return Self.plain(value)
        }
    }

    private func object(_ members: [DefaultSpec.Member], _ type: TypeExpression) -> Node {
        var node = Node.object([])
        guard let shape = context.shapes.shape(of: type) else { return Self.plain(.map(members)) }
        for member in members {
            guard let place = shape.places[member.key] else { continue }
            let field = shape.fields[place]
            let value: Node =
                member.value == .text("null") && (field.isOptional || field.type.isNullable)
                ? .raw("null") : self.node(member.value, field.type)
            node.set(value, at: field.path[...])
        }
        for field in shape.fields where field.isConstant {
            if let value = made(field, depth: 0) { node.set(value, at: field.path[...]) }
        }
        return node
    }

    /// Returns a value as it is read where no type decides.
    private static func plain(_ value: DefaultSpec.Value) -> Node {
        switch value {
        case .text(let text): .raw(plain(text))
        case .list(let items): .list(items.map { plain($0) })
        case .map(let members): .object(members.map { ($0.key, plain($0.value)) })
        }
    }

    private static func plain(_ text: String) -> String {
        if ["true", "false", "null"].contains(text) { return text }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isNumber =
            !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
            && (digits == "0" || !digits.hasPrefix("0"))
        return isNumber ? text : quoted(text)
    }

    private static func scalar(_ text: String, _ type: ScalarType, _ form: String?) -> String {
        switch type {
        case .json: return plain(text)
        case .bool:
            if form == "int" { return text == "true" ? "1" : "0" }
            guard let words = form.flatMap(ScalarType.words) else { return text }
            return quoted(String(text == "true" ? words.yes : words.no))
        case .int, .int32, .int64, .uint64, .double, .float, .decimal:
            return form == "string" ? quoted(text) : text
        case .date: return ["unix", "millis"].contains(form) ? text : quoted(text)
        case .duration: return ["seconds", "millis"].contains(form) ? text : quoted(text)
        case .string, .uuid, .url, .data, .encodedPath: return quoted(text)
        }
    }

    // MARK: Values made of types

    private func made(_ field: FieldSpec, depth: Int) -> Node? {
        if let value = field.example ?? field.defaultValue { return node(value.value, field.type) }
        return made(field.type, depth: depth)
    }

    private func made(_ type: TypeExpression, depth: Int) -> Node? {
        // A recursive type ends at an optional member or a list.
        guard depth < 16 else { return nil }
        switch type {
        case .optional(let wrapped):
            return depth < 4 ? made(wrapped, depth: depth + 1) : .raw("null")
        case .array(let item):
            return .list(depth < 4 ? made(item, depth: depth + 1).map { [$0] } ?? [] : [])
        case .map: return .object([])
        case .named, .inline: break
        }
        switch context.kind(of: type) {
        case .wrapper(let inner, _)?: return made(inner, depth: depth + 1)
        case .enumeration(let spec)?:
            return spec.cases.first.map {
                .raw(spec.isInteger || spec.isFraction ? $0.rawValue : Self.quoted($0.rawValue))
            }
        case .tuple(let tuple)?:
            let items = tuple.positions.map { made($0, depth: depth + 1) }
            return items.contains { $0 == nil } ? nil : .list(items.compactMap(\.self))
        case .union(let union)?: return made(union, depth: depth + 1)
        case .object?: return object(made: type, depth: depth + 1)
        case .foreign?, .refused?: return nil
        case nil:
            return type.scalar.map { .raw(Self.scalar(Self.sample($0, type.form), $0, type.form)) }
        }
    }

    private func object(made type: TypeExpression, depth: Int) -> Node? {
        guard let shape = context.shapes.shape(of: type) else { return nil }
        var node = Node.object([])
        for field in shape.fields where !field.holdsOthers && !field.traits.isWriteOnly {
            let isRequired = !field.isOptional && field.defaultValue == nil
            guard isRequired || field.example != nil || field.isConstant else { continue }
            guard let value = made(field, depth: depth) else { return nil }
            node.set(value, at: field.path[...])
        }
        return node
    }

    private func made(_ union: UnionSpec, depth: Int) -> Node? {
        for choice in union.cases {
            guard var value = made(choice.type, depth: depth) else { continue }
            if let path = union.discriminator, !path.isEmpty, let tag = choice.tags.first {
                value.set(
                    .raw(union.tagKind == .text ? Self.quoted(tag) : tag), at: path[...])
            }
            return value
        }
        return nil
    }

    private static func sample(_ type: ScalarType, _ form: String?) -> String {
        switch type {
        case .string, .encodedPath: "text"
        case .bool: "true"
        case .int, .int32, .int64, .uint64, .double, .float, .decimal: "1"
        case .date:
            switch form {
            case "day": "2026-11-01"
            case "http": "Sun, 01 Nov 2026 12:00:00 GMT"
            case "rfc2822": "Sun, 01 Nov 2026 12:00:00 +0000"
            case "local": "2026-11-01T12:00:00"
            case "unix", "unix string": "1793534400"
            case "millis", "millis string": "1793534400000"
            default: "2026-11-01T12:00:00Z"
            }
        case .duration:
            switch form {
            case "iso": "PT1S"
            case "go": "1s"
            default: "1"
            }
        case .uuid:
            form == "bare"
                ? "123e4567e89b42d3a456426614174000" : "123e4567-e89b-42d3-a456-426614174000"
        case .url: "https://example.com/"
        case .data: form == "hex" ? "00ff" : form == "base64url" ? "AP8" : "AP8="
        case .json: "null"
        }
    }

    /// Returns a text as a JSON string.
    fileprivate static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
