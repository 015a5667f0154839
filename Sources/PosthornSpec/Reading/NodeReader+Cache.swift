/// Reads how long a response may be reused.
extension NodeReader {
    func cache(_ entry: YAMLEntry) -> CacheSpec? {
        guard
            let entries = entries(
                of: entry, holding: "'maxAge', 'staleIfError' and 'by'", as: "maxAge: 5m")
        else { return nil }
        checkKeys(of: entries, in: .cache)
        let maxAge = entries["maxAge"]
        let staleIfError = entries["staleIfError"]
        guard maxAge != nil || staleIfError != nil || entries["by"] != nil else {
            if entries.isEmpty {
                error(
                    entry.mark, "'cache' says how long a response is used", found: "nothing",
                    write: "'{ maxAge: 5m, staleIfError: 1d }', or one of the two")
            }
            return nil
        }
        return CacheSpec(
            maxAge: maxAge.flatMap(duration), staleIfError: staleIfError.flatMap(duration),
            by: entries["by"].flatMap(cacheParameters), mark: entry.mark)
    }

    private func cacheParameters(_ entry: YAMLEntry) -> [TypeName]? {
        guard case .sequence(let items) = entry.value.kind else {
            return refuse(
                entry.place, "'by' lists the parameters that tell responses apart",
                found: entry.value.summary, write: "'by: [page, X-Region]', or '[]' for none")
        }
        return items.compactMap { item in
            item.text.map { TypeName($0, mark: item.mark) }
                ?? refuse(
                    item.mark, "'by' lists the parameters that tell responses apart",
                    found: item.summary, write: "their names")
        }
    }
}
