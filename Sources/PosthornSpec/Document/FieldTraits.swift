/// What a spec says about a field of an object besides its type, its default and its limits.
package struct FieldTraits: Hashable, Sendable {
    /// Whether the field holds the members of its object that the spec does not name.
    package var holdsOthers = false

    package init() {}
}
