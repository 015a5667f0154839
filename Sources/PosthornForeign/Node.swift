/// A value of a foreign document, with its place.
///
/// It is a class, because aliases and references share values.
package final class Node {
    package enum Kind {
        case scalar
        case sequence
        case mapping
    }

    package let kind: Kind
    /// The text of a scalar.
    package let text: String
    /// Whether a scalar is written without quotes, so that it may be a number, a Boolean or `null`.
    package let isPlain: Bool
    /// The keys of a mapping.
    package private(set) var keys: [String] = []
    /// The values of a mapping, or the items of a sequence.
    package private(set) var items: [Node] = []
    /// The index of the file among those that were read.
    package let file: Int
    /// The line from 1; 0 in JSON, where ``column`` is the offset of the value.
    package let line: Int
    package let column: Int
    private var places: [String: Int]?
    private var isUnique: Bool?

    package init(
        _ kind: Kind, text: String = "", isPlain: Bool = false, file: Int, line: Int, column: Int
    ) {
        (self.kind, self.text, self.isPlain) = (kind, text, isPlain)
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// Creates a mapping that stands for a part of the document which has another form there.
    package convenience init(at place: Node, _ members: [(String, Node)]) {
        self.init(.mapping, file: place.file, line: place.line, column: place.column)
        for (key, value) in members { add(key, value) }
    }

    /// Creates a list that stands for a part of the document.
    package convenience init(at place: Node, items: [Node]) {
        self.init(.sequence, file: place.file, line: place.line, column: place.column)
        self.items = items
    }

    /// Creates a text that stands for a part of the document.
    package convenience init(at place: Node, text: String, isPlain: Bool = false) {
        self.init(
            .scalar, text: text, isPlain: isPlain, file: place.file, line: place.line,
            column: place.column)
    }

    package func add(_ item: Node) { items.append(item) }

    package func add(_ key: String, _ value: Node) {
        if places != nil { places = nil }
        if isUnique != nil { isUnique = nil }
        keys.append(key)
        items.append(value)
    }

    /// The value of a key; the last one, if the document repeats the key.
    package subscript(key: String) -> Node? {
        guard kind == .mapping else { return nil }
        let keys = keys
        if keys.count > 12 {
            if places == nil {
                places = Dictionary(zip(keys, keys.indices)) { _, last in last }
            }
            return places?[key].map { items[$0] }
        }
        // In unoptimized builds, a loop takes a fraction of the time of `lastIndex(of:)`.
        var index = keys.count - 1
        while index >= 0, keys[index] != key { index -= 1 }
        return index < 0 ? nil : items[index]
    }

    /// The entries of a mapping, each key once.
    package var entries: [(key: String, value: Node)] {
        guard kind == .mapping else { return [] }
        var result: [(key: String, value: Node)] = []
        result.reserveCapacity(keys.count)
        for index in keys.indices { result.append((keys[index], items[index])) }
        if isUnique == nil { isUnique = keys.count < 2 || Set(keys).count == keys.count }
        guard isUnique == false else { return result }
        var last: [String: Int] = [:]
        for index in keys.indices { last[keys[index]] = index }
        return result.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
    }

    /// The items of a list; none of another value.
    package var list: [Node] { kind == .sequence ? items : [] }

    /// The text of a scalar that is not `null`.
    package var string: String? { kind == .scalar && !isNull ? text : nil }

    package var isNull: Bool {
        kind == .scalar && isPlain
            && (text.isEmpty || text == "null" || text == "~" || text == "Null" || text == "NULL")
    }

    package var isTrue: Bool {
        kind == .scalar && isPlain && (text == "true" || text == "True" || text == "TRUE")
    }

    package var isFalse: Bool {
        kind == .scalar && isPlain && (text == "false" || text == "False" || text == "FALSE")
    }

    /// Whether the value is a number.
    package var isNumber: Bool {
        kind == .scalar && isPlain && Self.isNumber(text)
    }

    /// Returns whether a text is a decimal number, and not `inf` or `0x10`.
    static func isNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == 0x2D || first == 0x2E || first.isDigit else {
            return false
        }
        return text.utf8.allSatisfy {
            $0.isDigit || $0 == 0x2D || $0 == 0x2B || $0 == 0x2E || $0 | 0x20 == 0x65
        } && Double(text) != nil
    }

    /// The whole number, or `nil` for another value.
    package var integer: Int? { kind == .scalar && isPlain ? Int(text) : nil }

    /// The text under a key.
    package func string(_ key: String) -> String? { self[key]?.string }

    /// Returns whether a key has the value `true`.
    package func isTrue(_ key: String) -> Bool { self[key]?.isTrue ?? false }
}

extension UInt8 {
    /// Whether the byte is a decimal digit.
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
