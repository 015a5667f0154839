/// Starts and queues transfers within the session's limits.
///
/// Used by the loop's thread only. Without limits it stores nothing.
struct Dispatcher {
    /// A transfer's place in the queue of its origin.
    private struct Ticket {
        let transfer: UInt64
        let priority: Int
        /// The order of arrival: at equal priority, the larger rank goes first.
        let rank: Int

        func goes(before other: Ticket) -> Bool { (priority, rank) > (other.priority, other.rank) }
    }

    private let limits: TransferLimits
    private var counter = 0
    private var running: [UInt64: Origin?] = [:]
    private var runningAt: [Origin?: Int] = [:]
    /// The queues of waiting transfers; the last ticket goes next.
    private var lines: [Origin?: [Ticket]] = [:]
    private var waiting: [UInt64: (origin: Origin?, ticket: Ticket)] = [:]

    init(_ limits: TransferLimits) {
        self.limits = limits
        isUnlimited = limits.areUnlimited
    }

    let isUnlimited: Bool

    /// Returns whether a transfer may start; otherwise it waits until ``leave(_:)`` returns it.
    mutating func enter(_ transfer: UInt64, url: String, priority: Int) -> Bool {
        guard !isUnlimited else { return true }
        // Without a limit per origin, one queue is enough.
        let origin = limits.perOrigin == nil ? nil : (try? HTTPURL(url))?.origin
        if hasRoom, hasRoom(at: origin) {
            begin(transfer, origin)
            return true
        }
        counter += 1
        let rank = limits.startsNewestFirst ? counter : -counter
        insert(Ticket(transfer: transfer, priority: priority, rank: rank), origin)
        return false
    }

    /// Removes a transfer that has ended or stopped waiting, and returns the transfers that may start.
    mutating func leave(_ transfer: UInt64) -> [UInt64] {
        if let (origin, ticket) = waiting.removeValue(forKey: transfer) {
            let place = place(of: ticket, in: lines[origin] ?? [])
            lines[origin]?.remove(at: place)
            if lines[origin]?.isEmpty == true { lines[origin] = nil }
            return []
        }
        guard let origin = running.removeValue(forKey: transfer) else { return [] }
        runningAt[origin, default: 1] -= 1
        if runningAt[origin] == 0 { runningAt[origin] = nil }
        var next: [UInt64] = []
        while hasRoom, let best = bestOrigin, let ticket = lines[best.origin]?.popLast() {
            let origin = best.origin
            if lines[origin]?.isEmpty == true { lines[origin] = nil }
            waiting[ticket.transfer] = nil
            begin(ticket.transfer, origin)
            next.append(ticket.transfer)
        }
        return next
    }

    /// Moves a waiting transfer to the place of another priority.
    mutating func change(_ transfer: UInt64, priority: Int) {
        guard let (origin, ticket) = waiting[transfer], ticket.priority != priority else { return }
        _ = leave(transfer)
        insert(Ticket(transfer: transfer, priority: priority, rank: ticket.rank), origin)
    }

    private var hasRoom: Bool { running.count < max(1, limits.total ?? .max) }

    private func hasRoom(at origin: Origin?) -> Bool {
        (runningAt[origin] ?? 0) < max(1, limits.perOrigin ?? .max)
    }

    private mutating func begin(_ transfer: UInt64, _ origin: Origin?) {
        running[transfer] = .some(origin)
        runningAt[origin, default: 0] += 1
    }

    /// The origin with free capacity whose first ticket goes next.
    private var bestOrigin: (origin: Origin?, ticket: Ticket)? {
        var best: (origin: Origin?, ticket: Ticket)?
        for (origin, line) in lines where hasRoom(at: origin) {
            guard let ticket = line.last else { continue }
            if best.map({ ticket.goes(before: $0.ticket) }) ?? true { best = (origin, ticket) }
        }
        return best
    }

    private mutating func insert(_ ticket: Ticket, _ origin: Origin?) {
        waiting[ticket.transfer] = (origin, ticket)
        let place = place(of: ticket, in: lines[origin] ?? [])
        lines[origin, default: []].insert(ticket, at: place)
    }

    private func place(of ticket: Ticket, in line: [Ticket]) -> Int {
        var (low, high) = (0, line.count)
        while low < high {
            let middle = (low + high) / 2
            if ticket.goes(before: line[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TransferLimits {
    var areUnlimited: Bool { total == nil && perOrigin == nil }
}
