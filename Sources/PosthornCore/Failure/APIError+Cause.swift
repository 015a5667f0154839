extension APIError {
    /// The cause of a failed call, thrown by request builders, ciphers and response policies.
    ///
    /// The call adds the endpoint, stage, request and response, and throws an ``APIError``. You may throw any
    /// other error as well. It becomes the ``APIError/underlying`` error, and the message names only its
    /// type, because its description might contain a secret.
    public struct Cause: Error, Sendable {
        /// The kind of the failure.
        public var code: APIError.Code
        /// A description of the cause in one sentence.
        ///
        /// Never include a key, a header value or a body.
        public var message: String
        /// A suggestion for resolving the failure.
        ///
        /// `nil` if there is none.
        public var advice: String?
        /// The code and message of the response's envelope.
        ///
        /// `nil` if the response has no envelope that refuses the call.
        public var envelopeError: APIError.EnvelopeError?
        /// The error that led to this one.
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
    /// The code, message and advice on one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (advice.map { "; \($0)" } ?? "")
    }
}
