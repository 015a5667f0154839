internal import PosthornSpec

/// The edits that bring a spec file of an earlier form of the language up to date.
///
/// They replace single words and values, so that comments and the layout stay.
struct SpecMigration {
    /// The replacement of a text.
    struct Edit: Equatable {
        var mark: SourceMark
        var found: String
        var written: String
    }

    /// The edits in the order of the file.
    private(set) var edits: [Edit] = []
    /// What may mean something else than before, with the text to write if it does.
    private(set) var doubts: [Edit] = []
    /// The line of the service's name, after which the version of the language is inserted.
    private var serviceLine: Int?
    private var lines: [String.UnicodeScalarView]

    /// Finds the edits of a file; there are none if its YAML is invalid.
    ///
    /// - Parameter isVersioned: Whether a file of the service names the version of the language.
    init(_ source: SourceFile, isVersioned: Bool) {
        lines = String(decoding: source.bytes, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { String.UnicodeScalarView($0) }
        let entries = source.node?.entries ?? []
        for endpoint in entries["endpoints"]?.value.entries ?? [] {
            let keys = endpoint.value.entries ?? []
            if let cache = keys["cache"] { renameKeys(of: cache) }
            if let auth = keys["auth"] { replace("auth", at: auth.mark, with: "requires") }
            if let retry = keys["retry"] { countFirstRequest(retry.value) }
        }
        quoteEnumValues(source)
        if !isVersioned {
            for entry in entries where ["endpoints", "types"].contains(entry.key) {
                findDottedNames(entry.value)
            }
            if let service = entries["service"], service.mark.column == 1 {
                serviceLine = service.value.mark.line
            }
        }
        edits.sort { $0.mark < $1.mark }
    }

    /// The text of the file after the edits.
    var text: String {
        var lines = lines
        for edit in edits.reversed() {
            let line = edit.mark.line - 1
            let start = lines[line].index(lines[line].startIndex, offsetBy: edit.mark.column - 1)
            let end = lines[line].index(start, offsetBy: edit.found.unicodeScalars.count)
            lines[line].replaceSubrange(start..<end, with: edit.written.unicodeScalars)
        }
        if let serviceLine { lines.insert("language: 1".unicodeScalars, at: serviceLine) }
        return lines.map { String($0) }.joined(separator: "\n")
    }

    private mutating func renameKeys(of cache: YAMLEntry) {
        for entry in cache.value.entries ?? [] {
            let row = KeyPlace.cache.rows.first { $0.formerNames.contains(entry.key) }
            if let row { replace(entry.key, at: entry.mark, with: row.names[0]) }
        }
    }

    /// Writes a number of retries as a rule, whose attempts include the first request.
    private mutating func countFirstRequest(_ node: YAMLNode) {
        guard let text = node.text, let retries = Int(text), (0..<1_000).contains(retries) else {
            return
        }
        replace(text, at: node.mark, with: "{ attempts: \(retries + 1) }")
    }

    /// Finds dots in the members that tell the types of unions apart, where a dot was part of the name.
    private mutating func findDottedNames(_ node: YAMLNode) {
        switch node.kind {
        case .scalar: break
        case .sequence(let items): for item in items { findDottedNames(item) }
        case .mapping(let entries):
            if entries["oneOf"] != nil, let by = entries["by"]?.value, let name = by.text,
                name.contains("."), !name.contains("\\")
            {
                let written = #"'\#(name.replacing(".", with: #"\."#))'"#
                doubts.append(Edit(mark: by.mark, found: name, written: written))
            }
            for entry in entries { findDottedNames(entry.value) }
        }
    }

    /// Writes enums whose values YAML does not read as texts in the long form, with quotes.
    private mutating func quoteEnumValues(_ source: SourceFile) {
        for diagnostic in SpecReader.read([source]).diagnostics
        where diagnostic.rule == "a value between '|' is a text" {
            guard let node = source.node?.scalar(around: diagnostic.mark), let text = node.text,
                let found = diagnostic.write.firstMatch(of: /'(\{ enum: .+ \})' for the text/)
            else { continue }
            replace(text, at: node.mark, with: String(found.1))
        }
    }

    /// Adds an edit unless the file has another text at the place.
    private mutating func replace(_ text: String, at mark: SourceMark, with new: String) {
        guard lines.indices.contains(mark.line - 1), !edits.contains(where: { $0.mark == mark })
        else { return }
        let rest = lines[mark.line - 1].dropFirst(mark.column - 1)
        for found in [text, "'\(text)'", "\"\(text)\""]
        where rest.starts(with: found.unicodeScalars) {
            edits.append(Edit(mark: mark, found: found, written: new))
            return
        }
    }
}

extension YAMLNode {
    /// Returns the text that contains a place.
    fileprivate func scalar(around place: SourceMark) -> YAMLNode? {
        switch kind {
        case .scalar(let text, _):
            mark.line == place.line && mark.column <= place.column
                && place.column < mark.column + text.unicodeScalars.count + 2 ? self : nil
        case .sequence(let items): items.lazy.compactMap { $0.scalar(around: place) }.first
        case .mapping(let entries):
            entries.lazy.compactMap { $0.value.scalar(around: place) }.first
        }
    }
}
