import CCurl
import Glibc

extension MultiDriver {
    /// Tells libcurl where its sockets and timers are looked after, and how many connections it
    /// keeps.
    func installCallbacks(_ multi: UnsafeMutableRawPointer?, idleConnections: Int) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        posthorn_multi_setopt_pointer(multi, CURLMOPT_SOCKETDATA, context)
        posthorn_multi_setopt_socket_callback(multi) { _, socket, what, context, _ in
            MultiDriver.from(context)?.watch(socket, what)
            return 0
        }
        posthorn_multi_setopt_pointer(multi, CURLMOPT_TIMERDATA, context)
        posthorn_multi_setopt_timer_callback(multi) { _, milliseconds, context in
            MultiDriver.from(context)?.deadline =
                milliseconds < 0 ? nil : .after(milliseconds: milliseconds)
            return 0
        }
        // Left alone, the number follows the transfers of the moment: every lull closes connections
        // that the next burst needs.
        posthorn_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, max(1, idleConnections))
        posthorn_multi_setopt_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MultiDriver? {
        context.map { Unmanaged<MultiDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        var events: UInt32 = 0
        if what != CURL_POLL_REMOVE {
            if what & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
            if what & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
        }
        context.connections.watches.want(events, of: socket)
    }
}
