internal import PosthornForeign
internal import PosthornSpec

/// What an overlay says of the whole import: the name of the client, and the operations to import.
struct OverlaySelection {
    static let keys = ["name", "only"]

    private(set) var name: String?
    private(set) var tags: [String] = []
    private(set) var operations: [String] = []
    private(set) var paths: [String] = []

    /// Adds what a file of changes says, in place of what earlier files say.
    mutating func add(_ root: Node, _ document: ForeignDocument) throws(ImportFailure) {
        if let node = root["name"] {
            try Overlay.checkType(node, ending: "API", document)
            name = node.text
        }
        guard let only = root["only"] else { return }
        try document.check(only, ["tags", "operations", "paths"], "'only' of an overlay")
        tags = try Self.words("tags", only, document)
        operations = try Self.words("operations", only, document)
        paths = try Self.words("paths", only, document)
    }

    private static func words(
        _ key: String, _ only: Node, _ document: ForeignDocument
    ) throws(ImportFailure) -> [String] {
        guard let node = only[key] else { return [] }
        guard node.kind == .sequence, !node.list.isEmpty else {
            throw document.failure(
                node, "'\(key)' is a list", found: quoted(node.text),
                write: "'\(key): [\(node.text.isEmpty ? "…" : node.text)]'")
        }
        return node.list.map(\.text)
    }
}
