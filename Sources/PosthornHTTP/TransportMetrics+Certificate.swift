public import FoundationEssentials

extension TransportMetrics {
    /// A certificate of a server's chain.
    public struct Certificate: Sendable, Hashable {
        /// The subject, such as `CN=api.example.org,O=Example` (RFC 4514).
        public var subject: String
        /// The issuer, in the same form.
        public var issuer: String
        /// The start of the validity period.
        public var validFrom: Date
        /// The end of the validity period.
        public var validUntil: Date
        /// The pin of the public key.
        public var publicKeyPin: Pin
        /// The whole certificate in DER.
        public var bytes: Data

        /// Creates a description of a certificate.
        public init(
            subject: String, issuer: String, validFrom: Date, validUntil: Date,
            publicKeyPin: Pin, bytes: Data
        ) {
            self.subject = subject
            self.issuer = issuer
            self.validFrom = validFrom
            self.validUntil = validUntil
            self.publicKeyPin = publicKeyPin
            self.bytes = bytes
        }
    }

    /// Certificates that are parsed on first access, because few callers need them.
    package final class CertificateChain: Sendable, Hashable {
        private let bytes: [Data]
        private let read: @Sendable (Data) -> Certificate?
        private let known = Locked<[Certificate]?>(nil)

        package init(_ bytes: [Data], read: @escaping @Sendable (Data) -> Certificate?) {
            self.bytes = bytes
            self.read = read
        }

        package convenience init(_ certificates: [Certificate]) {
            self.init(certificates.map(\.bytes)) { _ in nil }
            known.withLock { $0 = certificates }
        }

        package var certificates: [Certificate] {
            if let known = known.withLock({ $0 }) { return known }
            let certificates = bytes.compactMap(read)
            known.withLock { $0 = certificates }
            return certificates
        }

        package static func == (one: CertificateChain, other: CertificateChain) -> Bool {
            one === other || one.bytes == other.bytes
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }
}
