/// The error of a failed call, with its cause, request and response.
///
/// ```
/// E.Failure                      what an endpoint throws
/// ├─ documented cases            .outOfStock(Problem): a status or a code of the spec's `errors`
/// └─ .other(APIError)            everything else; endpoints without `errors` throw it directly
///    ├─ building                 invalidParameter, invalidBaseURL, unknownCipher,
///    │                           unknownSigner, unknownResponsePolicy, encodingFailed,
///    │                           credentialFailed, cipherCannotStream, invalidPage,
///    │                           repeatedPage
///    ├─ sealing                  sealingFailed
///    ├─ sending                  cancelled, timedOut, fileFailed, and the other codes of
///    │                           ``TransportError``
///    ├─ opening                  openingFailed; PosthornCrypto adds unknownKey, and clockSkewed
///    │                           as the underlying cause of a status code
///    ├─ validating               status codes (.notFound, …), rejected, unacceptableMediaType
///    └─ decoding                 decodingFailed
/// ```
///
/// Both `catch .notFound` and `catch APIError.notFound` work, through `~=`. ``description`` hides parameter
/// values, header values and bodies; ``expandedDescription`` shows them.
public struct APIError: Error, Sendable {
    /// The kind of the failure.
    public var code: Code {
        get { content.value.code }
        set { change { $0.code = newValue } }
    }
    /// The endpoint's name, such as `createOrder`.
    public var endpoint: String {
        get { content.value.endpoint }
        set { change { $0.endpoint = newValue } }
    }
    /// The stage of the call that failed.
    public var stage: Stage {
        get { content.value.stage }
        set { change { $0.stage = newValue } }
    }
    /// The cause in one sentence, without secrets.
    public var message: String {
        get { content.value.message }
        set { change { $0.message = newValue } }
    }
    /// A suggestion for resolving the failure.
    ///
    /// `nil` if there is none.
    public var advice: String? {
        get { content.value.advice }
        set { change { $0.advice = newValue } }
    }
    /// The request.
    ///
    /// `nil` if the call failed before its first request was complete.
    public var request: TransportRequest? {
        get { content.value.request }
        set { change { $0.request = newValue } }
    }
    /// The response with its body.
    ///
    /// The body is opened if the cipher could open it, otherwise as received. `nil` if no response was
    /// received.
    public var response: TransportResponse? {
        get { content.value.response }
        set { change { $0.response = newValue } }
    }
    /// The code and message of the response's envelope.
    ///
    /// `nil` unless the code is ``APIError/rejected``, or the status is a failure and the body is an envelope.
    public var envelopeError: EnvelopeError? {
        get { content.value.envelopeError }
        set { change { $0.envelopeError = newValue } }
    }
    /// The error that led to this one.
    ///
    /// `nil` if there is none.
    public var underlying: (any Error)? {
        get { content.value.underlying }
        set { change { $0.underlying = newValue } }
    }

    /// The failed attempts of a call with a retry policy, the first one first.
    ///
    /// The last one led to this error. Empty for a call without a retry policy.
    public var attempts: [FailedAttempt] { content.value.attempts }
    /// Why the call was not retried again.
    ///
    /// `nil` for a call without a retry policy, and for a call that was cancelled.
    public var retryStop: RetryStop? { content.value.retryStop }

    mutating func setAttempts(_ attempts: [FailedAttempt], _ stop: RetryStop?) {
        change { ($0.attempts, $0.retryStop) = (attempts, stop) }
    }

    /// The fields behind one reference.
    ///
    /// This keeps the error small: each endpoint's failure contains one, and errors are copied more often
    /// than read.
    private var content: Content

    private struct Fields: Sendable {
        var code: Code
        var endpoint: String
        var stage: Stage
        var message: String
        var advice: String?
        var request: TransportRequest?
        var response: TransportResponse?
        var envelopeError: EnvelopeError?
        var underlying: (any Error)?
        var attempts: [FailedAttempt] = []
        var retryStop: RetryStop?
    }

    private final class Content: Sendable {
        let value: Fields
        init(_ value: Fields) { self.value = value }
    }

    private mutating func change(_ change: (inout Fields) -> Void) {
        var fields = content.value
        change(&fields)
        content = Content(fields)
    }

    /// Creates an error.
    public init(
        _ code: Code, endpoint: String, stage: Stage, message: String, advice: String? = nil,
        request: TransportRequest? = nil, response: TransportResponse? = nil,
        envelopeError: EnvelopeError? = nil, underlying: (any Error)? = nil
    ) {
        content = Content(
            Fields(
                code: code, endpoint: endpoint, stage: stage, message: message, advice: advice,
                request: request, response: response, envelopeError: envelopeError,
                underlying: underlying))
    }

    /// A stage of a call, in the order of execution.
    public enum Stage: String, Sendable, Hashable {
        /// Building the request.
        case building
        /// Sealing the request with the cipher, and signing it with the signer.
        case sealing
        /// Sending the request and waiting for the response.
        case sending
        /// Verifying the response with the signer, and opening it with the cipher.
        case opening
        /// Checking the status, media type and envelope.
        case validating
        /// Decoding the payload.
        case decoding
    }

    /// The code and message of an envelope with which a backend refuses a call.
    public struct EnvelopeError: Sendable, Hashable {
        /// The envelope's code, with its type in the body: number, string or Boolean.
        public var code: EnvelopeCode
        /// The envelope's message; empty if it has none.
        public var message: String

        /// Creates an envelope error.
        public init(code: EnvelopeCode, message: String) {
            self.code = code
            self.message = message
        }
    }
}
