extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // Literals alone, which are tokens; the type has no initializer for them.
    package init(token: String) { self = HTTPField.Name(token)! }

    /// Whether the field belongs to the connection, so that a request can't set it.
    ///
    /// Most of these fields frame the message; a second one could be used for request smuggling.
    package var belongsToConnection: Bool {
        let name = canonicalName
        // Most names differ in length, which takes less time than a hash value.
        return connectionFields.contains { $0.utf8.count == name.utf8.count && $0 == name }
    }
}

private let connectionFields = [
    "connection", "content-length", "host", "keep-alive", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
]
