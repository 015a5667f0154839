extension QueryStyle {
    /// Returns the name-value pairs of a value, not yet encoded.
    ///
    /// - Parameters:
    ///   - name: The parameter's name; `nil` uses the members of an object as parameters.
    ///   - value: The value.
    /// - Throws: an ``APIError/Cause`` that names the parameter if the style can't represent a value.
    public func items(_ name: String? = nil, of value: some Encodable) throws -> [QueryItem] {
        try items(name, of: value, in: .query)
    }

    func items(
        _ name: String?, of value: some Encodable, in place: QueryEscaping
    ) throws -> [QueryItem] {
        var writer = QueryWriter(style: self, place: place)
        do {
            try APIError.Cause.ofWriting {
                try writer.write(ValueNode(of: value), at: name, isTop: true)
            }
        } catch  where error is APIError.Cause || error is CancellationError {
            throw error
        } catch {
            let what = name.map { "the parameter \($0)" } ?? "the value"
            throw APIError.Cause(
                .encodingFailed, "\(what) can't be written: \(CodingPath.explain(error))",
                advice: "look at what its `encode(to:)` does", underlying: error)
        }
        if let name { for index in writer.items.indices { writer.items[index].parameter = name } }
        return writer.items
    }

    /// Returns the encoded text of a value, without a question mark.
    /// - Throws: as ``items(_:of:)`` does.
    public func text(of value: some Encodable) throws -> String {
        QueryText.text(try items(of: value), escaping(in: .query))
    }

    /// Returns a URL with the pairs of a value added after its query and before its fragment.
    ///
    /// Existing percent-encoding in the URL is kept.
    /// - Throws: as ``items(_:of:)`` does.
    public func url(_ url: String, adding value: some Encodable) throws -> String {
        let added = try text(of: value)
        guard !added.isEmpty else { return url }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let base = url[..<fragment]
        var joint = base.contains("?") ? "&" : "?"
        if base.hasSuffix("?") || joint == "&" && base.hasSuffix("&") { joint = "" }
        return base + joint + added + url[fragment...]
    }

    /// Whether the style has no escaping options of its own.
    var hasPlainEscaping: Bool { writesSpacesAsPlus == nil && allowedCharacters.isEmpty }

    /// Returns the escaping of names and values.
    ///
    /// - Parameter place: The escaping that applies where the style sets none.
    func escaping(in place: QueryEscaping) -> QueryEscaping {
        guard !hasPlainEscaping else { return place }
        let own = allowedCharacters.filter { "!$'()*,;:@/?[]".contains($0) }
        let kept = place == .form && writesSpacesAsPlus == nil ? "*-._" : "-._~"
        return QueryEscaping(
            writesSpacesAsPlus: writesSpacesAsPlus ?? place.writesSpacesAsPlus,
            keeping: QueryEscaping.alphanumerics + kept + own)
    }
}

private struct QueryWriter {
    let style: QueryStyle
    /// The escaping that applies where the style sets none.
    let place: QueryEscaping
    var items: [QueryItem] = []
    private let escaping: QueryEscaping?

    init(style: QueryStyle, place: QueryEscaping) {
        self.style = style
        self.place = place
        escaping = style.hasPlainEscaping ? nil : style.escaping(in: place)
    }

    mutating func write(_ node: ValueNode, at name: String?, isTop: Bool = false) throws {
        switch node.content {
        case .nothing: break
        case .model(let value) where !(value is JSONValue.Number):
            try write(ValueNode(reading: value), at: name, isTop: isTop)
        case .array(let elements, let isSet):
            try write(
                elements, as: isSet ? style.sets : style.arrays, isSet: isSet, at: require(name))
        case .object(let members, let names):
            try write(sorted(members, names), at: name, isTop: isTop)
        case .null:
            let name = try require(name)
            switch style.nulls {
            case .omitted: break
            case .nameOnly: add(name, nil)
            case .empty: add(name, "")
            case .literal: add(name, "null")
            }
        default:
            let name = try require(name)
            add(name, try text(of: node, at: name))
        }
    }

    private mutating func add(_ name: String, _ value: String?) {
        var item = QueryItem(name: name, value: value)
        item.escaping = escaping
        items.append(item)
    }

    /// Returns the name; an empty one is valid, because a map may have an empty key.
    private func require(_ name: String?) throws -> String {
        if let name { return name }
        throw APIError.Cause(
            .encodingFailed,
            "a value without a parameter name must be an object or a map",
            advice: "give the value a name, or send an object or a map")
    }

    private func sorted(
        _ members: [(name: String, value: ValueNode)], _ names: ValueNode.Names
    ) -> [(name: String, value: ValueNode)] {
        let named = names.sent(members, in: style.keys)
        guard names == .keys || style.sortsKeys else { return named }
        return named.sorted { $0.name < $1.name }
    }

