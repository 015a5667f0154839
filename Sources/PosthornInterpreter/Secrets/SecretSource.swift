/// Where the credentials and keys of a service come from.
package struct SecretSource: Sendable {
    /// Returns the text of a credential or key by its name in the spec; `nil` if there is none.
    package var text: @Sendable (_ name: String) throws(InterpretationError) -> String?
    /// Returns where a missing credential or key can be put, for errors.
    package var place: @Sendable (_ name: String) -> String

    package init(
        text: @escaping @Sendable (_ name: String) throws(InterpretationError) -> String?,
        place: @escaping @Sendable (_ name: String) -> String
    ) {
        (self.text, self.place) = (text, place)
    }

    /// Creates a source with the given texts, for tests and for programs that have them.
    package init(_ texts: [String: String]) {
        self.init {
            texts[$0]
        } place: {
            "a value for \($0)"
        }
    }
}
