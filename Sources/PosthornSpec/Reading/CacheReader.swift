/// Reads how long an answer may be used again.
struct CacheReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> CacheSpec? {
        guard
            let entries = reader.entries(
                of: entry, holding: "'for' and 'fallback'", as: "for: 5m")
        else {
            return nil
        }
        reader.checkKeys(of: entries, in: "'cache'", known: ["for", "fallback"])
        let times = RulesReader(reader: reader)
        let lifetime = entries.first { $0.key == "for" }
        let fallback = entries.first { $0.key == "fallback" }
        guard lifetime != nil || fallback != nil else {
            if entries.isEmpty {
                reader.error(
                    entry.mark, "'cache' says how long an answer is used", found: "nothing",
                    write: "'{ for: 5m, fallback: 1d }', or one of the two")
            }
            return nil
        }
        return CacheSpec(
            lifetime: lifetime.flatMap(times.duration), fallback: fallback.flatMap(times.duration))
    }
}
