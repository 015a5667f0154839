internal import PosthornForeign

/// Finds keywords with values that they can't have.
extension SchemaReader {
    /// Notes the keywords of a schema that have values of another kind.
    func check(_ node: Node) {
        guard checked.insert(ObjectIdentifier(node)).inserted else { return }
        for (key, value) in zip(node.keys, node.items) {
            switch key {
            case "type":
                guard value.kind == .mapping || value.list.contains(where: { $0.kind != .scalar })
                else { continue }
                malformed.append((value, "'type' is no text, and is left out"))
            case "properties", "patternProperties":
                guard value.kind != .mapping, !value.isNull else { continue }
                malformed.append((value, "'\(key)' is no group of keys, and is left out"))
            case "allOf", "anyOf", "enum", "oneOf":
                guard value.kind != .sequence || value.items.isEmpty else { continue }
                malformed.append((value, "'\(key)' is no list of values, and is left out"))
            case "$ref":
                guard value.kind != .scalar else { continue }
                malformed.append((value, "'$ref' is no text, and is left out"))
            default: break
            }
        }
    }
}
