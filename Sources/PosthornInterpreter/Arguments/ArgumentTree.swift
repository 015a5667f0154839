internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Sets a value inside of another one, along the path of an argument.
struct ArgumentTree {
    let table: TypeTable
    let shapes: ObjectShapes
    let endpoint: String

    /// - Parameters:
    ///   - isFirst: Whether the value replaces another one, and is not added to a list.
    ///   - name: The path as it was written, for errors.
    func set(
        _ value: CallArguments.Value, at steps: ArraySlice<ArgumentPath.Step>,
        of json: inout JSONValue, _ type: TypeExpression?, isFirst: Bool, _ name: String
    ) throws(InterpretationError) {
        let type = type.map { table.unwrapped($0).type }
        guard let step = steps.first else {
            return try setWhole(value, of: &json, type, isFirst: isFirst)
        }
        switch step {
        case .element(let index):
            var items = json.array ?? []
            guard index <= items.count else {
                throw InterpretationError(
                    .argument, endpoint, "the elements of a list are given in order",
                    found: quoted(name),
                    write: "'[\(items.count)]' before '[\(index)]'")
            }
            if index == items.count { items.append(.null) }
            let item: TypeExpression? = if case .array(let item) = type { item } else { nil }
            try set(value, at: steps.dropFirst(), of: &items[index], item, isFirst: true, name)
            json = .array(items)
        case .next:
            var items = json.array ?? []
            items.append(.null)
            let item: TypeExpression? = if case .array(let item) = type { item } else { nil }
            try set(
                value, at: steps.dropFirst(), of: &items[items.count - 1], item, isFirst: true,
                name)
            json = .array(items)
        case .member(let member):
            try setMember(member, value, steps.dropFirst(), &json, type, name)
        }
    }

    private func setMember(
        _ name: String, _ value: CallArguments.Value, _ rest: ArraySlice<ArgumentPath.Step>,
        _ json: inout JSONValue, _ type: TypeExpression?, _ shown: String
    ) throws(InterpretationError) {
        var place = [name]
        var inner: TypeExpression?
        var rest = rest
        if case .map(let item) = type { inner = item }
        if let type, let shape = shapes.shape(of: type) {
            // A field may be inside of other objects of the message.
            if let index = shape.places[name] {
                (place, inner) = (shape.fields[index].path, shape.fields[index].type)
            } else {
                var names = [name]
                var later = rest
                while inner == nil, case .member(let next)? = later.first {
                    names.append(next)
                    later = later.dropFirst()
                    if let field = shape.fields.first(where: { $0.path == names }) {
                        (place, inner, rest) = (names, field.type, later)
                    }
                }
            }
        }
        var whole = json.object == nil ? JSONValue.object([:]) : json
        var member = place.reduce(Optional(whole)) { $0?[$1] } ?? .null
        let isFirst = member.isNull
        try set(value, at: rest, of: &member, inner, isFirst: isFirst, shown)
        whole.set(member, at: place[...])
        json = whole
    }

    private func setWhole(
        _ value: CallArguments.Value, of json: inout JSONValue, _ type: TypeExpression?,
        isFirst: Bool
    ) throws(InterpretationError) {
        switch value {
        case .json(let given): json = given
        case .file, .data: break
        case .text(let text):
            // Repeated arguments are the elements of a list.
            if case .array(let item) = type, !text.hasPrefix("[") {
                let element = parsed(text, item)
                json = .array((isFirst ? [] : json.array ?? []) + [element])
            } else {
                json = parsed(text, type)
            }
        }
    }

    /// Returns the value of a text by its type; a text that is none of the type becomes a string.
    private func parsed(_ text: String, _ type: TypeExpression?) -> JSONValue {
        guard let type else { return .of(text: text) }
        if type.isNullable, text == "null" { return .null }
        // A Boolean with words of its own on the wire is written as any other.
        if let bool = Bool(text), table.unwrapped(type).type.scalar == .bool {
            return table.value(.text(String(bool)), of: type)
        }
        return table.value(ofText: text, as: type)
    }
}
