internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec
internal import PosthornSupport

/// The items of a query or a form, from which parameters take their values.
struct WireItems {
    let items: [(name: String, value: String)]
    /// The names that no parameter has taken.
    private(set) var unknown: Set<String>

    init(_ items: [(name: String, value: String)]) {
        self.items = items
        unknown = Set(items.map(\.name))
    }

    /// Reads URL-encoded items; `nil` if they are not percent-encoded UTF-8.
    init?(text: some StringProtocol) {
        var items: [(name: String, value: String)] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentDecoding.bytes($0, plusIsSpace: true) }
            guard let name = parts[0].flatMap({ String(validating: $0, as: UTF8.self) }) else {
                return nil
            }
            guard parts.count > 1 else {
                items.append((name, ""))
                continue
            }
            guard let value = parts[1].flatMap({ String(validating: $0, as: UTF8.self) }) else {
                return nil
            }
            items.append((name, value))
        }
        self.init(items)
    }

    /// Marks a name as known.
    mutating func know(_ name: String) { unknown.remove(name) }

    /// Takes the values of a name.
    private mutating func take(_ name: String) -> [String] {
        unknown.remove(name)
        return items.lazy.filter { $0.name == name }.map(\.value)
    }

    /// Takes the value of a field; `nil` if it is missing.
    mutating func value(
        of field: FieldSpec, style: QueryStyleSpec?, _ table: TypeTable
    ) -> JSONValue? {
        let type = table.unwrapped(field.type).type
        if let prefix = field.prefix { return map(prefix, type, table) }
        if style == .json, let text = take(field.wireName).first {
            return table.value(ofText: text, as: type)
        }
        if let separator = Self.separator(style), case .array(let item) = type {
            return take(field.wireName).first.map { text in
                let texts =
                    text.isEmpty
                    ? [] : text.split(separator: separator, omittingEmptySubsequences: false)
                return .array(texts.map { table.value(ofText: String($0), as: item) })
            }
        }
        if let wire = nested(field.wireName) { return table.value(of: wire, as: type) }
        if Self.isGroup(type, table) { return group(field, type, style, table) }
        let texts = take(field.wireName)
        guard let first = texts.first else { return nil }
        guard case .array(let item) = type else {
            return texts.count == 1
                ? table.value(ofText: first, as: type) : .array(texts.map { .string($0) })
        }
        return .array(texts.map { table.value(ofText: $0, as: item) })
    }

    private static func separator(_ style: QueryStyleSpec?) -> Character? {
        switch style {
        case .comma: ","
        case .space: " "
        case .pipe: "|"
        default: nil
        }
    }

    private static func isGroup(_ type: TypeExpression, _ table: TypeTable) -> Bool {
        type.isMap || table.fields(of: type) != nil
    }

    /// Takes an object whose members are items of their own, or are separated in one item.
    private mutating func group(
        _ field: FieldSpec, _ type: TypeExpression, _ style: QueryStyleSpec?, _ table: TypeTable
    ) -> JSONValue? {
        if let separator = Self.separator(style) {
            return take(field.wireName).first.map { text in
                let parts = text.split(separator: separator, omittingEmptySubsequences: false)
                var wire = WireText.group([:])
                for index in stride(from: 0, to: parts.count - 1, by: 2) {
                    wire.add(String(parts[index + 1]), at: [parts[index]])
                }
                return table.value(of: wire, as: type)
            }
        }
        var object = JSONValue.object([:])
        for member in table.fields(of: type) ?? [] {
            object[member.wireName] = value(of: member, style: member.style, table)
        }
        return object.object?.isEmpty == true ? nil : object
    }

    /// Takes the items with a name before brackets, such as `a[b]` and `a[]`.
    private mutating func nested(_ name: String) -> WireText? {
        var wire = WireText.group([:])
        var isFound = false
        for (itemName, value) in items
        where itemName.hasPrefix(name + "[") && itemName.hasSuffix("]") {
            let path = itemName.dropFirst(name.count + 1).dropLast().split(
                separator: "][", omittingEmptySubsequences: false)
            // A client's nesting is a few levels deep.
            guard path.count <= 16 else { continue }
            wire.add(value, at: path[...])
            unknown.remove(itemName)
            isFound = true
        }
        return isFound ? wire : nil
    }

    /// Takes the items whose names have the same start.
    private mutating func map(
        _ prefix: Substring, _ type: TypeExpression, _ table: TypeTable
    ) -> JSONValue? {
        guard case .map(let item) = type else { return nil }
        var members: [String: JSONValue] = [:]
        for (name, value) in items where name.hasPrefix(prefix) {
            unknown.remove(name)
            members[String(name.dropFirst(prefix.count))] = table.value(ofText: value, as: item)
        }
        return members.isEmpty ? nil : .object(members)
    }
}
