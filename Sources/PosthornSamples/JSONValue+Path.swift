package import PosthornJSON

extension JSONValue {
    /// Creates the number of an integer.
    static func int(_ value: Int) -> JSONValue { .number(Number(value)) }

    /// Returns the value at a path of names; `nil` if there is none.
    package func value(at path: some Sequence<String>) -> JSONValue? {
        path.reduce(self) { value, name in value?[name] }
    }

    /// Sets the value at a path of names, and makes the objects on the way; `nil` removes it.
    package mutating func set(_ value: JSONValue?, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return self[name] = value }
        guard value != nil || self[name] != nil else { return }
        var inner = self[name] ?? .object([:])
        inner.set(value, at: path.dropFirst())
        self[name] = inner
    }

    /// The kind of the value in words, without the value.
    package var kindWords: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
