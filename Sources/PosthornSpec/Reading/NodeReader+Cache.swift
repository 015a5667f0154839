/// Reads how long a response may be reused.
extension NodeReader {
    func cache(_ entry: YAMLEntry) -> CacheSpec? {
        guard
            let entries = entries(
                of: entry, holding: "'maxAge' and 'staleIfError'", as: "maxAge: 5m")
        else { return nil }
        checkCacheKeys(of: entries)
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

    /// Reports unknown keys, and names the keys to write instead of `for` and `fallback`.
    private func checkCacheKeys(of entries: [YAMLEntry]) {
        let names = ["for": "maxAge", "fallback": "staleIfError"]
        for entry in entries {
            guard let name = names[entry.key] else { continue }
            error(
                entry.mark, "unknown key in 'cache'", found: quoted(entry.key),
                write: quoted(name))
        }
        checkKeys(
            of: entries.filter { names[$0.key] == nil }, in: "'cache'",
            known: ["maxAge", "staleIfError"])
    }
}
