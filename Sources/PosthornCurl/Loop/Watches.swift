import CCurl
import Glibc

/// The events that libcurl waits for on its sockets.
///
/// Used by the loop's thread only. An idle connection stays in the epoll set, because removing it and adding
/// it for the next request would cost two system calls. It is removed if it has an event while libcurl waits
/// for none.
final class Watches {
    private struct Watch {
        /// The events in the epoll set; 0 if the socket is not in it.
        var watched: UInt32 = 0
        /// The events that libcurl waits for.
        var wanted: UInt32 = 0
        /// The index of the multi handle that waits for them.
        var handle: Int32 = 0
        /// The number of polls when libcurl last stopped waiting.
        var idleSince: UInt32 = 0
        /// Whether libcurl reports the closing of the socket; only then may it stay in the set.
        var isConnection = false
        /// The transfer for which it was opened, until it is known to be connected.
        var opener: UInt64?
    }

    private let poller: Poller
    private var watches: [Watch] = []
    /// The transfers that lost a socket that was not known to be connected.
    private var dropped: [UInt64] = []
    private var polls: UInt32 = 0
    /// Whether the last poll's result is recent and complete.
    private var isPollRecent = false

    init(_ poller: Poller) { self.poller = poller }

    /// Adds a socket that libcurl opened for a transfer.
    func opened(_ socket: Int32, for opener: UInt64) {
        reserve(socket)
        let old = watches[Int(socket)]
        watches[Int(socket)] = Watch(isConnection: true, opener: opener)
        // libcurl closed a socket of the same number without a notification, opened this one, and takes it
        // for the watched one.
        if old.wanted != 0 { want(old.wanted, of: socket, for: old.handle) }
    }

    func connected(_ socket: Int32) { watches[Int(socket)].opener = nil }

    /// Takes the transfers that lost a socket before it was known to be connected.
    func takeDropped() -> [UInt64] {
        guard !dropped.isEmpty else { return [] }
        defer { dropped.removeAll() }
        return dropped
    }

    func replace(_ socket: Int32, _ change: () -> Void) {
        forget(socket)
        change()
        let watch = watches[Int(socket)]
        if watch.wanted != 0 { want(watch.wanted, of: socket, for: watch.handle) }
    }

    /// Removes a socket that is already closed; its number may be in use again.
    func removeClosed(_ socket: Int32) {
        if socket < watches.count { watches[Int(socket)] = Watch() }
    }

    /// Removes a socket that is about to be closed.
    ///
    /// After a fork, the epoll set would keep it as long as another process has it open.
    func closed(_ socket: Int32) {
        guard socket < watches.count else { return }
        forget(socket)
        watches[Int(socket)] = Watch()
    }

    /// Sets the events that a multi handle waits for on a socket; 0 for none.
    func want(_ events: UInt32, of socket: Int32, for handle: Int32) {
        reserve(socket)
        let watch = watches[Int(socket)]
        watches[Int(socket)].wanted = events
        watches[Int(socket)].handle = handle
        if events == 0 {
            watches[Int(socket)].idleSince = polls
            if let opener = watch.opener { dropped.append(opener) }
            if !watch.isConnection { forget(socket) }
        } else if events != watch.watched {
            // Without memory in the kernel, the next change of the wanted events tries again.
            if poller.watch(socket, events, isNew: watch.watched == 0) {
                watches[Int(socket)].watched = events
            }
        }
    }

    /// Polls for events up to a number of milliseconds; a negative number means no limit.
    ///
    /// Events on idle connections are recorded but not reported: the connection was closed, or has
    /// unsolicited data.
    func poll(_ milliseconds: Int32, into events: inout [epoll_event]) -> Int {
        let count = poller.wait(milliseconds, into: &events)
        // If the array is full, a missing event means nothing.
        isPollRecent = count < events.count
        if isPollRecent { polls &+= 1 }
        for place in 0..<count {
            let socket = Int(events[place].data.fd)
            guard socket < watches.count, watches[socket].isConnection,
                watches[socket].wanted == 0
            else { continue }
            forget(Int32(socket))
            events[place].data.fd = Self.ignored
        }
        return count
    }

    /// Replaces the descriptor of an event that is not reported.
    static let ignored: Int32 = -1

    /// Marks the last poll's result as outdated; connections used later are checked individually.
    func expirePoll() { isPollRecent = false }

    /// Whether a recent poll shows that an idle connection has neither data nor an end.
    ///
    /// The connection must have been idle before the poll. This saves a system call for each reuse of a
    /// connection.
    func isKnownQuiet(_ socket: Int32) -> Bool {
        guard isPollRecent else { return false }
        let watch = watches[Int(socket)]
        return watch.wanted == 0 && watch.watched & EPOLLIN.rawValue != 0
            && watch.idleSince != polls
    }

    func handle(for socket: Int32) -> Int32? {
        guard socket < watches.count else { return nil }
        if watches[Int(socket)].wanted != 0 { return watches[Int(socket)].handle }
        forget(socket)
        return nil
    }

    private func forget(_ socket: Int32) {
        guard watches[Int(socket)].watched != 0 else { return }
        poller.forget(socket)
        watches[Int(socket)].watched = 0
    }

    private func reserve(_ socket: Int32) {
        let missing = Int(socket) + 1 - watches.count
        if missing > 0 {
            watches += repeatElement(Watch(), count: max(missing, watches.count))
        }
    }
}
