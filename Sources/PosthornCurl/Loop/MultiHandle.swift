import CCurl
import Glibc

/// A multi handle of libcurl: some of a session's transfers, and the connections that carry them.
///
/// Touched by the loop's thread alone.
final class MultiHandle {
    /// `nil` while it has neither transfers nor connections.
    private var raw: UnsafeMutableRawPointer?
    /// The session's, which have this one, and are not held each time that they are told something.
    private let all: Unmanaged<MultiHandles>
    /// Which of them it is.
    let place: Int
    /// How many transfers libcurl has of it.
    @exclusivity(unchecked) private(set) var transfers = 0
    /// How many of them have not ended, as far as libcurl has said.
    @exclusivity(unchecked) private var running = 0
    /// When libcurl wants its timers to run; `nil` for never.
    @exclusivity(unchecked) private(set) var deadline: MonotonicTime?
    /// Whether it is among those whose timers may have to run.
    @exclusivity(unchecked) var isDue = false
    /// Whether it is among those that libcurl was served with in this turn.
    @exclusivity(unchecked) var isServed = false
    /// Whether libcurl keeps every connection that becomes idle.
    @exclusivity(unchecked) private(set) var keepsIdle = true
    /// When its connections are to be closed, if it is empty.
    @exclusivity(unchecked) var closingTime = MonotonicTime.due

    init(_ place: Int, of all: MultiHandles) {
        self.place = place
        self.all = .passUnretained(all)
    }

    func add(_ easy: EasyHandle) -> CURLMcode {
        if raw == nil { open() }
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

    /// Lets libcurl do what it can on a socket, or what its timers want.
    func act(_ socket: Int32, _ actions: Int32) -> CURLMcode {
        if socket == CURL_SOCKET_TIMEOUT {
            // What runs of itself where there was something to do on a socket.
            guard let deadline, deadline.hasCome else { return CURLM_OK }
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

    /// Whether libcurl keeps each connection that becomes idle, or closes the one that has been so for
    /// longest; one it keeps in any case.
    private func keep(idle: Bool) {
        guard idle != keepsIdle else { return }
        keepsIdle = idle
        posthorn_multi_setopt_long(raw, CURLMOPT_MAXCONNECTS, idle ? Int(Int32.max) : 1)
    }

    /// What libcurl has to say, one message at a time.
    func nextMessage() -> CURLMsg? {
        var left: Int32 = 0
        return curl_multi_info_read(raw, &left)?.pointee
    }

    /// Closes its connections; the next transfer opens it again.
    func close() {
        curl_multi_cleanup(raw)
        raw = nil
        deadline = nil
    }

    var isOpen: Bool { raw != nil }

    private func open() {
        raw = curl_multi_init()
        keepsIdle = false
        keep(idle: true)
        posthorn_multi_setopt_long(raw, CURLMOPT_MAX_CONCURRENT_STREAMS, MultiHandles.mostStreams)
        let context = Unmanaged.passUnretained(self).toOpaque()
        posthorn_multi_setopt_pointer(raw, CURLMOPT_SOCKETDATA, context)
        posthorn_multi_setopt_socket_callback(raw) { easy, socket, what, context, _ in
            if what & CURL_POLL_IN == 0, let easy {
                EasyHandle.of(easy)?.transfer?.noteEndOfReading()
            }
            MultiHandle.with(context) { $0.watch(socket, what) }
            return 0
        }
        posthorn_multi_setopt_pointer(raw, CURLMOPT_TIMERDATA, context)
        posthorn_multi_setopt_timer_callback(raw) { _, milliseconds, context in
            MultiHandle.with(context) { $0.wake(afterMilliseconds: milliseconds) }
            return 0
        }
    }

    /// Has the handle of a callback do something that does not end it, and so without holding it.
    private static func with(_ context: UnsafeMutableRawPointer?, _ body: (MultiHandle) -> Void) {
        guard let context else { return }
        Unmanaged<MultiHandle>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        // Neither is a part of what removes a socket.
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
        let time = MonotonicTime.after(milliseconds: milliseconds)
        deadline = time
        all._withUnsafeGuaranteedRef { $0.wake(self, at: time) }
    }
}
