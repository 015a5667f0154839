import Posthorn

/// The name of a key, as messages carry it.
enum KeyID {
    /// Refuses an id that an envelope can't hold.
    static func check(_ id: String) throws(APIError.Cause) -> String {
        let count = id.utf8.count
        try ensure(
            (1...255).contains(count), .invalidKey,
            "the key's id \(count == 0 ? "is empty" : "has \(count) bytes, 255 are the most")",
            "name the key shortly, such as shop-2026-11")
        return id
    }

    /// As an error shows it, quoted and cut: whoever sent a message chose it, at any length.
    static func shown(_ id: String) -> String {
        String(decoding: id.utf8.prefix(255), as: UTF8.self).debugDescription
    }

    /// Whether two ids have the same bytes.
    ///
    /// Strings would also be equal that only look the same.
    static func areSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        for (left, right) in zip(left.utf8, right.utf8) where left != right { return false }
        return true
    }
}
