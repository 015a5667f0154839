extension APIError {
    /// What went wrong in a call: what builders, ciphers and policies throw.
    ///
    /// The call adds endpoint, stage, request and response, and throws an ``APIError``. Any
    /// other error may be thrown too; then the ``APIError`` carries it as its underlying error and says
    /// no more than its type, because a foreign description might hold a secret.
    public struct Cause: Error, Sendable {
        /// The kind of the failure.
        public var code: APIError.Code
        /// The cause in a sentence.
        ///
        /// Never put a key, a header value or a body into it.
        public var message: String
        /// The way out.
        ///
        /// `nil` when the message says it all.
        public var advice: String?
        /// What the response's envelope said.
        ///
        /// `nil` unless the code is ``APIError/Code/rejected``.
        public var envelopeError: APIError.EnvelopeError?
        /// The error behind this one.
        ///
        /// `nil` if there is none.
        public var underlying: (any Error)?

        /// Creates a cause.
        public init(
            _ code: APIError.Code, _ message: String, advice: String? = nil,
            envelopeError: APIError.EnvelopeError? = nil, underlying: (any Error)? = nil
        ) {
            self.code = code
            self.message = message
            self.advice = advice
            self.envelopeError = envelopeError
            self.underlying = underlying
        }
    }
}

extension APIError.Cause: RedactedStringConvertible {
    /// Code, message and advice in one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (advice.map { "; \($0)" } ?? "")
    }
}
