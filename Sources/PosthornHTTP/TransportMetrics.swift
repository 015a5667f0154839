/// The times and byte counts of a transfer.
///
/// All times count from the start of their exchange; after redirects, that is the last exchange.
/// `CallEvent.elapsed` is the duration of a whole typed call.
public struct TransportMetrics: Sendable, Hashable {
    /// The time at which the host name was resolved.
    ///
    /// `nil` if no name resolution was necessary.
    public var nameResolved: Duration?
    /// The time at which the TCP connection was established.
    ///
    /// `nil` on a reused connection.
    public var connected: Duration?
    /// The time at which the TLS handshake ended.
    ///
    /// `nil` without TLS or on a reused connection.
    public var secured: Duration?
    /// The time at which the first byte of the response arrived; `nil` if it is unknown.
    public var firstByte: Duration?
    /// The time at which the last byte arrived.
    public var total: Duration
    /// The HTTP version of the exchange; `nil` if it is unknown.
    public var httpVersion: HTTPVersion?
    /// Whether the connection had carried another request before.
    public var isConnectionReused: Bool
    /// The number of bytes of the request's header section and body on the wire.
    public var bytesSent: Int
    /// The number of bytes of the response's header section and body on the wire.
    public var bytesReceived: Int

    /// The connection that carried the exchange.
    ///
    /// `nil` if it is unknown.
    public var connection: Connection? {
        get { known?.connection }
        set { known = newValue.map { KnownConnection($0) } }
    }

    private var known: KnownConnection?

    /// Both ends of a connection and its TLS parameters.
    public struct Connection: Sendable, Hashable {
        /// The server's address, such as `127.0.0.1` or `::1`.
        public var remoteAddress: String
        /// The server's port.
        public var remotePort: Int
        /// The local address.
        public var localAddress: String
        /// The local port.
        public var localPort: Int
        /// The TLS version, such as `TLSv1.3`.
        ///
        /// `nil` without TLS.
        public var tlsVersion: String?
        /// The cipher suite, by its OpenSSL name.
        ///
        /// `nil` without TLS.
        public var cipherSuite: String?
        /// The server's certificates, the server's own first.
        ///
        /// The array contains the verified chain up to a certificate authority. If the TLS session was
        /// resumed, it contains what the server sent. Empty without TLS.
        public var certificates: [Certificate] {
            get { chain?.certificates ?? [] }
            set { chain = newValue.isEmpty ? nil : CertificateChain(newValue) }
        }

        private var chain: CertificateChain?
        /// What the session learned about the revocation of the server's certificate, in the order of its checks.
        ///
        /// Empty without TLS and on a resumed TLS session.
        public var revocationChecks: [RevocationCheck] = []

        /// Creates a description of a connection.
        public init(
            remoteAddress: String, remotePort: Int, localAddress: String, localPort: Int,
            tlsVersion: String? = nil, cipherSuite: String? = nil, certificates: [Certificate] = []
        ) {
            self.init(
                remoteAddress: remoteAddress, remotePort: remotePort, localAddress: localAddress,
                localPort: localPort, tlsVersion: tlsVersion, cipherSuite: cipherSuite, chain: nil)
            self.certificates = certificates
        }

        /// Creates a description of a connection whose certificates are not parsed yet.
        package init(
            remoteAddress: String, remotePort: Int, localAddress: String, localPort: Int,
            tlsVersion: String?, cipherSuite: String?, chain: CertificateChain?
        ) {
            self.remoteAddress = remoteAddress
            self.remotePort = remotePort
            self.localAddress = localAddress
            self.localPort = localPort
            self.tlsVersion = tlsVersion
            self.cipherSuite = cipherSuite
            self.chain = chain
        }
    }

    /// Creates metrics.
    public init(
        nameResolved: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
        firstByte: Duration? = nil, total: Duration = .zero, httpVersion: HTTPVersion? = nil,
        isConnectionReused: Bool = false, bytesSent: Int = 0, bytesReceived: Int = 0,
        connection: Connection? = nil
    ) {
        self.init(
            nameResolved: nameResolved, connected: connected, secured: secured,
            firstByte: firstByte, total: total, httpVersion: httpVersion,
            isConnectionReused: isConnectionReused, bytesSent: bytesSent,
            bytesReceived: bytesReceived,
            known: connection.map { KnownConnection($0) })
    }

    /// Creates metrics of an exchange on a connection that is already described.
    package init(
        nameResolved: Duration?, connected: Duration?, secured: Duration?, firstByte: Duration?,
        total: Duration, httpVersion: HTTPVersion?, isConnectionReused: Bool, bytesSent: Int,
        bytesReceived: Int, known: KnownConnection?
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.httpVersion = httpVersion
        self.isConnectionReused = isConnectionReused
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.known = known
    }

    /// A description that all exchanges on one connection share.
    package final class KnownConnection: Sendable, Hashable {
        package let connection: Connection

        package init(_ connection: Connection) { self.connection = connection }

        package static func == (one: KnownConnection, other: KnownConnection) -> Bool {
            one === other || one.connection == other.connection
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(connection) }
    }
}
