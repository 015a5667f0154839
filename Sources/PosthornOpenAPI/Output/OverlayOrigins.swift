internal import PosthornForeign
internal import PosthornFormat
package import PosthornSpec

/// The parts of overlays from which parts of spec files come, so that errors have their places in the overlay.
struct OverlayOrigins: Sendable {
    /// A part of a spec file, with its place in an overlay if it comes from one.
    private struct Part: Sendable {
        var path: String?
        var mark = SourceMark.start
        var members: [String: Part] = [:]

        init() {}

        init(_ node: Node, _ document: ForeignDocument) {
            (path, mark) = (document.path(of: node), document.mark(of: node))
            for (key, value) in node.entries { members[key] = Part(value, document) }
            for (index, item) in node.list.enumerated() {
                members["\(index)"] = Part(item, document)
            }
        }
    }

    private var root = Part()

    init() {}

    init(_ overlay: Overlay, _ parts: OpenAPIImport.Parts, _ document: ForeignDocument) {
        for (key, node) in overlay.service { root.members[key] = Part(node, document) }
        var endpoints = Part()
        for (draft, _, member) in parts.endpoints {
            guard let change = overlay.operation(draft.operation) else { continue }
            var part = Part(change.node, document)
            for (key, node) in change.keys { part.members[key] = Part(node, document) }
            // An export names the endpoint of a group after both.
            for name in [member.key, draft.operation.label] { endpoints.members[name] = part }
        }
        root.members["endpoints"] = endpoints
        var types = Part()
        for (schema, change) in overlay.types {
            guard let name = parts.schemaTypes[schema] else { continue }
            var part = Part(change.node, document)
            part.members = [:]
            for (field, node) in change.fields { part.members[field] = Part(node, document) }
            part.members["fields"] = part
            types.members[name] = part
        }
        root.members["types"] = types
    }

    /// Returns a diagnostic with its place in the overlay from which its part of a file comes, or `nil` if there is none.
    func located(_ diagnostic: Diagnostic, in file: YAMLNode) -> Diagnostic? {
        var keys = Self.keys(at: diagnostic.mark, in: file)
        if keys.first == "groups", keys.count > 2 {
            let name = keys[2] == "endpoints" && keys.count > 3 ? 3 : 2
            keys = ["endpoints", "\(keys[1]).\(keys[name])"] + keys.dropFirst(name + 1)
        }
        var part = root
        var result: Diagnostic?
        for key in keys {
            let name = key.hasSuffix("?") ? String(key.dropLast()) : key
            guard let next = part.members[key] ?? part.members[name] else { break }
            part = next
            guard let path = part.path else { continue }
            var located = diagnostic
            (located.path, located.mark) = (path, part.mark)
            // The line is one of the file.
            located.found = diagnostic.found.replacing(#/ in line [0-9]+/#, with: "")
            result = located
        }
        return result
    }

    /// Returns the keys and the indices that lead to a place.
    private static func keys(at mark: SourceMark, in node: YAMLNode) -> [String] {
        switch node.kind {
        case .scalar: return []
        case .sequence(let items):
            guard let index = items.lastIndex(where: { $0.mark <= mark }) else { return [] }
            return ["\(index)"] + keys(at: mark, in: items[index])
        case .mapping(let entries):
            guard let entry = entries.last(where: { $0.mark <= mark }) else { return [] }
            return [entry.key] + keys(at: mark, in: entry.value)
        }
    }
}

extension OpenAPIImport.Result {
    /// Returns diagnostics of the files, each with its place in the overlay from which its part comes, if it comes from one.
    package func located(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var nodes: [String: YAMLNode] = [:]
        let located = diagnostics.map { diagnostic in
            guard
                let file = files.first(where: {
                    $0.name == diagnostic.path || diagnostic.path.hasSuffix("/\($0.name)")
                })
            else { return diagnostic }
            if nodes[file.name] == nil {
                nodes[file.name] = SourceFile(path: file.name, text: file.text).node
            }
            return nodes[file.name].flatMap { origins.located(diagnostic, in: $0) } ?? diagnostic
        }
        return located.sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
    }
}
