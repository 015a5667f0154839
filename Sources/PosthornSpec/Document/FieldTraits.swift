/// What a spec says about a field of an object besides its type, its default and its limits.
package struct FieldTraits: Hashable, Sendable {
    /// Whether the field holds the members of its object that the spec does not name.
    package var holdsOthers = false
    /// The names that lead to a member inside of the object's members, empty for a member of the object itself.
    package var at: [String] = []
    /// Whether only the server sets the member, so that no request has it.
    package var isReadOnly = false
    /// Whether only requests have the member, so that nothing of it is read from a response.
    package var isWriteOnly = false
    /// Whether the value is hidden wherever it is shown.
    package var isSecret = false
    /// Whether the parameter is a key of the query without a value.
    package var isFlag = false
    /// Whether the wire name, which ends in `*`, is the start of the names of several header fields or query parameters.
    package var isPattern = false

    /// Whether elements of a response that can't be read are left out.
    package var isLossy = false

    /// Whether the body has what changes the value `from:` into this one.
    package var isPatch = false

    package init() {}
}
