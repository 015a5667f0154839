internal import PosthornCore

/// JSON values as XML.
enum XMLText {
    /// Returns a document: members are elements, arrays are repeated elements, and `#text` is the text.
    static func document(_ value: JSONValue, root: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(root, value)
    }

    private static func element(_ name: String, _ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .array(let items): items.map { element(name, $0) }.joined()
        case .object(let members):
            "<\(name)>"
                + members.sorted { $0.key < $1.key }.map { key, member in
                    key == "#text" ? text(member) : element(key, member)
                }.joined() + "</\(name)>"
        case .bool, .number, .string: "<\(name)>\(text(value))</\(name)>"
        }
    }

    /// Returns a property list.
    static func propertyList(_ value: JSONValue) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">" + plist(value)
            + "</plist>"
    }

    private static func plist(_ value: JSONValue) -> String {
        switch value {
        case .null: "<string></string>"
        case .bool(let bool): bool ? "<true/>" : "<false/>"
        case .number(let number):
            number.int64 == nil ? "<real>\(number)</real>" : "<integer>\(number)</integer>"
        case .string: "<string>\(text(value))</string>"
        case .array(let items): "<array>\(items.map(plist).joined())</array>"
        case .object(let members):
            "<dict>"
                + members.sorted { $0.key < $1.key }.filter { !$0.value.isNull }
                .map { "<key>\(text(.string($0.key)))</key>\(plist($0.value))" }.joined()
                + "</dict>"
        }
    }

    private static func text(_ value: JSONValue) -> String {
        let text =
            switch value {
            case .string(let text): text
            case .number(let number): number.text
            case .bool(let bool): String(bool)
            case .null, .array, .object: ""
            }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
