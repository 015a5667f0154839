extension TransportMetrics {
    /// A decision about the revocation of a server's certificate.
    public struct RevocationCheck: Sendable, Hashable {
        /// The status of the certificate.
        public enum Status: String, Sendable, Hashable {
            /// The authority has not revoked it.
            case good
            /// The authority has revoked it, so that the connection is refused.
            case revoked
            /// The status could not be determined, and the policy does not require it.
            case unknown
        }

        /// The status of the certificate.
        public var status: Status
        /// Whether the status comes from an OCSP response that the server has stapled (RFC 6066, section 8).
        ///
        /// Otherwise it comes from a certificate revocation list (RFC 5280, section 5).
        public var isStapled: Bool
        /// Why the status is unknown; empty otherwise.
        public var reason: String

        /// Creates a description of a check.
        public init(_ status: Status, isStapled: Bool, reason: String = "") {
            self.status = status
            self.isStapled = isStapled
            self.reason = reason
        }
    }
}
