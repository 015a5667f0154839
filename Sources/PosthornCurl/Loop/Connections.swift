import Glibc

/// What a session knows of its open connections, by descriptor. Touched by the loop's thread alone.
final class Connections {
    private struct Connection {
        var hasCarriedRequest = false
        var isMultiplexed = false
    }

    private var open: [Int32: Connection] = [:]

    func opened(_ socket: Int32) { open[socket] = Connection() }

    func closed(_ socket: Int32) { open[socket] = nil }

    /// Notes that a request is about to be sent. `false` if the connection has something to read
    /// though nobody asked it anything: an answer that would be taken for this request's, or its
    /// end.
    ///
    /// Over HTTP/2 the server may speak at any time, and an answer names its stream.
    func mayCarryRequest(_ socket: Int32) -> Bool {
        guard let connection = open[socket] else { return true }
        open[socket]?.hasCarriedRequest = true
        guard connection.hasCarriedRequest, !connection.isMultiplexed else { return true }
        var probe = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&probe, 1, 0) == 0
    }

    func isMultiplexed(_ socket: Int32) { open[socket]?.isMultiplexed = true }
}
