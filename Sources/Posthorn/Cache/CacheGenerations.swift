/// How often answers were removed, so that one that was asked for before is not kept after.
///
/// URLs share a fixed number of counters: what else is removed meanwhile may keep a response from being
/// kept, and never lets one in.
struct CacheGenerations: Sendable {
    private var all: UInt64 = 0
    private var urls = [UInt64](repeating: 0, count: slots)
    private static let slots = 256

    /// The era of a URL; a greater one than before if its responses were removed since.
    func era(of url: String) -> UInt64 { all + urls[Self.slot(of: url)] }

    /// Begins a new era for a URL.
    mutating func end(of url: String) { urls[Self.slot(of: url)] += 1 }

    /// Begins a new era for all URLs.
    mutating func endAll() { all += 1 }

    /// The counter of a URL, another one in each process.
    static func slot(of url: String) -> Int {
        Int(UInt(bitPattern: url.hashValue) % UInt(slots))
    }
}
