import CCurl
import Glibc

/// Which of libcurl's sockets are watched for what.
///
/// Touched by the loop's thread alone. A connection stays in the event queue when libcurl wants
/// nothing of it: the next request will, and to take it out and put it in again are two system
/// calls. It is taken out when it has something to tell that nobody wants to know.
final class Watches {
    private struct Watch {
        /// What the queue watches for; 0 if it does not know the socket.
        var watched: UInt32 = 0
        /// What libcurl wants.
        var wanted: UInt32 = 0
        /// The place of the multi handle that wants it.
        var handle: Int32 = 0
        /// How many looks there had been when libcurl last wanted nothing more of it.
        var restsSince: UInt32 = 0
        /// Whether we are told when it is closed: only then may it stay.
        var isConnection = false
        /// The transfer that it was opened for, until it is known to be connected.
        var opener: UInt64?
    }

    private let poller: Poller
    /// By descriptor.
    @exclusivity(unchecked) private var watches: [Watch] = []
    /// The transfers that have lost a socket which was not known to be connected.
    @exclusivity(unchecked) private var dropped: [UInt64] = []
    /// How often the queue was asked.
    @exclusivity(unchecked) private var looks: UInt32 = 0
    /// Whether what it said last is news.
    @exclusivity(unchecked) private var isNews = false

    init(_ poller: Poller) { self.poller = poller }

    /// A connection's socket was made for a transfer.
    func opened(_ socket: Int32, for opener: UInt64) {
        reserve(socket)
        let old = watches[Int(socket)]
        watches[Int(socket)] = Watch(isConnection: true, opener: opener)
        // libcurl has closed one of the same number without a word, opened this one in the same breath,
        // and takes it for the one that we watch.
        if old.wanted != 0 { want(old.wanted, of: socket, for: old.handle) }
    }

    /// A socket is known to be connected.
    func connected(_ socket: Int32) { watches[Int(socket)].opener = nil }

    /// Takes the transfers that have lost a socket before it was known to be connected.
    func takeDropped() -> [UInt64] {
        guard !dropped.isEmpty else { return [] }
        defer { dropped.removeAll() }
        return dropped
    }

    /// Another socket has got the number of one, as which it is watched from now on.
    func replace(_ socket: Int32, _ change: () -> Void) {
        forget(socket)
        change()
        let watch = watches[Int(socket)]
        if watch.wanted != 0 { want(watch.wanted, of: socket, for: watch.handle) }
    }

    /// It is closed already, and its number may be another's.
    func gone(_ socket: Int32) {
        if socket < watches.count { watches[Int(socket)] = Watch() }
    }

    /// It is about to be closed.
    ///
    /// The queue would not forget it by itself while another process has it too, after a fork.
    func closed(_ socket: Int32) {
        guard socket < watches.count else { return }
        forget(socket)
        watches[Int(socket)] = Watch()
    }

    /// Notes what the multi handle of a place wants of a socket; 0 for nothing.
    func want(_ events: UInt32, of socket: Int32, for handle: Int32) {
        reserve(socket)
        let watch = watches[Int(socket)]
        watches[Int(socket)].wanted = events
        watches[Int(socket)].handle = handle
        if events == 0 {
            watches[Int(socket)].restsSince = looks
            if let opener = watch.opener { dropped.append(opener) }
            if !watch.isConnection { forget(socket) }
        } else if events != watch.watched {
            _ = poller.watch(socket, events, isNew: watch.watched == 0)
            watches[Int(socket)].watched = events
        }
    }

    /// Asks the queue, and waits for events at most so many milliseconds; negative waits for ever.
    ///
    /// What comes on a connection that nobody waits for is noted here and told nobody: it has ended, or
    /// speaks unasked.
    func look(_ milliseconds: Int32, into events: inout [epoll_event]) -> Int {
        let count = poller.wait(milliseconds, into: &events)
        // With more to tell than there is room for, silence means nothing.
        isNews = count < events.count
        if isNews { looks &+= 1 }
        for place in 0..<count {
            let socket = Int(events[place].data.fd)
            guard socket < watches.count, watches[socket].isConnection,
                watches[socket].wanted == 0
            else { continue }
            forget(Int32(socket))
            events[place].data.fd = Self.nobody
        }
        return count
    }

    /// In place of the descriptor of an event that nobody wants to know.
    static let nobody: Int32 = -1

    /// What the last look said is no news any more: what begins later asks for itself.
    func endNews() { isNews = false }

    /// Whether a look that is news has said nothing of a connection, no bytes and no end, of which libcurl
    /// had wanted nothing more before it.
    ///
    /// Saves asking the system about each connection before it is used again.
    func isKnownQuiet(_ socket: Int32) -> Bool {
        guard isNews else { return false }
        let watch = watches[Int(socket)]
        return watch.wanted == 0 && watch.watched & EPOLLIN.rawValue != 0
            && watch.restsSince != looks
    }

    /// The place of the handle that wants to know of a socket that has something to tell.
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
