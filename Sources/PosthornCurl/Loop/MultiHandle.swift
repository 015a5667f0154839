import CCurl
import Glibc

/// A multi handle of libcurl: some of a session's transfers, and their connections.
///
/// Used by the loop's thread only.
final class MultiHandle {
    /// `nil` while it has neither transfers nor connections.
    private var raw: UnsafeMutableRawPointer?
    /// The session's multi handles, which own this one; unmanaged to avoid reference counting.
    private let all: Unmanaged<MultiHandles>
    /// Its index among them.
    let place: Int
    private(set) var transfers = 0
    /// The number of running transfers, as last reported by libcurl.
    private var running = 0
    /// The time of libcurl's next timer; `nil` if none is set.
    private(set) var deadline: LoopInstant?
    /// Whether it is in the list of handles with expired timers.
    var isDue = false
    /// Whether libcurl processed it in this iteration.
    var isServed = false
    /// Whether libcurl keeps every idle connection.
    private(set) var keepsIdle = true
    private var maximumConnections = 0
    /// The time at which its connections are closed if it has no transfers.
    var closingTime = LoopInstant.due

    init(_ place: Int, of all: MultiHandles) {
        self.place = place
        self.all = .passUnretained(all)
    }

    func add(_ easy: EasyHandle) -> CURLMcode {
        if raw == nil {
            let code = open()
            guard code == CURLM_OK else {
                close()
                return code
            }
        }
        let code = curl_multi_add_handle(raw, easy.raw)
        guard code == CURLM_OK else { return code }
        transfers += 1
        note(running: running + 1)
        return code
    }

    func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(raw, easy.raw)
        transfers -= 1
        note(running: min(running, transfers))
        all._withUnsafeGuaranteedRef { $0.left(self) }
    }

    /// Lets libcurl process the events of a socket or its timers.
    func act(_ socket: Int32, _ actions: Int32) -> CURLMcode {
        if socket == CURL_SOCKET_TIMEOUT {
            // Processing a socket's events also runs expired timers.
            guard let deadline, deadline.hasPassed else { return CURLM_OK }
            self.deadline = nil
        }
        keep(idle: all._withUnsafeGuaranteedRef { $0.hasRoomForIdle })
        var running: Int32 = 0
        let code = curl_multi_socket_action(raw, socket, actions, &running)
        note(running: Int(running))
        return code
    }

    private func note(running count: Int) {
        all._withUnsafeGuaranteedRef { $0.running += count - running }
        running = count
    }

    /// Sets whether libcurl keeps each idle connection, or closes the least recently used one.
    ///
    /// It always keeps at least one.
    private func keep(idle: Bool) {
        keepsIdle = idle
        // Those that were ended by this package stay open until libcurl looks for one, or has too many.
        let limit =
            !idle ? 1 : all._withUnsafeGuaranteedRef { $0.endsConnections } ? transfers + 16 : .max
        guard limit != maximumConnections else { return }
        maximumConnections = limit
        posthorn_multi_setopt_long(raw, CURLMOPT_MAXCONNECTS, min(limit, Int(Int32.max)))
    }

    func nextMessage() -> CURLMsg? {
        var left: Int32 = 0
        return curl_multi_info_read(raw, &left)?.pointee
    }

    /// Closes all connections; the next transfer opens the handle again.
    func close() {
        if let raw { curl_multi_cleanup(raw) }
        raw = nil
        deadline = nil
    }

    var isOpen: Bool { raw != nil }

    /// Creates libcurl's handle; without one of its callbacks it would never report anything.
    private func open() -> CURLMcode {
        raw = curl_multi_init()
        guard raw != nil else { return CURLM_OUT_OF_MEMORY }
        maximumConnections = 0
        keep(idle: true)
        posthorn_multi_setopt_long(
            raw, CURLMOPT_MAX_CONCURRENT_STREAMS, MultiHandles.maximumStreams)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            posthorn_multi_setopt_pointer(raw, CURLMOPT_SOCKETDATA, context),
            posthorn_multi_setopt_pointer(raw, CURLMOPT_TIMERDATA, context),
            setSocketCallback(), setTimerCallback(),
        ]
        return codes.first { $0 != CURLM_OK } ?? CURLM_OK
    }

    private func setSocketCallback() -> CURLMcode {
        posthorn_multi_setopt_socket_callback(raw) { easy, socket, what, context, _ in
            if what & CURL_POLL_IN == 0, let easy {
                EasyHandle.of(easy)?.transfer?.noteEndOfReading()
            }
            MultiHandle.with(context) { $0.watch(socket, what) }
            return 0
        }
    }

    private func setTimerCallback() -> CURLMcode {
        posthorn_multi_setopt_timer_callback(raw) { _, milliseconds, context in
            MultiHandle.with(context) { $0.wake(afterMilliseconds: milliseconds) }
            return 0
        }
    }

    /// Calls a closure with the handle of a callback, without reference counting.
    private static func with(_ context: UnsafeMutableRawPointer?, _ body: (MultiHandle) -> Void) {
        guard let context else { return }
        Unmanaged<MultiHandle>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        // Neither flag is part of the value that removes a socket.
        var events: UInt32 = 0
        if what & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
        all._withUnsafeGuaranteedRef { $0.watches.want(events, of: socket, for: Int32(place)) }
    }

    private func wake(afterMilliseconds milliseconds: Int) {
        guard milliseconds >= 0 else {
            deadline = nil
            return
        }
        let time: LoopInstant = milliseconds == 0 ? .due : .after(milliseconds: milliseconds)
        deadline = time
        all._withUnsafeGuaranteedRef { $0.wake(self, at: time) }
    }
}
