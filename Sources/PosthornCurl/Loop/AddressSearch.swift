import Posthorn

/// A transfer's search for an address of its host that answers, while libcurl waits for one that does
/// not (RFC 8305).
///
/// Touched by the loop's thread alone.
final class AddressSearch {
    /// The sockets that libcurl has opened for the transfer.
    private(set) var opened: [Connection] = []
    /// The addresses that were called, by libcurl or by us.
    private(set) var called: [SocketAddress] = []
    /// The addresses of the host that may be called yet, in their order; `nil` before the name
    /// service has said them.
    var left: [SocketAddress]?
    /// The sockets with which we call.
    var calls: [Int32] = []
    /// The one of them that is connected, until libcurl has a socket for which it can stand in.
    var answered: Int32?
    /// When the search goes on, which the watchdog has too; `nil` while it waits for something
    /// else.
    var nextStep: ContinuousClock.Instant?
    /// Whether there is nothing more to be done.
    var isOver = false
    /// Whether it has been given a time to begin.
    var hasBegun = false

    /// How long libcurl's first address has to answer before others are looked for.
    ///
    /// libcurl itself calls the other family after 200 milliseconds: what it calls is not called twice.
    static let patience = Duration.milliseconds(225)
    /// How long each further one has before the next is called (RFC 8305, section 5).
    static let step = Duration.milliseconds(250)
    /// How many of our own calls there may be at a time.
    static let mostCalls = 8

    func note(_ connection: Connection, at address: SocketAddress) {
        opened.append(connection)
        called.append(address)
    }

    func nextAddress(where mayBeCalled: (SocketAddress) -> Bool) -> SocketAddress? {
        while let next = left?.first {
            left?.removeFirst()
            guard !called.contains(next), mayBeCalled(next) else { continue }
            called.append(next)
            return next
        }
        return nil
    }

    /// The socket of libcurl that waits for a response, if there is one.
    var waiting: Connection? { opened.last { $0.isStillOpen && $0.isConnecting } }

    /// Whether one of libcurl's is connected.
    var isConnected: Bool {
        opened.contains { $0.isStillOpen && SocketProbe.isConnected($0.socket) }
    }
}
