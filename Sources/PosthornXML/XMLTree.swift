internal import Posthorn

/// The tree of a document, as types of a spec read it.
enum XMLTree {
    /// An element that is being read.
    private struct Element {
        var name = ""
        var members: [String: [JSONValue]] = [:]
        var text = ""
        var isNil = false

        var value: JSONValue {
            guard !isNil else { return .null }
            var object = members.mapValues { $0.count == 1 ? $0[0] : .array($0) }
            // Between elements there are line breaks for people.
            if !text.isEmpty, members.isEmpty || text.contains(where: { !$0.isWhitespace }) {
                object["#text"] = .string(text)
            }
            return .object(object)
        }
    }

    /// The content of the outermost element.
    /// - Throws: a ``CallFault`` if the document is no XML, or nested too deep.
    static func value(of body: XMLBody) throws -> JSONValue {
        var open = [Element()]
        try body.events { event in
            switch event {
            case .start(let name, let attributes):
                var element = Element(name: local(name))
                for (name, text) in attributes where !isDeclaration(name) {
                    element.members[local(name), default: []].append(.string(text))
                    if name.hasSuffix(":nil"), ["true", "1"].contains(text) {
                        element.isNil = true
                    }
                }
                open.append(element)
            case .text(let text):
                open[open.count - 1].text += text
            case .end:
                let element = open.removeLast()
                open[open.count - 1].members[element.name, default: []].append(element.value)
            }
        }
        return open[0].members.values.first?.first ?? .null
    }

    /// The name without its prefix.
    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private static func isDeclaration(_ name: String) -> Bool {
        name == "xmlns" || name.hasPrefix("xmlns:")
    }
}
