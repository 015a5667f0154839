import Posthorn

/// A server's certificate about which somebody has to be asked.
final class TrustQuestion: Sendable {
    /// What a response holds for: a host, its certificates, and what is wrong with them.
    struct Key: Hashable, Sendable {
        private let host: String
        private let chain: [UInt8]
        private let failure: String?

        /// `nil` with another TLS library.
        init?(_ trust: ServerTrust) {
            // Certificates say their length themselves, so that no two chains are the same bytes.
            guard let chain = Digest.bytes(of: trust.chain.flatMap { $0 }) else { return nil }
            host = trust.host
            self.chain = chain
            failure = trust.failure?.message
        }
    }

    let key: Key
    let trust: ServerTrust

    init(_ key: Key, _ trust: ServerTrust) {
        self.key = key
        self.trust = trust
    }
}

/// What was answered, on its way to the loop.
struct TrustAnswer: Sendable {
    let question: TrustQuestion
    let disposition: TrustDisposition
    /// The transfer whose task was asked; `nil` if the session's hook was, for all.
    let transfer: UInt64?
}
