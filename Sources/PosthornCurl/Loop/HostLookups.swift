import CCurl
import Dispatch
import Glibc

/// Name lookups for transfers whose host does not respond at libcurl's address.
///
/// libcurl does not report the other addresses that it has resolved. Used by the loop's thread only.
/// Transfers with the same question share one lookup.
final class HostLookups {
    struct Question: Hashable, Sendable {
        let host: String
        let port: UInt16
        /// `AF_INET`, `AF_INET6`, or `AF_UNSPEC` for both.
        let family: Int32
    }

    /// The result of a lookup.
    struct Answer: Sendable {
        let question: Question
        let addresses: [SocketAddress]
    }

    private var waiting: [Question: [UInt64]] = [:]
    private let queue = DispatchQueue(label: "posthorn.addresses", attributes: .concurrent)

    /// The maximum number of concurrent lookups; each blocks a thread.
    private static let mostQuestions = 8

    /// Starts or joins a lookup for a transfer; returns `false` if too many are running.
    func ask(
        _ question: Question, for transfer: UInt64, _ tell: @escaping @Sendable (Answer) -> Void
    ) -> Bool {
        if waiting[question] != nil {
            waiting[question]?.append(transfer)
            return true
        }
        guard waiting.count < Self.mostQuestions else { return false }
        waiting[question] = [transfer]
        queue.async { tell(Answer(question: question, addresses: Self.addresses(question))) }
        return true
    }

    /// Removes and returns the transfers that wait for a lookup.
    func take(_ question: Question) -> [UInt64] {
        waiting.removeValue(forKey: question) ?? []
    }

    private static func addresses(_ question: Question) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = question.family
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(question.host, String(question.port), &hints, &list) == 0 else {
            return []
        }
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
