import CCurl
import Posthorn

/// The multi handles of a session.
///
/// libcurl looks through the connections to an origin for an idle one with each transfer that begins,
/// and through all of a multi handle with each that ends. Beside ten thousand transfers that wait for
/// their responses that is many times the work of a small request; so a handle has room for some
/// transfers only, and the next ones go to another.
///
/// Touched by the loop's thread alone.
final class MultiHandles {
    /// How many transfers without TLS a handle has: few in the first ones,
    /// for speed; more in those of sessions with very many, as a handle takes 46 KiB.
    private static func room(at place: Int) -> Int { place < 32 ? 32 : 128 }
    /// How many with TLS: they may share connections, and libcurl reads the authorities once for each
    /// handle, which takes milliseconds.
    private static let roomWithTLS = 1000
    /// How many streams one HTTP/2 connection carries, whatever the server allows.
    static let mostStreams = 1000

    private let connections: Connections
    /// How many connections may be idle, and for how many seconds.
    private let idleConnections: Int
    private let idleTime: Int
    /// Made as they are needed; one that has been empty for a while is closed, and keeps its place.
    @exclusivity(unchecked) private var handles: [MultiHandle]
    /// How many transfers have not ended, as far as libcurl has said.
    @exclusivity(unchecked) var running = 0
    /// No handle before this one has room.
    @exclusivity(unchecked) private var firstWithRoom = 0
    /// Those whose timers may have to run at once.
    @exclusivity(unchecked) private var due: [MultiHandle] = []
    /// No timer of another handle has to run before; `nil` if none has to.
    @exclusivity(unchecked) private(set) var deadline: MonotonicTime?
    /// Until when no handle is looked at for being empty.
    private var nextSweep = MonotonicTime.due

    init(_ connections: Connections, _ configuration: SessionConfiguration) {
        self.connections = connections
        idleConnections = configuration.idleConnections
        idleTime = configuration.wholeIdleTime
        handles = []
    }

    var watches: Watches { connections.watches }

    /// The first handle with room for a transfer: its origin's idle connections are there, unless
    /// more transfers were in flight than now.
    func handle(isSecure: Bool) -> MultiHandle {
        if handles.count > 1 { sweep() }
        if isSecure {
            if let handle = handles.first(where: { $0.transfers < Self.roomWithTLS }) {
                return handle
            }
            firstWithRoom = handles.count
        }
        while firstWithRoom < handles.count {
            let handle = handles[firstWithRoom]
            if handle.transfers < Self.room(at: firstWithRoom) { return handle }
            firstWithRoom += 1
        }
        let handle = MultiHandle(handles.count, of: self)
        handles.append(handle)
        return handle
    }

    /// The handle that wants to know of a socket that has something to tell.
    func handle(for socket: Int32) -> MultiHandle? {
        watches.handle(for: socket).map { handles[Int($0)] }
    }

    func left(_ handle: MultiHandle) {
        firstWithRoom = min(firstWithRoom, handle.place)
        guard handle.transfers == 0, handle.place > 0 else { return }
        if hasRoomForIdle {
            handle.closingTime = .after(milliseconds: idleTime * 1000)
        } else {
            handle.close()
        }
    }

    /// Whether a connection that becomes idle is kept, or one is closed for it.
    ///
    /// libcurl's own limit counts those in use too, and would close each that comes back where many
    /// transfers run.
    var hasRoomForIdle: Bool { connections.count - running < idleConnections }

    /// Has a handle's timers run at a time.
    func wake(_ handle: MultiHandle, at time: MonotonicTime) {
        if time != .due {
            deadline = deadline.map { min($0, time) } ?? time
        } else if !handle.isDue {
            handle.isDue = true
            due.append(handle)
        }
    }

    /// Takes the handles whose timers have to run, for the memory of an empty list.
    func takeDue(into list: inout [MultiHandle]) {
        if let deadline, deadline.hasCome { lookForDue() }
        guard !due.isEmpty else { return }
        swap(&due, &list)
        for handle in list { handle.isDue = false }
    }

    var hasDue: Bool { !due.isEmpty }

    private func lookForDue() {
        let now = MonotonicTime.now
        deadline = nil
        for handle in handles {
            guard let time = handle.deadline else { continue }
            wake(handle, at: time <= now ? .due : time)
        }
    }

    /// Closes the connections of handles that have had no transfer for as long as a connection may
    /// be idle; libcurl looks for those that have ended only where a transfer begins.
    private func sweep() {
        guard nextSweep.hasCome else { return }
        nextSweep = .after(milliseconds: 1000)
        for handle in handles[1...] where handle.isOpen && handle.transfers == 0 {
            if handle.closingTime.hasCome { handle.close() }
        }
    }

    func close() {
        for handle in handles { handle.close() }
    }
}
