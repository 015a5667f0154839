internal import PosthornForeign
internal import PosthornSpec

/// The schemas that references find without a path.
extension ForeignDocument {
    /// Returns whether one schema alone has the anchor of a reference.
    func isUnique(_ reference: Node) -> Bool {
        let parts = reference.text.split(
            separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 1, let file = try? file(of: reference, String(parts[0])) else {
            return true
        }
        return anchors(of: file)[parts[1].percentDecoded()]?.count ?? 0 < 2
    }

    /// Returns the schemas of a file by their `$anchor` and `$dynamicAnchor`.
    func anchors(of file: Int) -> [String: [Node]] {
        if let known = knownAnchors[file] { return known }
        var anchors: [String: [Node]] = [:]
        var seen: Set<ObjectIdentifier> = []
        var open = [root(of: file)]
        while let node = open.popLast() {
            guard node.kind != .scalar, seen.insert(ObjectIdentifier(node)).inserted else {
                continue
            }
            for key in ["$anchor", "$dynamicAnchor"] {
                if let name = node.string(key) { anchors[name, default: []].append(node) }
            }
            open += node.items
        }
        knownAnchors[file] = anchors
        return anchors
    }

    /// Returns a reference to the schema under `components` in which a value stands.
    func schema(around node: Node) -> Node? {
        var found: (name: String, node: Node)?
        for (name, schema) in root(of: node.file)["components"]?["schemas"]?.entries ?? []
        where (schema.line, schema.column) <= (node.line, node.column) {
            let isNext = found.map {
                ($0.node.line, $0.node.column) <= (schema.line, schema.column)
            }
            if isNext != false { found = (name, schema) }
        }
        return found.map { Node(at: node, text: "#" + Self.pointer(toSchema: $0.name)) }
    }

    static func pointer(toSchema name: String) -> String {
        "/components/schemas/"
            + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
