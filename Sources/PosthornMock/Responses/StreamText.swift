internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The bodies of streams: a few events or lines, and the end marker of the spec.
struct StreamText {
    let endpoint: EndpointSpec
    let maker: SampleMaker

    private static let count = 3

    /// Returns server-sent events with values of a type.
    func events(_ type: TypeExpression, _ random: inout SampleRandom) throws -> String {
        var text = ""
        let union: UnionSpec? =
            if case .union(let union)? = maker.table.kind(of: type), union.isByEvent { union } else
            { nil }
        let ends: [String] = if case .event(let names)? = endpoint.endMarker { names } else { [] }
        for value in elements(type, union, &random) where !ends.contains(value.event ?? "") {
            text += try event(value)
        }
        switch endpoint.endMarker {
        case .text(let end)?: text += "data: \(end)\n\n"
        case .event(let names)?:
            let choice = union?.cases.first { !Set($0.tags).isDisjoint(with: names) }
            let value = choice.map { maker.value(of: $0.type, &random) }
            text += try event((names.first, value ?? .object([:])))
        case .member?, nil: break
        }
        return text
    }

    /// Returns values of a type, one in each line.
    func lines(_ type: TypeExpression, _ random: inout SampleRandom) throws -> String {
        var text = try elements(type, nil, &random)
            .map { try Self.text(of: $0.value, type) + "\n" }.joined()
        if case .text(let end)? = endpoint.endMarker { text += end + "\n" }
        return text
    }

    private typealias Element = (event: String?, value: JSONValue)

    /// Returns the elements: the examples of the spec, or made ones, of which only the last is that of the end.
    private func elements(
        _ type: TypeExpression, _ union: UnionSpec?, _ random: inout SampleRandom
    ) -> [Element] {
        if let example = endpoint.rules.example?.value, union == nil {
            guard case .list(let items) = example, !type.isArray else {
                return [(nil, maker.table.value(example, of: type))]
            }
            return items.map { (nil, maker.table.value($0, of: type)) }
        }
        return (1...Self.count).map { number in
            if let union {
                let event = maker.event(of: union, &random)
                return (event.name, event.value)
            }
            var value = maker.value(of: type, &random)
            if case .member(let path, let end)? = endpoint.endMarker {
                let names = path.split(separator: ".").map(String.init)
                value.set(number == Self.count ? end.json : end.other, at: names[...])
            }
            return (nil, value)
        }
    }

    private func event(_ element: Element) throws -> String {
        let data = try Self.text(of: element.value, nil)
        return (element.event.map { "event: \($0)\n" } ?? "")
            + data.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "data: \($0)\n" }.joined() + "\n"
    }

    private static func text(of value: JSONValue, _ type: TypeExpression?) throws -> String {
        if type?.scalar == .string, let text = value.string { return text }
        return String(decoding: try value.document(), as: UTF8.self)
    }
}

extension EndMarkerSpec.Value {
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .number(.init(number))
        case .bool(let bool): .bool(bool)
        }
    }

    /// A value that does not end the stream.
    var other: JSONValue {
        switch self {
        case .text(let text): .string(text + "-not")
        case .number(let number): .number(.init(number &+ 1))
        case .bool(let bool): .bool(!bool)
        }
    }
}
