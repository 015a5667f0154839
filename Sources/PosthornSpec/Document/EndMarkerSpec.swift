/// The element of a stream after which nothing follows.
package enum EndMarkerSpec: Hashable, Sendable {
    /// The text of the data of an event, or of a line, which is no element.
    case text(String)
    /// The names of events, each of which may be the last.
    case event([String])
    /// A member of an element with its value: the names on the way to it, and a literal.
    case member(path: String, value: Value)

    /// The value of a member.
    package enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case bool(Bool)
    }
}
