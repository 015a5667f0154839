/// A server's certificate about which a hook must decide.
final class TrustQuestion: Sendable {
    /// The scope of a decision: a host, its certificates, and their problems.
    struct Key: Hashable, Sendable {
        private let host: String
        private let chain: [UInt8]
        private let failure: String?

        /// Returns `nil` if the TLS library is not OpenSSL.
        init?(_ trust: ServerTrust) {
            // DER encodes each certificate's length, so that the joined bytes are unambiguous.
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

/// A hook's decision, on its way to the loop.
struct TrustDecision: Sendable {
    let question: TrustQuestion
    let disposition: ServerTrust.Disposition
    /// The transfer whose task was asked; `nil` if the session's hook was asked.
    let transfer: UInt64?
}
