import FoundationEssentials

/// The element of a stream after which nothing follows, as ``StreamEndpoint/endMarker`` describes it.
struct EndMarker {
    private enum Form {
        /// The text of an event's data or of a line, which is not an element of the stream.
        case text(String)
        /// The names of the events that may be the last.
        case event([String])
        /// A member of the last element: the names on the way to it, and its value.
        case member([String], JSONValue)
        /// A description that is none of these, which no element matches.
        case none
    }

    private let form: Form

    /// - Parameter description: A text, or an object with `event`, or with `by` and `value`.
    init(_ description: JSONValue) {
        if let text = description.string {
            form = .text(text)
        } else if let names = description["event"] {
            form = .event((names.array ?? [names]).compactMap(\.string))
        } else if let path = description["by"]?.string, let value = description["value"] {
            form = .member(MemberPath.names(path), value)
        } else {
            form = .none
        }
    }

    /// Returns whether bytes are the end and no element.
    func isEnd(_ bytes: Data) -> Bool {
        guard case .text(let text) = form else { return false }
        return bytes.elementsEqual(text.utf8)
    }

    /// Returns whether an element is the last one.
    ///
    /// - Parameters:
    ///   - bytes: The JSON of the element.
    ///   - event: The name of the event; `nil` for a line.
    func isLast(_ bytes: Data, event: String?) -> Bool {
        switch form {
        case .text, .none: return false
        case .event(let names): return event.map(names.contains) ?? false
        case .member(let path, let value):
            var found = try? JSONValue(jsonData: bytes)
            for name in path { found = found?[name] }
            return found == value
        }
    }

    /// The error of a stream whose body ends before its end.
    static let missing = APIError.Cause(
        .truncated, "the body has ended before the end of the stream that the spec names",
        advice: "repeat the call if that is safe, or check 'endMarker' in the spec")
}
