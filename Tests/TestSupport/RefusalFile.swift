/// A text file of refused specs, each with its diagnostics.
///
/// A blank line separates the entries:
///
///     === RefusesEmptyEndpoints
///     service: ShopAPI
///     endpoints:
///     --- diagnostics
///     Spec.yaml:2:1: error: …
///
/// The lines below the title are the file `Spec.yaml`; `--- Types.yaml` begins a file with another name.
public struct RefusalFile: Sendable {
    /// A refused spec.
    public struct Entry: Sendable {
        /// The text after `===`.
        public let title: String
        /// The names and texts of the spec's files, and of `diagnostics`.
        public var sections: [(name: String, text: String)] = []

        fileprivate mutating func add(_ line: String) {
            if sections.isEmpty { sections = [("Spec.yaml", "")] }
            sections[sections.count - 1].text += line + "\n"
        }

        /// Removes the blank line after the entry.
        fileprivate mutating func end() {
            if sections.last?.text.isEmpty == false {
                sections[sections.count - 1].text.removeLast()
            }
        }
    }

    /// The specs of the file.
    public var entries: [Entry] = []

    /// Reads the text of a file.
    public init(_ text: String) {
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            let (line, last) = (String(line), entries.count - 1)
            if line.hasPrefix("=== ") {
                entries.append(Entry(title: String(line.dropFirst(4))))
            } else if last >= 0, line.hasPrefix("--- ") {
                entries[last].sections.append((String(line.dropFirst(4)), ""))
            } else if last >= 0 {
                entries[last].add(line)
            }
        }
        // The line feed at the end of the file stands for the last blank line.
        for index in entries.indices { entries[index].end() }
    }

    /// Replaces the diagnostics of the entry with a title.
    public mutating func setDiagnostics(_ text: String, of title: String) {
        for index in entries.indices where entries[index].title == title {
            entries[index].sections.removeAll { $0.name == "diagnostics" }
            entries[index].sections.append(("diagnostics", text))
        }
    }

    /// The text of the file.
    public var text: String {
        entries.map { entry in
            let sections = entry.sections.map { name, text in
                name == "Spec.yaml" ? text : "--- \(name)\n\(text)"
            }
            return "=== \(entry.title)\n" + sections.joined()
        }.joined(separator: "\n")
    }
}
