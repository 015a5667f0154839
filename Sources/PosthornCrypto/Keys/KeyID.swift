import Posthorn

/// The name of a key, as messages carry it.
enum KeyID {
    /// Refuses an id that an envelope can't hold.
    static func check(_ id: String) throws(CallFault) -> String {
        let count = id.utf8.count
        guard (1...255).contains(count) else {
            throw .key(
                "the key's id \(count == 0 ? "is empty" : "has \(count) bytes, 255 are the most")",
                "name the key shortly, such as shop-2026-11")
        }
        return id
    }
}
