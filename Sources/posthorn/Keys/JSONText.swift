/// A JSON value that is written with its members in their order.
enum JSONText {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([JSONText])
    case object([(String, JSONText)])

    /// The value in one line.
    var line: String {
        switch self {
        case .text(let text): JSONPrinter.quoted(text)
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ "
                + members.map { "\(JSONPrinter.quoted($0.0)): \($0.1.line)" }
                .joined(separator: ", ") + " }"
        }
    }

    /// Returns an array with an item in each line.
    static func rows(_ items: [JSONText]) -> String {
        items.isEmpty
            ? "[]" : "[\n" + items.map { "  \($0.line)" }.joined(separator: ",\n") + "\n]"
    }

    /// The value in lines, of which those that fit hold whole lists and objects.
    ///
    /// - Parameter indent: The number of spaces before the line that the value begins in.
    func lines(indent: Int = 0, width: Int = 110) -> String {
        let line = line
        let inner = "\n" + String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        guard indent + line.utf8.count > width else { return line }
        switch self {
        case .list(let items) where !items.isEmpty:
            return "["
                + items.map { inner + $0.lines(indent: indent + 2) }.joined(separator: ",") + end
                + "]"
        case .object(let members) where !members.isEmpty:
            return "{"
                + members.map {
                    "\(inner)\(JSONPrinter.quoted($0.0)): \($0.1.lines(indent: indent + 2))"
                }.joined(separator: ",") + end + "}"
        default: return line
        }
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral items: JSONText...) { self = .list(items) }
    init(dictionaryLiteral members: (String, JSONText)...) { self = .object(members) }
    init(booleanLiteral truth: Bool) { self = .truth(truth) }
    init(integerLiteral number: Int) { self = .number(number) }

    /// Returns an object with the members of this and another one.
    func joined(with other: JSONText) -> JSONText {
        guard case .object(let members) = self, case .object(let others) = other else {
            return self
        }
        return .object(members + others)
    }

    /// Adds a member to an object.
    mutating func add(_ name: String, _ value: JSONText) {
        guard case .object(let members) = self else { return }
        self = .object(members + [(name, value)])
    }
}
