internal import PosthornForeign
package import PosthornSpec

/// The places of operations and schemas in a document, for messages about the specs of its import.
package struct DocumentPlaces {
    package typealias Place = (path: String, mark: SourceMark)

    private let document: ForeignDocument
    private var operations: [String: Operation] = [:]
    private var schemas: [String: Node] = [:]

    /// Reads a document with its overlays.
    package init(_ path: String, overlays: [String] = []) throws(ImportFailure) {
        document = try ForeignDocument(path)
        _ = try document.applyOverlays(overlays)
        for operation in try Operation.all(in: document) {
            operations[Self.route(operation.method, operation.path)] = operation
        }
        let root = document.root
        for (name, node) in (root["components"]?["schemas"] ?? root["definitions"])?.entries ?? [] {
            schemas[Self.word(name)] = node
        }
    }

    /// The first character of the document.
    package var start: Place { (document.path(of: document.root), .start) }

    /// Returns the place of a parameter, of a member of the body, or of their operation.
    package func endpoint(_ method: String, _ path: String, member: String) -> Place {
        guard let operation = operations[Self.route(method, path)] else { return start }
        let parameter = operation.parameters.first { $0.string("name") == member }
        let body = operation.node["requestBody"]?["content"]?.entries.first?.value["schema"]
        return place(of: parameter ?? body?["properties"]?[member] ?? operation.node)
    }

    /// Returns the place of a member or of its schema.
    package func type(_ name: String, member: String) -> Place {
        guard let schema = schemas[Self.word(name)] else { return start }
        return place(of: schema["properties"]?[member] ?? schema)
    }

    private func place(of node: Node) -> Place {
        (document.path(of: node), document.mark(of: node))
    }

    /// Returns the method and the path without the names of its parameters.
    private static func route(_ method: String, _ path: String) -> String {
        "\(method) \(path.replacing(/\{[^}]*\}/, with: "{}"))"
    }

    /// Returns a name without what names in Swift do not keep.
    private static func word(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
