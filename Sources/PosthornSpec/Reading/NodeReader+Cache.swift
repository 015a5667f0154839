/// Reads how long a response may be reused.
extension NodeReader {
    func cache(_ entry: YAMLEntry) -> CacheSpec? {
        guard
            let entries = entries(
                of: entry, holding: "'maxAge' and 'staleIfError'", as: "maxAge: 5m")
        else { return nil }
        checkKeys(of: entries, in: .cache)
        let maxAge = entries["maxAge"]
        let staleIfError = entries["staleIfError"]
        guard maxAge != nil || staleIfError != nil else {
            if entries.isEmpty {
                error(
                    entry.mark, "'cache' says how long a response is used", found: "nothing",
                    write: "'{ maxAge: 5m, staleIfError: 1d }', or one of the two")
            }
            return nil
        }
        return CacheSpec(
            maxAge: maxAge.flatMap(duration), staleIfError: staleIfError.flatMap(duration),
            mark: entry.mark)
    }
}
