/// One `name=value` of a query or an urlencoded form, not yet encoded.
public struct QueryItem: Sendable, Hashable {
    /// The name, with its brackets if it has some.
    public var name: String
    /// The value.
    ///
    /// `nil` sends the name alone, without `=`; an empty one sends `name=`.
    public var value: String?
    /// The parameter that the item belongs to: a later layer replaces all of its items.
    var parameter: String
    /// The texts that the value is joined of, so that what joins them can be told from what is in
    /// them.
    var parts: [String]?
    var separator: QueryStyle.Separator?
    /// How name and value are escaped.
    ///
    /// `nil` leaves it to the place.
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
    /// The name: a value may be a secret.
    public var description: String { "QueryItem(\(name))" }
}
