/// Something that a parser meets in a document, in the order of the text.
public enum XMLEvent: Sendable, Hashable {
    /// An element begins.
    case start(name: String, attributes: [String: String])
    /// An element ends.
    case end(name: String)
    /// Text, also that of a CDATA section; long text may come in parts.
    case text(String)
}
