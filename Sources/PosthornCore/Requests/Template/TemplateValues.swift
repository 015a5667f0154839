/// The values of a template's variables.
struct TemplateValues: Sendable {
    struct Entry: Sendable {
        let name: String
        let value: URITemplate.Value
        /// Whether the value is already percent-encoded.
        let isEncoded: Bool
        /// Whether dot segments of the value are names.
        var hasDotNames = false
    }

    // A template has few variables; a dictionary would take longer.
    private var entries: [Entry] = []

    init() {}

    init(_ values: [String: URITemplate.Value]) {
        entries = values.map { Entry(name: $0.key, value: $0.value, isEncoded: false) }
    }

    func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

    subscript(name: String) -> URITemplate.Value? { entry(name)?.value }

    /// Whether dot segments of a value are names.
    var haveDotNames: Bool { entries.contains(where: \.hasDotNames) }

    mutating func set(
        _ name: String, _ value: URITemplate.Value, isEncoded: Bool, hasDotNames: Bool
    ) {
        let entry = Entry(
            name: name, value: value, isEncoded: isEncoded, hasDotNames: hasDotNames)
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index] = entry
        } else {
            entries.append(entry)
        }
    }
}
