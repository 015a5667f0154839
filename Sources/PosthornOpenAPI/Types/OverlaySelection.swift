internal import PosthornSpec

/// What an overlay says of the whole import: the name of the client, and the operations to import.
struct OverlaySelection {
    static let keys = ["name", "only"]

    private(set) var name: String?
    private(set) var tags: [String] = []
    private(set) var operations: [String] = []
    private(set) var paths: [String] = []

    init() {}

    init(_ file: ForeignDocument) throws(ImportFailure) {
        if let node = file.root["name"] {
            guard SwiftName.isType(node.text), !ReservedNames.types.contains(node.text) else {
                throw file.failure(
                    node, "a service has an UpperCamelCase Swift name", found: quoted(node.text),
                    write: "'\(NearName.type(node.text) ?? "Shop")API'")
            }
            name = node.text
        }
        guard let only = file.root["only"] else { return }
        try Overlay.check(only, ["tags", "operations", "paths"], "'only' of an overlay", file)
        func words(_ key: String) throws(ImportFailure) -> [String] {
            guard let node = only[key] else { return [] }
            guard node.kind == .sequence, !node.list.isEmpty else {
                throw file.failure(
                    node, "'\(key)' is a list", found: quoted(node.text),
                    write: "'\(key): [\(node.text.isEmpty ? "…" : node.text)]'")
            }
            return node.list.map(\.text)
        }
        tags = try words("tags")
        operations = try words("operations")
        paths = try words("paths")
    }
}
