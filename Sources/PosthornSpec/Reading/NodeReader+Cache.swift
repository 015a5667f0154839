/// Reads how long a response may be reused.
extension NodeReader {
    func cache(_ entry: YAMLEntry) -> CacheSpec? {
        guard let entries = entries(of: entry, holding: "'for' and 'fallback'", as: "for: 5m")
        else { return nil }
        checkKeys(of: entries, in: "'cache'", known: ["for", "fallback"])
        let lifetime = entries["for"]
        let fallback = entries["fallback"]
        guard lifetime != nil || fallback != nil else {
            if entries.isEmpty {
                error(
                    entry.mark, "'cache' says how long a response is used", found: "nothing",
                    write: "'{ for: 5m, fallback: 1d }', or one of the two")
            }
            return nil
        }
        return CacheSpec(
            lifetime: lifetime.flatMap(duration), fallback: fallback.flatMap(duration),
            mark: entry.mark)
    }
}
