/// One `name=value` pair of a query or a URL-encoded form, not yet encoded.
public struct QueryItem: Sendable, Hashable {
    /// The name, including any brackets.
    public var name: String
    /// The value.
    ///
    /// `nil` sends the name alone, without `=`; an empty value sends `name=`.
    public var value: String?
    /// The parameter to which the item belongs; a later layer replaces all of its items.
    var parameter: String
    /// The texts that are joined in the value; they are encoded one by one, so that separators stay distinct.
    var parts: [String]?
    var separator: QueryStyle.Separator?
    /// The escaping of name and value.
    ///
    /// `nil` uses that of the query or form.
    var escaping: QueryEscaping?

    /// Creates an item.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
        parameter = name
    }

    init(
        name: String, joining parts: [String], by separator: QueryStyle.Separator,
        _ escaping: QueryEscaping?
    ) {
        self.init(name: name, value: parts.joined(separator: separator.plain))
        self.parts = parts
        self.separator = separator
        self.escaping = escaping
    }
}

extension QueryItem {
    /// Whether name and value are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.value == right.value
    }

    /// Hashes name and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

extension QueryItem: RedactedStringConvertible {
    /// The name, without the value, which may be a secret.
    public var description: String { "QueryItem(\(name))" }
}
