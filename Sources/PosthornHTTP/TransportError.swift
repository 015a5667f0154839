/// The error of a transfer that received no complete response.
///
/// The set of codes may grow: match the codes that you handle and keep a `default`. The message and the
/// advice never contain a header value, a query or a body.
public struct TransportError: Error, Sendable {
    /// The kind of the failure.
    public var code: Code
    /// The cause in a sentence, without secrets.
    public var message: String
    /// A suggestion for resolving the failure.
    ///
    /// `nil` if there is none.
    public var advice: String?
    /// The underlying library's error code, a `CURLcode`; `nil` if the library did not cause the failure.
    public var libraryCode: Int?
    /// Whether the request can be retried safely, whatever its method.
    ///
    /// `true` if no byte of the request has certainly reached the server, or if the server has stated that it
    /// did not process the request.
    public var isSafeToRetry: Bool
    /// The redirects that were followed before the failure, in order.
    ///
    /// Empty if there were none.
    public var redirects: [RedirectPolicy.Hop] = []
    /// Whether a cipher, and not the transport, rejected a piece of a body.
    package var isOfCipher = false

    /// The certificates of the server that were not trusted, the server's own first.
    ///
    /// The array contains the verified chain up to a certificate authority. If verification did not get that
    /// far, it contains what the server sent, which proves nothing. Empty for every other failure, and if the
    /// certificate of a proxy was not trusted.
    public var certificates: [TransportMetrics.Certificate] {
        get { chain?.certificates ?? [] }
        set { chain = newValue.isEmpty ? nil : TransportMetrics.CertificateChain(newValue) }
    }

    package var chain: TransportMetrics.CertificateChain?

    /// The underlying error, such as that of a body's source.
    ///
    /// `nil` if there is none. It is not part of the description, because it may contain a secret.
    public var underlying: (any Error)?

    /// Creates an error.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, libraryCode: Int? = nil,
        isSafeToRetry: Bool = false, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.libraryCode = libraryCode
        self.isSafeToRetry = isSafeToRetry
        self.underlying = underlying
    }

    /// The kind of the failure of a transfer or of a call, which adds codes of its own.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public var rawValue: String
        /// Creates a code from its stable name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stable name, such as `timedOut`.
        public var description: String { rawValue }

        /// The calling task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A timeout expired.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The host name could not be resolved.
        public static let nameNotResolved = Code(rawValue: "nameNotResolved")
        /// The server refused the connection or can't be reached.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The session is not allowed to connect to any of the host's addresses.
        public static let addressRefused = Code(rawValue: "addressRefused")
        /// A proxy can't be reached, requires credentials, or did not connect to the host.
        public static let proxyFailed = Code(rawValue: "proxyFailed")
        /// The connection broke before the response was complete.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The connection broke, and the request was not retried because the server may have processed it.
        public static let notRepeated = Code(rawValue: "notRepeated")
        /// The response ended early.
        public static let truncated = Code(rawValue: "truncated")
        /// The response violates the HTTP protocol.
        public static let malformedResponse = Code(rawValue: "malformedResponse")
        /// The response is larger than a limit allows.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The TLS handshake failed.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The server's certificate is not trusted.
        public static let untrustedCertificate = Code(rawValue: "untrustedCertificate")
        /// The response's content coding is unknown or its data is damaged.
        public static let badContentCoding = Code(rawValue: "badContentCoding")
        /// The request can't be sent, because its URL, method or a header field is invalid.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The redirect policy or the rules for redirects do not allow the redirect.
        public static let redirectRefused = Code(rawValue: "redirectRefused")
        /// There were more redirects than the policy allows, or the redirects form a loop.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// The request's body can't be read to its end.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// The request's body would have to be sent again, but can be read only once.
        public static let bodyNotReplayable = Code(rawValue: "bodyNotReplayable")
        /// The status is not one of those that deliver the requested content.
        public static let unexpectedStatus = Code(rawValue: "unexpectedStatus")
        /// The server sent another range of a file than the requested one.
        public static let wrongRange = Code(rawValue: "wrongRange")
        /// The received bytes do not match the digest that the caller or the server specified.
        public static let digestMismatch = Code(rawValue: "digestMismatch")
        /// The file of a download, or the folder of a cache, can't be written.
        public static let fileFailed = Code(rawValue: "fileFailed")
        /// The session has been shut down.
        public static let sessionClosed = Code(rawValue: "sessionClosed")
        /// The system or a library ran out of a resource, such as descriptors, memory or threads.
        public static let resource = Code(rawValue: "resource")
        /// Another failure of the underlying library; see ``TransportError/libraryCode``.
        public static let library = Code(rawValue: "library")
    }
}

extension TransportError {
    package static func invalidRequest(_ message: String, _ advice: String) -> TransportError {
        TransportError(.invalidRequest, message, advice: advice, isSafeToRetry: true)
    }
}

extension TransportError: RedactedStringConvertible {
    /// Code, message and advice in one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (advice.map { "; \($0)" } ?? "")
    }
}