    private mutating func write(
        _ elements: [ValueNode], as arrays: QueryStyle.Arrays, isSet: Bool, at name: String
    ) throws {
        let elements = isSet ? try byText(elements, at: name) : elements
        switch arrays {
        case .repeated: for element in elements { try write(element, at: name) }
        case .brackets: for element in elements { try write(element, at: name + "[]") }
        case .indexed:
            for (index, element) in elements.enumerated() {
                try write(element, at: "\(name)[\(index)]")
            }
        case .comma: try join(elements.map { (nil, $0) }, by: .comma, at: name)
        case .space: try join(elements.map { (nil, $0) }, by: .space, at: name)
        case .pipe: try join(elements.map { (nil, $0) }, by: .pipe, at: name)
        }
    }

    /// Sets are unordered; sorting by text gives equal sets the same query.
    private func byText(_ elements: [ValueNode], at name: String) throws -> [ValueNode] {
        try elements.map { element in
            var writer = QueryWriter(style: style, place: place)
            try writer.write(element, at: name)
            return (writer.items.map { "\($0.name)=\($0.value ?? "")" }, element)
        }
        .sorted { (left: ([String], ValueNode), right: ([String], ValueNode)) in
            left.0.lexicographicallyPrecedes(right.0)
        }
        .map(\.1)
    }

    private mutating func write(
        _ members: [(name: String, value: ValueNode)], at name: String?, isTop: Bool
    ) throws {
        guard let name else {
            for member in members {
                let first = items.count
                try write(member.value, at: member.name, isTop: true)
                for index in first..<items.count { items[index].parameter = member.name }
            }
            return
        }
        switch style.objects {
        case .brackets:
            for member in members { try write(member.value, at: "\(name)[\(member.name)]") }
        case .dots:
            for member in members { try write(member.value, at: "\(name).\(member.name)") }
        case .members:
            guard isTop else { throw refused(name, "holds an object in another value") }
            for member in members { try write(member.value, at: member.name) }
        case .comma: try join(members.map { ($0.name, $0.value) }, by: .comma, at: name)
        case .space: try join(members.map { ($0.name, $0.value) }, by: .space, at: name)
        case .pipe: try join(members.map { ($0.name, $0.value) }, by: .pipe, at: name)
        }
    }

    /// Joins several texts in one value.
    private mutating func join(
        _ values: [(name: String?, value: ValueNode)], by separator: QueryStyle.Separator,
        at name: String
    ) throws {
        var parts: [String] = []
        for (member, value) in values {
            if style.nulls == .omitted, case .null = try value.shape { continue }
            if let member { parts.append(member) }
            parts.append(try text(of: value, at: name))
        }
        // With an encoded comma in a text, the separating commas stay distinct.
        let isPlain = separator != .comma || place.keeps(UInt8(ascii: ","))
        if isPlain, parts.contains(where: { $0.contains(separator.plain) }) {
            throw refused(name, "holds a text with the character that separates texts")
        }
        guard !parts.isEmpty else { return }
        // A comma in a text must be encoded to differ from the separator.
        let escaping = separator == .comma ? escaping?.encoding(",") : escaping
        items.append(QueryItem(name: name, joining: parts, by: separator, escaping))
    }

    private func refused(_ name: String, _ cause: String) -> APIError.Cause {
        APIError.Cause(
            .encodingFailed, "the parameter \(name) \(cause), which its QueryStyle can't represent",
            advice: "choose another QueryStyle, with brackets for example")
    }

    /// Returns the text of a value that is neither an array nor an object.
    private func text(of node: ValueNode, at name: String) throws -> String {
        do {
            switch node.content {
            case .null, .nothing: return style.nulls == .literal ? "null" : ""
            case .bool(let value):
                guard style.writesBooleansAsDigits else { return value ? "true" : "false" }
                return value ? "1" : "0"
            case .integer(let value): return String(value)
            case .magnitude(let value): return String(value)
            case .double(let value): return try value.parameterText()
            case .float(let value): return try value.parameterText()
            case .decimal(let value): return try value.parameterText()
            case .text(let value): return value
            case .date(let value): return try value.parameterText(as: style.dates)
            case .data(let value): return try value.parameterText(as: style.data)
            case .model(let value as JSONValue.Number): return value.text
            case .model(let value):
                let node = try APIError.Cause.ofWriting { try ValueNode(reading: value) }
                return try text(of: node, at: name)
            case .array: throw refused(name, "holds an array in another value")
            case .object: throw refused(name, "holds an object in another value")
            }
        } catch var fault as APIError.Cause where fault.code == .invalidParameter {
            fault.message = "the parameter \(name): \(fault.message)"
            throw fault
        }
    }
}
