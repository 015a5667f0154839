import CCurl
import Dispatch
import Glibc

/// Name lookups for transfers whose host does not respond at libcurl's address.
///
/// libcurl does not report the other addresses that it has resolved. Used by the loop's thread only.
/// Transfers with the same query share one lookup.
final class HostLookups {
    struct Query: Hashable, Sendable {
        let host: String
        let port: UInt16
        /// `AF_INET`, `AF_INET6`, or `AF_UNSPEC` for both.
        let family: Int32
    }

    struct Result: Sendable {
        let query: Query
        let addresses: [SocketAddress]
    }

    private var waiting: [Query: [UInt64]] = [:]
    private let queue = DispatchQueue(label: "posthorn.addresses", attributes: .concurrent)

    /// The maximum number of concurrent lookups; each blocks a thread.
    private static let maximumQueries = 8

    func lookUp(
        _ query: Query, for transfer: UInt64, _ completion: @escaping @Sendable (Result) -> Void
    ) -> Bool {
        if waiting[query] != nil {
            waiting[query]?.append(transfer)
            return true
        }
        guard waiting.count < Self.maximumQueries else { return false }
        waiting[query] = [transfer]
        queue.async { completion(Result(query: query, addresses: Self.addresses(query))) }
        return true
    }

    func take(_ query: Query) -> [UInt64] { waiting.removeValue(forKey: query) ?? [] }

    private static func addresses(_ query: Query) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = query.family
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(query.host, String(query.port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr.flatMap({ SocketAddress($0) }), !found.contains(address)
            {
                found.append(address)
            }
            next = entry.ai_next
        }
        return found
    }
}
