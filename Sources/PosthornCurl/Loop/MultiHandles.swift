/// The multi handles of a session.
///
/// With each transfer that starts, libcurl searches an origin's connections for an idle one, and with each
/// that ends, all connections of a multi handle. With ten thousand waiting transfers this costs far more than
/// a small request. Each multi handle therefore takes a limited number of transfers, and the session uses
/// several.
///
/// Used by the loop's thread only.
final class MultiHandles {
    /// The number of transfers without TLS that a handle takes.
    ///
    /// The first handles take few, for speed; later ones take more, because a handle needs 46 KiB.
    private static func room(at place: Int) -> Int { place < 32 ? 32 : 128 }
    /// The number of transfers with TLS that a handle takes.
    ///
    /// It is large because they may share connections, and libcurl reads the authorities once per handle,
    /// which takes milliseconds.
    private static let roomWithTLS = 1000
    /// The maximum number of streams on one HTTP/2 connection, even if the server allows more.
    static let maximumStreams = 1000

    private let connections: Connections
    /// The maximum number of idle connections, and their maximum idle time in seconds.
    private let idleConnections: Int
    private let idleTime: Int
    /// Whether this package ends connections after their transfers, and not libcurl.
    let endsConnections: Bool
    /// Created on demand; a handle that was empty for a while is closed but keeps its place.
    private var handles: [MultiHandle]
    /// The number of running transfers, as last reported by libcurl.
    var running = 0
    /// The index before which no handle has room.
    private var firstWithRoom = 0
    /// The handles whose timers may have expired.
    private var due: [MultiHandle] = []
    /// A lower bound of the other handles' timers; `nil` if none is set.
    private(set) var deadline: LoopInstant?
    private var nextSweep = LoopInstant.due

    init(_ connections: Connections, _ configuration: SessionConfiguration) {
        self.connections = connections
        idleConnections = configuration.idleConnections
        idleTime = configuration.wholeIdleTime
        endsConnections =
            configuration.needsConnectionPerRequest
            || Quirk.hiddenGoAway.isActive && configuration.idleConnections == 0
        handles = []
    }

    var watches: Watches { connections.watches }

    /// Returns the first handle with room for a transfer.
    ///
    /// It has the origin's idle connections, unless more transfers were running before.
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

    func handle(for socket: Int32) -> MultiHandle? {
        watches.handle(for: socket).map { handles[Int($0)] }
    }

    func left(_ handle: MultiHandle) {
        firstWithRoom = min(firstWithRoom, handle.place)
        guard handle.transfers == 0, handle.place > 0 else { return }
        if hasRoomForIdle, !endsConnections {
            handle.closingTime = LoopInstant.now + .seconds(idleTime)
        } else {
            handle.close()
        }
    }

    /// Whether another idle connection is kept; otherwise one is closed.
    ///
    /// libcurl's own limit includes connections in use, so that it would close each one that becomes idle
    /// while many transfers run.
    var hasRoomForIdle: Bool { endsConnections || connections.count - running < idleConnections }

    func wake(_ handle: MultiHandle, at time: LoopInstant) {
        if time != .due {
            deadline = deadline.map { min($0, time) } ?? time
        } else if !handle.isDue {
            handle.isDue = true
            due.append(handle)
        }
    }

    /// Takes the handles with expired timers and leaves an empty array with the given capacity.
    func takeDue(into list: inout [MultiHandle]) {
        if let deadline, deadline.hasPassed { collectDue() }
        guard !due.isEmpty else { return }
        swap(&due, &list)
        for handle in list { handle.isDue = false }
    }

    var hasDue: Bool { !due.isEmpty }

    private func collectDue() {
        let now = LoopInstant.now
        deadline = nil
        for handle in handles {
            guard let time = handle.deadline else { continue }
            wake(handle, at: time <= now ? .due : time)
        }
    }

    /// Closes the connections of handles that were empty for the maximum idle time.
    ///
    /// libcurl itself checks for expired connections only when a transfer starts.
    private func sweep() {
        guard nextSweep.hasPassed else { return }
        nextSweep = LoopInstant.now + .seconds(1)
        for handle in handles[1...] where handle.isOpen && handle.transfers == 0 {
            if handle.closingTime.hasPassed { handle.close() }
        }
    }

    func close() {
        for handle in handles { handle.close() }
    }
}
