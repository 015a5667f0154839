public import FoundationEssentials

extension TrustPolicy {
    /// How a session learns that a certificate was revoked before its end.
    ///
    /// The session itself never contacts an authority. `revocationChecks` of the connection in the metrics reports
    /// each decision about an accepted server; the error reports the one that refuses it.
    public struct Revocation: Sendable, Hashable {
        /// The files with certificate revocation lists, in PEM or DER; the URLs are from `URL(filePath:)`.
        ///
        /// With files, each server needs a current list of its certificate's issuer. A missing, expired or
        /// wrongly signed list is an error. The files are read as those of ``TrustPolicy/Authorities``, and
        /// replaced files take effect within a minute. The default is empty: no lists are used.
        public var lists: [URL]
        /// Whether the lists must cover the intermediate authorities, too.
        ///
        /// The default is `false`: only the server's own certificate is looked up.
        public var checksWholeChain: Bool
        /// The use of the stapled OCSP response of a server (RFC 6066, section 8).
        ///
        /// The default is ``Stapling/automatic``.
        public var stapling: Stapling

        /// Creates rules with the defaults.
        public init(
            lists: [URL] = [], checksWholeChain: Bool = false, stapling: Stapling = .automatic
        ) {
            self.lists = lists
            self.checksWholeChain = checksWholeChain
            self.stapling = stapling
        }

        /// The use of a stapled response.
        public enum Stapling: Sendable, Hashable {
            /// A server is refused if the response says that its certificate is revoked.
            ///
            /// A valid response is required if the certificate has the TLS feature extension
            /// (RFC 7633, "must-staple"). Otherwise a missing or invalid response is reported and ignored.
            case automatic
            /// Each server must staple a valid response.
            case required
            /// The session does not ask for a response.
            case none
        }
    }
}
