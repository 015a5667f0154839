/// What a transfer cost, in time and bytes.
///
/// All times count from the start of the exchange that they are of: after redirects, that is the last
/// one. How long a typed call has taken in all is ``CallEvent/elapsed``.
public struct TransportMetrics: Sendable, Hashable {
    /// When the name was resolved.
    ///
    /// `nil` if it was not needed.
    public var nameResolved: Duration?
    /// When the TCP connection stood.
    ///
    /// `nil` on a reused connection.
    public var connected: Duration?
    /// When the TLS handshake ended.
    ///
    /// `nil` without TLS or on a reused connection.
    public var secured: Duration?
    /// When the first byte of the response arrived.
    public var firstByte: Duration?
    /// When the last byte arrived.
    public var total: Duration
    /// The HTTP version of the exchange, such as `"1.1"` or `"2"`; empty if unknown.
    public var httpVersion: String
    /// Whether the connection had carried another request before.
    public var reusedConnection: Bool
    /// Bytes of the request's header block and body on the wire.
    public var bytesSent: Int
    /// Bytes of the response's header block and body on the wire.
    public var bytesReceived: Int

    /// The connection that carried the exchange.
    ///
    /// `nil` if it is not known.
    public var connection: Connection? {
        get { known?.connection }
        set { known = newValue.map { KnownConnection($0) } }
    }

    private var known: KnownConnection?

    /// Both ends of a connection and how it is secured.
    public struct Connection: Sendable, Hashable {
        /// The server's address, such as `127.0.0.1` or `::1`.
        public var remoteAddress: String
        /// The server's port.
        public var remotePort: Int
        /// Our own address.
        public var localAddress: String
        /// Our own port.
        public var localPort: Int
        /// The version of TLS, such as `TLSv1.3`.
        ///
        /// `nil` without TLS.
        public var tlsVersion: String?
        /// The cipher suite, by OpenSSL's name.
        ///
        /// `nil` without TLS.
        public var cipherSuite: String?
        /// The server's certificates, its own first.
        ///
        /// As they were verified, up to an authority; as the server sent them, where the TLS session was
        /// resumed. Empty without TLS.
        public var certificates: [Certificate] {
            get { chain?.certificates ?? [] }
            set { chain = newValue.isEmpty ? nil : CertificateChain(newValue) }
        }

        private var chain: CertificateChain?

        /// Creates a description.
        public init(
            remoteAddress: String, remotePort: Int, localAddress: String, localPort: Int,
            tlsVersion: String? = nil, cipherSuite: String? = nil, certificates: [Certificate] = []
        ) {
            self.remoteAddress = remoteAddress
            self.remotePort = remotePort
            self.localAddress = localAddress
            self.localPort = localPort
            self.tlsVersion = tlsVersion
            self.cipherSuite = cipherSuite
            self.certificates = certificates
        }

        /// Creates a description of a connection with certificates that are not read yet.
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
        firstByte: Duration? = nil, total: Duration = .zero, httpVersion: String = "",
        reusedConnection: Bool = false, bytesSent: Int = 0, bytesReceived: Int = 0,
        connection: Connection? = nil
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.httpVersion = httpVersion
        self.reusedConnection = reusedConnection
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        known = connection.map { KnownConnection($0) }
    }

    /// Creates metrics of an exchange on a connection that is described already.
    package init(
        nameResolved: Duration?, connected: Duration?, secured: Duration?, firstByte: Duration?,
        total: Duration, httpVersion: String, reusedConnection: Bool, bytesSent: Int,
        bytesReceived: Int, known: KnownConnection?
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.httpVersion = httpVersion
        self.reusedConnection = reusedConnection
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
