/// A transfer's search for a reachable address of its host, in parallel to libcurl (RFC 8305).
///
/// Used by the loop's thread only.
final class AddressSearch {
    /// The sockets that libcurl has opened for the transfer.
    private(set) var opened: [Connection] = []
    /// The addresses that libcurl or this search has tried.
    private(set) var tried: [SocketAddress] = []
    var stage = Stage.new
    /// The sockets of the search's own attempts.
    var attempts: [Int32] = []
    /// The connected socket, until it can replace one of libcurl's.
    var connected: Int32?
    /// The time of the next step, which the watchdog also has; `nil` while the search waits otherwise.
    var nextStep: LoopInstant?

    /// The time for libcurl's first address to respond before the search starts.
    ///
    /// libcurl itself tries the other address family after 200 milliseconds; waiting longer avoids a second
    /// attempt at the same address.
    static let patience = Duration.milliseconds(225)
    /// The time between further attempts (RFC 8305, section 5).
    static let step = Duration.milliseconds(250)
    static let maximumAttempts = 8

    func note(_ connection: Connection, at address: SocketAddress) {
        opened.append(connection)
        tried.append(address)
    }

    func nextAddress(where isAllowed: (SocketAddress) -> Bool) -> SocketAddress? {
        while let next = stage.next() {
            guard !tried.contains(next), isAllowed(next) else { continue }
            tried.append(next)
            return next
        }
        return nil
    }

    /// libcurl's socket that is still connecting, if there is one.
    var waiting: Connection? { opened.last { $0.isStillOpen && $0.isConnecting } }

    /// Whether one of libcurl's sockets is connected.
    var isConnected: Bool {
        opened.contains { $0.isStillOpen && SocketProbe.isConnected($0.socket) }
    }
}

extension AddressSearch {
    enum Stage: Equatable {
        /// libcurl has opened a socket.
        case new
        /// libcurl's address has its time to respond; then the name is looked up.
        case waiting
        /// The addresses left to try, in order.
        case trying([SocketAddress])
        /// libcurl is connected, or has given up.
        case over

        /// Begins a new search; returns `false` if one had begun before.
        mutating func begin() -> Bool {
            guard self == .new else { return false }
            self = .waiting
            return true
        }

        /// Stores the addresses of the host; returns `false` unless the search waits for them.
        mutating func found(_ addresses: [SocketAddress]) -> Bool {
            guard self == .waiting else { return false }
            self = .trying(addresses)
            return true
        }

        mutating func next() -> SocketAddress? {
            guard case .trying(var addresses) = self, !addresses.isEmpty else { return nil }
            defer { self = .trying(addresses) }
            return addresses.removeFirst()
        }

        var hasNext: Bool { if case .trying(let left) = self { !left.isEmpty } else { false } }
    }
}
