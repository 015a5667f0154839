/// A part of an XML document, reported in document order.
public enum XMLEvent: Sendable, Hashable {
    /// The start tag of an element.
    case start(name: String, attributes: [String: String])
    /// The end tag of an element.
    case end(name: String)
    /// Character data, including that of CDATA sections.
    ///
    /// Long text may arrive as several events.
    case text(String)
}
