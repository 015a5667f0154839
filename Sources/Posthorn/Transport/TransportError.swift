/// Why no complete response arrived.
///
/// The code is open: match the ones you handle and keep a `default`. Neither the message nor the
/// advice holds a header value, a query or a body.
public struct TransportError: Error, Sendable {
    /// The kind of the failure.
    public var code: Code
    /// The cause in a sentence, without secrets.
    public var message: String
    /// What the reader can do about it.
    ///
    /// `nil` when there is nothing better than the message.
    public var advice: String?
    /// The numeric code of the library underneath: a `CURLcode`, or `nil` if the failure is ours.
    public var libraryCode: Int?
    /// Whether it is certain that no byte of the request reached the server, or that the server has
    /// said that it did nothing with it, so that repeating it is safe for any method.
    public var isSafeToRetry: Bool
    /// The redirects that were followed before, the first one first.
    ///
    /// Empty if there were none.
    public var redirects: [RedirectHop] = []
    /// Whether a cipher refused a piece of a body, and not the transport.
    package var isOfCipher = false

    /// The certificates for which the server was not believed, its own first.
    ///
    /// As they were verified, up to an authority; where they could not be, as the server sent them, and
    /// then they prove nothing. Empty with every other failure, and where a proxy was not believed.
    public var certificates: [TransportMetrics.Certificate] {
        get { chain?.certificates ?? [] }
        set { chain = newValue.isEmpty ? nil : TransportMetrics.CertificateChain(newValue) }
    }

    package var chain: TransportMetrics.CertificateChain?

    /// The error behind this one, such as that of a body's source.
    ///
    /// `nil` if there is none. Not part of the description: it might hold a secret.
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

    /// The kind of a transport failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public var rawValue: String
        /// Creates a code from its stable name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The calling task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A time limit ran out.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The host's name has no address.
        public static let nameNotResolved = Code(rawValue: "nameNotResolved")
        /// The server refused the connection or can't be reached.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The host's addresses are none that the session may call.
        public static let addressRefused = Code(rawValue: "addressRefused")
        /// A proxy can't be reached, wants credentials, or did not connect to the host.
        public static let proxyFailed = Code(rawValue: "proxyFailed")
        /// The connection broke before the response was complete.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The connection broke, and repeating the request might have done its work twice.
        public static let notRepeated = Code(rawValue: "notRepeated")
        /// The response ended early.
        public static let truncated = Code(rawValue: "truncated")
        /// The response breaks the rules of HTTP.
        public static let malformedResponse = Code(rawValue: "malformedResponse")
        /// The response is larger than a limit allows.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The TLS handshake failed.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The server's certificate is not trusted.
        public static let untrustedCertificate = Code(rawValue: "untrustedCertificate")
        /// The response's content coding is unknown or damaged.
        public static let badContentCoding = Code(rawValue: "badContentCoding")
        /// The request can't be sent as it is: its URL, method or a header field is not valid.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// A redirect leads where the request's policy or the rules of redirects don't let it.
        public static let redirectRefused = Code(rawValue: "redirectRefused")
        /// The request was redirected more often than its policy allows, or in a circle.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// The request's body can't be read to its end.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// The request's body would have to be sent again, and can be had only once.
        public static let bodyNotReplayable = Code(rawValue: "bodyNotReplayable")
        /// The status is not one of those that give what was asked for.
        public static let unexpectedStatus = Code(rawValue: "unexpectedStatus")
        /// The part of a file that came is not the part that was asked for.
        public static let wrongRange = Code(rawValue: "wrongRange")
        /// The bytes that came do not have the digest that the caller expects or the server gave.
        public static let digestMismatch = Code(rawValue: "digestMismatch")
        /// The file of a download can't be written.
        public static let fileFailed = Code(rawValue: "fileFailed")
        /// The session has been shut down.
        public static let sessionClosed = Code(rawValue: "sessionClosed")
        /// The system or the library ran out of something: descriptors, memory, threads.
        public static let resource = Code(rawValue: "resource")
        /// Another failure of the library underneath; see ``TransportError/libraryCode``.
        public static let library = Code(rawValue: "library")
    }
}

extension TransportError: RedactedStringConvertible {
    /// Code, message and advice in one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (advice.map { "; \($0)" } ?? "")
    }
}
