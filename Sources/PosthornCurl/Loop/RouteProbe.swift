import Glibc
import PosthornHTTP

/// Tells which connections belong to a network that the machine has left.
struct RouteProbe {
    enum Verdict {
        /// A new connection to the same place would use the same local address.
        case current
        /// A new connection would use another one, none could be opened, or the network was interrupted.
        case outdated
        /// The machine no longer has the local address.
        case lost
    }

    let change: NetworkChange
    /// Whether connections start from an address that the session's configuration names.
    let hasLocalInterface: Bool
    /// The local addresses of new connections, by remote address; `nil` if there is no route.
    private var sources: [SocketAddress: String?] = [:]

    init(_ change: NetworkChange, hasLocalInterface: Bool) {
        (self.change, self.hasLocalInterface) = (change, hasLocalInterface)
    }

    mutating func verdict(on socket: Int32) -> Verdict {
        guard let local = SocketProbe.localEnd(of: socket)?.address else { return .current }
        if change.lostAddresses.contains(local) { return .lost }
        if change.interruptedAddresses.contains(local) { return .outdated }
        guard !hasLocalInterface, let remote = SocketProbe.remoteAddress(of: socket) else {
            return .current
        }
        if sources[remote] == nil { sources[remote] = .some(Self.source(to: remote)) }
        return sources[remote] == .some(local) ? .current : .outdated
    }

    /// Asks the kernel for the local address of a new connection; sends nothing.
    private static func source(to remote: SocketAddress) -> String? {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(remote.family, type, 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        return remote.connect(socket) == nil ? SocketProbe.localEnd(of: socket)?.address : nil
    }
}
