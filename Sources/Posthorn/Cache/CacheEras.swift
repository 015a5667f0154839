/// How often answers were removed, so that one that was asked for before is not kept after.
///
/// URLs share a fixed number of counters: what else is removed meanwhile may keep an answer from being
/// kept, and never lets one in.
struct CacheEras: Sendable {
    private var all: UInt64 = 0
    private var urls = [UInt64](repeating: 0, count: 256)

    /// The era of a URL; a greater one than before if its answers were removed since.
    func era(of url: String) -> UInt64 { all + urls[slot(url)] }

    /// Begins a new era for a URL.
    mutating func end(of url: String) { urls[slot(url)] += 1 }

    /// Begins a new era for all URLs.
    mutating func endAll() { all += 1 }

    private func slot(_ url: String) -> Int {
        Int(UInt(bitPattern: url.hashValue) % UInt(urls.count))
    }
}
