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
        /// Whether we are told when it is closed: only then may it stay.
        var isConnection = false
    }

    private let poller: Poller
    /// By descriptor.
    @exclusivity(unchecked) private var watches: [Watch] = []

    init(_ poller: Poller) { self.poller = poller }

    /// A connection's socket was made.
    func opened(_ socket: Int32) {
        reserve(socket)
        watches[Int(socket)] = Watch(isConnection: true)
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
            if !watch.isConnection { forget(socket) }
        } else if events != watch.watched {
            _ = poller.watch(socket, events, isNew: watch.watched == 0)
            watches[Int(socket)].watched = events
        }
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
