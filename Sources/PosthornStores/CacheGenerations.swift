/// Counters of removals, which keep a response requested before a removal from being stored after it.
///
/// URLs share a fixed number of counters. A removal for another URL can therefore prevent a response from
/// being stored, but no removal is ever missed.
package struct CacheGenerations: Sendable {
    private var all: UInt64 = 0
    private var urls = [UInt64](repeating: 0, count: slots)
    private static let slots = 256

    package init() {}

    /// Returns the generation of a URL, which is greater after its responses were removed.
    package func generation(of url: String) -> UInt64 { all + urls[Self.slot(of: url)] }

    package mutating func advance(_ url: String) { urls[Self.slot(of: url)] += 1 }

    package mutating func advanceAll() { all += 1 }

    /// Returns the counter index of a URL, which differs between processes.
    package static func slot(of url: String) -> Int {
        Int(UInt(bitPattern: url.hashValue) % UInt(slots))
    }
}
