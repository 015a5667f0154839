internal import PosthornForeign
package import PosthornSpec

/// What an import tells its user.
package struct ImportReport: Sendable {
    /// The number of operations that were imported.
    package var operations = 0
    /// Those of which every part has a type.
    package var complete = 0
    /// A line for each part that has no type, with its place in the document.
    package var lines: [String] = []
    /// A warning for each action of an overlay that changes nothing.
    package var warnings: [Diagnostic] = []
    /// The number of recognised shapes.
    package var recognised: [RecognisedShape: Int] = [:]
    /// Whether the specs have their keys, and not comments with them.
    package var writesRecognised = false

    /// A line with the recognised shapes; `nil` without any.
    package var recognition: String? {
        let counts = RecognisedShape.allCases.compactMap { shape in
            recognised[shape].map(shape.counted)
        }
        guard !counts.isEmpty else { return nil }
        return "recognised: \(counts.joined(separator: ", "))"
            + (writesRecognised ? "" : "; see the comments, or write '--recognise'")
    }

    /// The first line of the report.
    package var summary: String {
        let incomplete = operations - complete
        let count = "\(operations) operation\(operations == 1 ? "" : "s")"
        return incomplete == 0
            ? "\(count): all complete"
            : "\(count): \(complete) complete, \(incomplete) with untyped parts"
    }
}

extension ImportReport {
    /// Counts the operations, and lists what has no form in the specs.
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints of the operations.
    ///   - count: The number of operations.
    ///   - others: Messages that are no operations.
    ///   - notes: What is said of no single operation.
    ///   - sent: The types of requests, whose limits are checked.
    init(
        _ endpoints: [EndpointDraft], _ count: Int, others: [EndpointDraft], notes: Draft,
        sent: Set<ObjectIdentifier>, _ document: ForeignDocument
    ) {
        var found: [(mark: SourceMark, path: String, reason: String)] = []
        var known: Set<ObjectIdentifier> = []
        func add(_ draft: Draft) {
            guard known.insert(ObjectIdentifier(draft)).inserted else { return }
            let isSent = !(draft is DeclaredType) || sent.contains(ObjectIdentifier(draft))
            let limits = isSent ? draft.limits : []
            for (node, reason) in draft.untyped + draft.remarks + limits {
                found.append((document.mark(of: node), document.path(of: node), reason))
            }
        }
        add(notes)
        var reach = NoteReach()
        var incomplete: Set<ObjectIdentifier> = []
        for type in others.flatMap(\.receivedTypes) {
            guard let declared = type.innermost else { continue }
            reach.notes(from: declared).drafts.forEach(add)
        }
        for endpoint in endpoints {
            var isIncomplete = !endpoint.untyped.isEmpty
            add(endpoint)
            for type in endpoint.sentTypes + endpoint.receivedTypes {
                guard let declared = type.innermost else { continue }
                let notes = reach.notes(from: declared)
                isIncomplete = isIncomplete || notes.isUntyped
                if !notes.drafts.isEmpty { notes.drafts.forEach(add) }
            }
            if isIncomplete { incomplete.insert(ObjectIdentifier(endpoint.operation.node)) }
        }
        operations = count
        complete = count - incomplete.count
        var seen: Set<String> = []
        lines = found.sorted { ($0.path, $0.mark, $0.reason) < ($1.path, $1.mark, $1.reason) }
            .map { note in
                "\(oneLine(note.path)):\(note.mark.line):\(note.mark.column): \(note.reason)"
            }.filter { seen.insert($0).inserted }
    }
}

/// The types with notes that a type leads to.
private struct NoteReach {
    private var known: [ObjectIdentifier: (isUntyped: Bool, drafts: [Draft])] = [:]

    mutating func notes(from type: DeclaredType) -> (isUntyped: Bool, drafts: [Draft]) {
        if let known = known[ObjectIdentifier(type)] { return known }
        var visited: Set<ObjectIdentifier> = []
        var result: (isUntyped: Bool, drafts: [Draft]) = (false, [])
        TypeLayout.walk(.declared(type)) { seen in
            guard visited.insert(ObjectIdentifier(seen)).inserted else { return false }
            if !seen.untyped.isEmpty { result.isUntyped = true }
            if !seen.untyped.isEmpty || !seen.remarks.isEmpty || !seen.limits.isEmpty {
                result.drafts.append(seen)
            }
            return true
        }
        known[ObjectIdentifier(type)] = result
        return result
    }
}
