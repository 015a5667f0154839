/// The times at which transfers must be checked, the earliest first.
///
/// A transfer that makes progress does not update its entry: when the old time is reached, its new time is
/// computed. Received bytes therefore cost nothing here. The entries of ended transfers are removed when
/// there are too many.
struct Watchdog {
    typealias Entry = (time: LoopInstant, transfer: UInt64)

    /// A heap: no entry is later than its children at 2 * i + 1 and 2 * i + 2.
    private var entries: [Entry] = []

    /// The number of entries from which those of ended transfers are removed.
    private var room = 1024
    var count: Int { entries.count }

    var next: LoopInstant? { entries.first?.time }

    /// - Parameter isLive: Returns whether a transfer has not ended.
    mutating func add(
        _ transfer: UInt64, at time: LoopInstant, isLive: (UInt64) -> Bool
    ) {
        if entries.count >= room {
            entries.removeAll { !isLive($0.transfer) }
            // A sorted array is a heap.
            entries.sort { $0.time < $1.time }
            room = max(1024, entries.count * 2)
        }
        entries.append((time, transfer))
        var index = entries.count - 1
        while index > 0, entries[index].time < entries[(index - 1) / 2].time {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns a transfer whose check is due.
    mutating func take(_ now: LoopInstant) -> UInt64? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty { sink(last) }
        return first.transfer
    }

    private mutating func sink(_ entry: Entry) {
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].time < entries[child].time {
                child += 1
            }
            guard entries[child].time < entry.time else { break }
            entries[index] = entries[child]
            index = child
        }
        entries[index] = entry
    }
}
