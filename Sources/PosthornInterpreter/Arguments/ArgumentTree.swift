internal import PosthornCore
internal import PosthornSpec

/// Sets a value inside of another one, along the path of an argument.
struct ArgumentTree {
    let types: [String: TypeSpec]
    let shapes: ObjectShapes
    let endpoint: String

    /// - Parameters:
    ///   - isFirst: Whether the value replaces another one, and is not added to a list.
    ///   - name: The path as it was written, for errors.
    func set(
        _ value: CallArguments.Value, at steps: ArraySlice<ArgumentPath.Step>,
        of json: inout JSONValue, _ type: TypeExpression?, isFirst: Bool, _ name: String
    ) throws(InterpretationError) {
        let type = type?.limited(types).type
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
                let element = Self.value(of: text, item, types)
                json = .array((isFirst ? [] : json.array ?? []) + [element])
            } else {
                json = Self.value(of: text, type, types)
            }
        }
    }

    /// Returns the value of a text by its type; a text that is none of the type becomes a string.
    static func value(
        of text: String, _ type: TypeExpression?, _ types: [String: TypeSpec]
    ) -> JSONValue {
        guard let type else { return guess(text) }
        if type.isNullable, text == "null" { return .null }
        let limited = type.limited(types).type
        switch limited.kind(in: types) {
        case .enumeration(let spec):
            let number = spec.isInteger || spec.isFraction ? JSONValue.Number(text: text) : nil
            return number.map { .number($0) } ?? .string(text)
        case .object, .union, .tuple, .foreign: return guess(text)
        case .wrapper, .refused, nil: break
        }
        if limited.isList { return guess(text) }
        guard let scalar = limited.scalar else { return guess(text) }
        return ScalarForm.value(of: text, scalar, form: limited.form) ?? .string(text)
    }

    /// Returns the JSON of a text, or the text if it is none.
    private static func guess(_ text: String) -> JSONValue {
        ScalarForm.value(of: text, .json, form: nil) ?? .string(text)
    }
}
