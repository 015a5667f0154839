package import FoundationEssentials
package import PosthornCore

/// The arguments of a call, in the order in which they were given.
package struct CallArguments: Sendable {
    /// The value of an argument.
    package enum Value: Sendable {
        /// A text, which the type of its parameter reads.
        case text(String)
        /// A value as it is sent.
        case json(JSONValue)
        /// Bytes, which are the whole body.
        case data(Data)
        /// The bytes of a file, or its text for a parameter that is no file.
        case file(URL)
    }

    /// The arguments by their paths.
    package var items: [(path: ArgumentPath, value: Value)] = []
    /// The whole body, or the object with all its members; `nil` for none.
    package var body: Value?
    /// Whether wrong and missing arguments are sent as they are.
    package var areUnchecked = false

    package init() {}

    /// Creates arguments by the names of their parameters, whose values are as they are sent.
    ///
    /// The name `body` stands for the whole body.
    package init(_ values: [String: JSONValue]) {
        items = values.sorted { $0.key < $1.key }.map {
            (ArgumentPath(name: $0.key), .json($0.value))
        }
    }
}
