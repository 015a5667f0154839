extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // Literals alone, which are tokens; the type has no initializer for them.
    package init(token: String) { self = HTTPField.Name(token)! }

    /// Whether the field belongs to the connection, so that a request can't set it.
    ///
    /// Most of these fields frame the message; a second one could be used for request smuggling.
    package var belongsToConnection: Bool {
        let name = canonicalName
        // By length, because most names then need no comparison. Each name must be under its own length.
        return switch name.utf8.count {
        case 2: name == "te"
        case 4: name == "host"
        case 7: name == "trailer" || name == "upgrade"
        case 10: name == "connection" || name == "keep-alive"
        case 14: name == "content-length"
        case 16: name == "proxy-connection"
        case 17: name == "transfer-encoding"
        case 19: name == "proxy-authorization"
        default: false
        }
    }
}
