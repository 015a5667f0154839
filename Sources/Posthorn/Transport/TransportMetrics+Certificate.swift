public import FoundationEssentials

extension TransportMetrics {
    /// A certificate of a server's chain.
    public struct Certificate: Sendable, Hashable {
        /// Whom it is for, such as `CN=api.example.org,O=Example` (RFC 4514).
        public var subject: String
        /// Who vouches for that, in the same form.
        public var issuer: String
        /// From when on it is valid.
        public var validFrom: Date
        /// Until when it is valid.
        public var validUntil: Date
        /// The pin of its key: `sha256/` and, in Base64, the SHA-256 of its SubjectPublicKeyInfo.
        public var publicKeyPin: String
        /// All of it, in DER.
        public var bytes: Data

        /// Creates a description.
        public init(
            subject: String, issuer: String, validFrom: Date, validUntil: Date,
            publicKeyPin: String, bytes: Data
        ) {
            self.subject = subject
            self.issuer = issuer
            self.validFrom = validFrom
            self.validUntil = validUntil
            self.publicKeyPin = publicKeyPin
            self.bytes = bytes
        }
    }

    /// Certificates that are read when somebody looks at them, which few do.
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
