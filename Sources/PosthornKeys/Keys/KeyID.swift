import PosthornCore

/// Checks, display and comparison of key ids.
package enum KeyID {
    static func check(_ id: String) throws(APIError.Cause) -> String {
        let count = id.utf8.count
        try ensure(
            (1...255).contains(count), .invalidKey,
            "the key's id \(count == 0 ? "is empty" : "has \(count) bytes, 255 are the most")",
            "name the key shortly, such as shop-2026-11")
        return id
    }

    /// Quotes and truncates an id for an error message.
    ///
    /// The sender of a message chooses its id, at any length.
    package static func shown(_ id: String) -> String {
        String(decoding: id.utf8.prefix(255), as: UTF8.self).debugDescription
    }

    /// Returns whether two ids have the same bytes.
    ///
    /// `String` equality would also match canonically equivalent strings.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        for (left, right) in zip(left.utf8, right.utf8) where left != right { return false }
        return true
    }
}
