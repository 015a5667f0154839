import CCurl
import Dispatch
import Glibc

/// Questions to the system's name service, for transfers whose host does not answer at the address that
/// libcurl calls: libcurl does not tell what other addresses it knows.
///
/// Touched by the loop's thread alone. A question that several transfers have is asked once.
final class HostLookups {
    struct Question: Hashable, Sendable {
        let host: String
        let port: UInt16
        /// `AF_UNSPEC` for addresses of both families.
        let family: Int32
    }

    /// What the name service said.
    struct Answer: Sendable {
        let question: Question
        let addresses: [SocketAddress]
    }

    private var waiting: [Question: [UInt64]] = [:]
    private let queue = DispatchQueue(label: "posthorn.addresses", attributes: .concurrent)

    /// How many questions may be open: each holds a thread until the name service speaks.
    private static let mostQuestions = 8

    /// Asks for a transfer; `false` if too many questions are open.
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

    /// Takes the transfers that wait for a response.
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
