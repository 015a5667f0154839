internal import PosthornCore

/// The conversion of a document to the values that types from a spec decode from.
enum XMLTree {
    /// An element whose end tag has not been read yet.
    private struct Element {
        var name = ""
        var members: [String: [JSONValue]] = [:]
        /// Attributes with a prefix, used only if no other member has their local name.
        var prefixed: [String: String] = [:]
        var text = ""
        var isNil = false

        var value: JSONValue {
            guard !isNil else { return .null }
            var object = members.mapValues { $0.count == 1 ? $0[0] : .array($0) }
            for (name, text) in prefixed where object[name] == nil { object[name] = .string(text) }
            // Whitespace between elements is formatting.
            if !text.isEmpty, object.isEmpty || text.contains(where: { !$0.isWhitespace }) {
                object["#text"] = .string(text)
            }
            return .object(object)
        }
    }

    /// The prefixes bound to XML Schema's instance namespace at the current position.
    ///
    /// All open elements share one set, because copies would cost time proportional to elements times
    /// prefixes.
    private struct InstancePrefixes {
        private static let vocabulary = "http://www.w3.org/2001/XMLSchema-instance"

        /// Some documents use the prefix xsi without declaring it.
        private var current: Set<String> = ["xsi"]
        /// The prefixes that each open element added or removed, to be reverted at its end.
        private var changes: [[String]] = []

        func contains(_ prefix: String) -> Bool { current.contains(prefix) }

        mutating func enter(_ attributes: [String: String]) {
            var changed: [String] = []
            for (name, text) in attributes where name.hasPrefix("xmlns:") {
                let prefix = String(name.dropFirst("xmlns:".count))
                guard current.contains(prefix) != (text == Self.vocabulary) else { continue }
                change(prefix)
                changed.append(prefix)
            }
            changes.append(changed)
        }

        mutating func leave() {
            for prefix in changes.removeLast() { change(prefix) }
        }

        private mutating func change(_ prefix: String) {
            if current.remove(prefix) == nil { current.insert(prefix) }
        }
    }

    /// Returns the content of the outermost element.
    ///
    /// - Throws: An ``APIError/Cause`` if the document is not well-formed or is nested too deep.
    static func value(of body: XMLBody) throws -> JSONValue {
        var open = [Element()]
        var prefixes = InstancePrefixes()
        try body.events { event in
            switch event {
            case .start(let name, let attributes):
                prefixes.enter(attributes)
                open.append(element(name, attributes, prefixes))
            case .text(let text):
                open[open.count - 1].text += text
            case .end:
                prefixes.leave()
                let element = open.removeLast()
                open[open.count - 1].members[element.name, default: []].append(element.value)
            }
        }
        return open[0].members.values.first?.first ?? .null
    }

    /// Creates an element with its attributes, except those of XML itself and of XML Schema instances.
    private static func element(
        _ name: String, _ attributes: [String: String], _ instancePrefixes: InstancePrefixes
    ) -> Element {
        var element = Element(name: local(name))
        // Attributes with the same local name have no order. Sorting makes the choice deterministic.
        for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
            guard let prefix = prefix(name) else {
                if name != "xmlns" { element.members[name] = [.string(text)] }
                continue
            }
            if instancePrefixes.contains(prefix) {
                let isNil = local(name) == "nil" && ["true", "1"].contains(text)
                element.isNil = element.isNil || isNil
            } else if prefix != "xml", prefix != "xmlns", element.prefixed[local(name)] == nil {
                element.prefixed[local(name)] = text
            }
        }
        return element
    }

    private static func prefix(_ name: String) -> String? {
        name.lastIndex(of: ":").map { String(name[..<$0]) }
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
