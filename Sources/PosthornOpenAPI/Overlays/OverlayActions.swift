internal import PosthornForeign
internal import PosthornSpec

/// An overlay in the form of the OpenAPI Overlay Specification: a list of actions that change the document.
struct OverlayActions {
    private enum Change {
        case remove
        case update(Node)
        /// Merges the value that a path selects.
        case copy(JSONPath, place: Node)
    }

    private struct Action {
        var target: JSONPath
        /// The path as it is written.
        var place: Node
        var change: Change
    }

    private let actions: [Action]
    private let document: ForeignDocument

    /// Returns whether an overlay has this form.
    static func isOne(_ root: Node) -> Bool { root["overlay"] != nil || root["actions"] != nil }

    init(_ root: Node, _ document: ForeignDocument) throws(ImportFailure) {
        guard let version = root["overlay"]?.string, version.hasPrefix("1.") else {
            throw document.failure(
                root["overlay"] ?? root, "a list of actions has the version of its form",
                found: root["overlay"].map { quoted($0.text) } ?? "none", write: "'overlay: 1.0.0'")
        }
        let known = ["overlay", "info", "extends", "actions"]
        try document.check(root, known, "an overlay with actions", hasExtensions: true)
        guard let list = root["actions"], !list.list.isEmpty else {
            throw document.failure(
                root["actions"] ?? root, "an overlay has a list of actions", found: "none",
                write: "'actions: [{ target: $.info, update: { title: Shop } }]'")
        }
        var actions: [Action] = []
        for node in list.list { actions.append(try Self.action(node, document)) }
        (self.actions, self.document) = (actions, document)
    }

    private static func action(
        _ node: Node, _ document: ForeignDocument
    ) throws(ImportFailure) -> Action {
        let known = ["target", "description", "update", "remove", "copy"]
        try document.check(node, known, "an action of an overlay", hasExtensions: true)
        guard let place = node["target"] else {
            throw document.failure(
                node, "an action has a target", found: "none", write: "'target: $.info'")
        }
        let target = try path(place, document)
        if let remove = node["remove"], !remove.isFalse {
            guard remove.isTrue else {
                throw document.failure(
                    remove, "'remove' is true or false", found: quoted(remove.text), write: "'true'"
                )
            }
            guard !target.segments.isEmpty else {
                throw document.failure(
                    place, "an action removes a part of the document", found: "the root",
                    write: "the path of a part")
            }
            return Action(target: target, place: place, change: .remove)
        }
        switch (node["update"], node["copy"]) {
        case (let update?, nil):
            return Action(target: target, place: place, change: .update(update))
        case (nil, let copy?):
            let source = try path(copy, document)
            return Action(target: target, place: place, change: .copy(source, place: copy))
        case (let update, _):
            throw document.failure(
                node, "an action has one of 'update', 'copy' and 'remove'",
                found: update == nil ? "none" : "'update' and 'copy'",
                write: "'update:' with a value, or 'remove: true'")
        }
    }

    private static func path(
        _ node: Node, _ document: ForeignDocument
    ) throws(ImportFailure) -> JSONPath {
        do throws(JSONPath.Problem) {
            return try JSONPath(node.string ?? "")
        } catch {
            throw document.failure(
                node, "a target is a JSONPath (RFC 9535)", found: error.found, write: error.write)
        }
    }

    // MARK: Application

