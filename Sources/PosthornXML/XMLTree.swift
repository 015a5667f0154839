internal import Posthorn

/// The tree of a document, as types of a spec read it.
enum XMLTree {
    /// An element that is being read.
    private struct Element {
        var name = ""
        var members: [String: [JSONValue]] = [:]
        /// Attributes with a prefix, which stand for a name that nothing else has.
        var prefixed: [String: String] = [:]
        var text = ""
        var isNil = false

        var value: JSONValue {
            guard !isNil else { return .null }
            var object = members.mapValues { $0.count == 1 ? $0[0] : .array($0) }
            for (name, text) in prefixed where object[name] == nil { object[name] = .string(text) }
            // Between elements there are line breaks for people.
            if !text.isEmpty, object.isEmpty || text.contains(where: { !$0.isWhitespace }) {
                object["#text"] = .string(text)
            }
            return .object(object)
        }
    }

    /// The prefixes of XML Schema's instance vocabulary where the reading stands.
    ///
    /// One set for all open elements: a copy in each would cost time by elements times prefixes.
    private struct InstancePrefixes {
        private static let vocabulary = "http://www.w3.org/2001/XMLSchema-instance"

        /// Some documents name the prefix xsi without a declaration.
        private var current: Set<String> = ["xsi"]
        /// What each open element has put in or taken out, which ends with it.
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

    /// The content of the outermost element.
    /// - Throws: an ``APIError/Cause`` if the document is no XML, or nested too deep.
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

    /// An element with its attributes, but for those that say how to read it: `xsi:type`, `xml:lang`.
    private static func element(
        _ name: String, _ attributes: [String: String], _ instancePrefixes: InstancePrefixes
    ) -> Element {
        var element = Element(name: local(name))
        // Two attributes of one local name have no order; sorted, the same one counts each time.
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
