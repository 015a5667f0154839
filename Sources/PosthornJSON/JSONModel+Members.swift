extension JSONModel {
    /// Creates a value from the members of another one that have the same names, such as those of a type that
    /// both include.
    ///
    /// ```swift
    /// let draft = try NewSilence(membersOf: silence, adding: ["comment": "Extended."])
    /// ```
    ///
    /// - Parameters:
    ///   - other: The other value. Members that this type does not have are left out.
    ///   - members: More members, or other values for those of the other value; none by default.
    /// - Throws: A ``JSONError`` if a required member is missing, or a member has another type.
    public init(membersOf other: some JSONWritable, adding members: JSONValue = [:]) throws {
        var value = try JSONReader.read(JSONValue.self, from: JSONWriter.bytes(of: other))
        value.merge(members)
        self = try JSONReader.read(Self.self, from: JSONWriter.bytes(of: value))
    }
}
