import CCurl
import Glibc

/// An epoll descriptor.
///
/// `curl_multi_poll` checks every transfer in each iteration. epoll reports only those with events, which keeps a
/// busy transfer fast beside thousands of waiting ones.
final class Poller: Sendable {
    private let descriptor: Int32

    init() throws(TransportError) {
        descriptor = posthorn_epoll_descriptor()
        guard descriptor >= 0 else { throw .noDescriptor("the session's event queue") }
    }

    deinit { close(descriptor) }

    func watch(_ socket: Int32, _ events: UInt32, isNew: Bool) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.fd = socket
        let first = isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
        if epoll_ctl(descriptor, first, socket, &event) == 0 { return true }
        // A descriptor that was closed and reopened has left the epoll set.
        guard errno == EEXIST || errno == ENOENT else { return false }
        return epoll_ctl(descriptor, isNew ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) == 0
    }

    func forget(_ socket: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
    }

    /// Waits for events up to a number of milliseconds; a negative number means no limit.
    func wait(_ milliseconds: Int32, into events: inout [epoll_event]) -> Int {
        max(0, Int(epoll_wait(descriptor, &events, Int32(events.count), milliseconds)))
    }
}

extension TransportError {
    static func noDescriptor(_ purpose: String) -> TransportError {
        TransportError(
            .resource, "no descriptor for \(purpose): \(String(cString: strerror(errno)))",
            advice: "raise the limit on open files (ulimit -n)", isSafeToRetry: true)
    }
}