    /// Changes the document, and returns a warning for each action that changes nothing.
    func apply() throws(ImportFailure) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        for action in actions {
            let matches = try matches(action.target, action.place)
            if matches.isEmpty {
                warnings.append(
                    Diagnostic(
                        .warning, path: document.path(of: action.place),
                        mark: document.mark(of: action.place),
                        rule: "the target of an action is a part of the document",
                        found: "nothing at \(quoted(action.place.text))",
                        write: "another path, or no such action"))
                continue
            }
            let update = try update(of: action.change)
            if let update { try check(matches, update) }
            let branch = Branch()
            for match in matches { branch.add(match.place?.positions ?? []) }
            if let root = try changed(document.root, branch, update) { document.replaceRoot(root) }
        }
        return warnings
    }

    private func matches(
        _ path: JSONPath, _ place: Node
    ) throws(ImportFailure) -> [JSONPath.Match] {
        guard let matches = path.matches(in: document.root) else {
            throw document.failure(
                place, "a path selects at most \(JSONPath.matchLimit) values", found: "more",
                write: "a longer path, with fewer '..'")
        }
        return matches
    }

    /// Returns the value to merge, or `nil` to remove the target.
    private func update(of change: Change) throws(ImportFailure) -> Node? {
        switch change {
        case .remove: return nil
        case .update(let node): return node
        case .copy(let path, let place):
            let found = try matches(path, place)
            guard found.count == 1 else {
                throw document.failure(
                    place, "'copy' selects one value", found: "\(found.count)",
                    write: "the path of one value")
            }
            return found[0].node
        }
    }

    /// Refuses targets of several kinds.
    private func check(_ matches: [JSONPath.Match], _ update: Node) throws(ImportFailure) {
        guard let other = matches.first(where: { $0.node.kind != matches[0].node.kind }) else {
            return
        }
        throw document.failure(
            update, "an action updates values of one kind",
            found: "\(matches[0].node.kindText) and \(other.node.kindText)",
            write: "an action for each kind")
    }

    /// The targets below a value, by their positions.
    private final class Branch {
        var isTarget = false
        var inner: [Int: Branch] = [:]

        func add(_ positions: [Int]) {
            var branch = self
            for position in positions {
                let next = branch.inner[position] ?? Branch()
                branch.inner[position] = next
                branch = next
            }
            branch.isTarget = true
        }
    }

    /// Returns a value with its changes, or `nil` if it is removed.
    ///
    /// The innermost targets change first. Aliases share values, so that a changed value is a copy.
    private func changed(
        _ node: Node, _ branch: Branch, _ update: Node?
    ) throws(ImportFailure) -> Node? {
        var node = node
        if !branch.inner.isEmpty {
            let copy = Node(node.kind, file: node.file, line: node.line, column: node.column)
            for (position, item) in node.items.enumerated() {
                let new =
                    try branch.inner[position].map { branch throws(ImportFailure) in
                        try changed(item, branch, update)
                    } ?? item
                guard let new else { continue }
                if node.kind == .mapping {
                    copy.add(node.keys[position], new)
                } else {
                    copy.add(new)
                }
            }
            node = copy
        }
        guard branch.isTarget else { return node }
        guard let update else { return nil }
        return try merged(node, update, isTarget: true)
    }

    /// Returns a value with what an update adds.
    private func merged(
        _ node: Node, _ update: Node, isTarget: Bool = false
    ) throws(ImportFailure) -> Node {
        switch (node.kind, update.kind) {
        case (.mapping, .mapping):
            var members = node.entries.map { ($0.key, $0.value) }
            for (key, value) in update.entries {
                if let place = members.firstIndex(where: { $0.0 == key }) {
                    members[place].1 = try merged(members[place].1, value)
                } else {
                    members.append((key, value))
                }
            }
            return Node(at: node, members)
        case (.sequence, .sequence): return Node(at: node, items: node.items + update.items)
        case (.sequence, _) where isTarget: return Node(at: node, items: node.items + [update])
        case (.scalar, .scalar): return update
        // An empty group, as in the examples of the specification.
        case (_, .scalar) where update.isNull: return node
        default:
            let mark = document.mark(of: node)
            throw document.failure(
                update, "an update has the kind of the value that it changes",
                found: "\(update.kindText) for \(node.kindText) at "
                    + "\(oneLine(document.path(of: node))):\(mark.line):\(mark.column)",
                write: "an action with 'remove: true' for the old value before this one")
        }
    }
}

extension Node {
    fileprivate var kindText: String {
        switch kind {
        case .scalar: "a plain value"
        case .sequence: "a list"
        case .mapping: "a group of keys"
        }
    }
}

extension ForeignDocument {
    /// Refuses a value of an overlay that is no group of keys, or has others than the known ones.
    ///
    /// - Parameter hasExtensions: Whether keys may begin with `x-`; `false` by default.
    func check(
        _ node: Node, _ keys: [String], _ place: String, hasExtensions: Bool = false
    ) throws(ImportFailure) {
        guard node.kind == .mapping else {
            throw failure(
                node, "\(place) has keys and values",
                found: node.kind == .sequence ? "a list" : quoted(node.text),
                write: keys.prefix(3).map { "'\($0): …'" }.joined(separator: ", "))
        }
        for (key, value) in node.entries
        where !keys.contains(key) && !(hasExtensions && key.hasPrefix("x-")) {
            throw failure(
                value, "unknown key in \(place)", found: quoted(key),
                write: Suggestion.write(
                    for: key, among: keys,
                    else: keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ")))
        }
    }

    /// Reads overlays, and applies those with actions.
    ///
    /// - Returns: the roots of the others, and the warnings.
    func applyOverlays(
        _ paths: [String]
    ) throws(ImportFailure) -> (others: [Node], warnings: [Diagnostic]) {
        var others: [Node] = []
        var warnings: [Diagnostic] = []
        for path in paths {
            let root = try readOverlay(path)
            if OverlayActions.isOne(root) {
                warnings += try OverlayActions(root, self).apply()
            } else {
                others.append(root)
            }
        }
        return (others, warnings)
    }
}
