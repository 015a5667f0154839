/// Why a call failed, with everything that is known about it.
///
/// ```
/// E.Failure                      what an endpoint throws
/// ├─ documented cases            .outOfStock(Problem): a status of the spec's `errors`
/// └─ .other(APIError)            everything else; endpoints without `errors` throw it directly
///    ├─ building                 invalidParameter, invalidBaseURL, unknownCipher, encodingFailed,
///    │                           credentialFailed, cipherCannotStream, invalidPage,
///    │                           repeatedPage
///    ├─ sealing                  sealingFailed
///    ├─ sending                  cancelled, timedOut, and the other codes of ``TransportError``
///    ├─ opening                  openingFailed
///    ├─ validating               status codes (.notFound, …), rejected, unacceptableMediaType
///    └─ decoding                 decodingFailed, fileFailed
/// ```
///
/// `catch .notFound` and `catch APIError.notFound` both work through `~=`. ``description`` hides
/// parameter values, header values and bodies; ``expandedDescription`` shows them.
public struct APIError: Error, Sendable {
    /// The kind of the failure.
    public var code: Code
    /// The endpoint's name, such as `createOrder`.
    public var endpoint: String
    /// Where in the call it happened.
    public var stage: Stage
    /// The cause in a sentence, without secrets.
    public var message: String
    /// The way out.
    ///
    /// `nil` when there is nothing better than the message.
    public var advice: String?
    /// The request.
    ///
    /// `nil` if it could not be built.
    public var request: BuiltRequest?
    /// The answer with its bytes: opened if that worked, else as it came.
    ///
    /// `nil` if none arrived.
    public var response: ReceivedResponse?
    /// What the response's envelope said.
    ///
    /// `nil` unless the code is ``Code/rejected``.
    public var rejection: Rejection?
    /// The error behind this one.
    ///
    /// `nil` if there is none.
    public var underlying: (any Error)?

    /// Creates an error.
    public init(
        _ code: Code, endpoint: String, stage: Stage, message: String, advice: String? = nil,
        request: BuiltRequest? = nil, response: ReceivedResponse? = nil,
        rejection: Rejection? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.endpoint = endpoint
        self.stage = stage
        self.message = message
        self.advice = advice
        self.request = request
        self.response = response
        self.rejection = rejection
        self.underlying = underlying
    }

    /// A stage of a call, in the order in which they run.
    public enum Stage: String, Sendable, Hashable {
        /// The request is put together.
        case building
        /// The cipher seals the request.
        case sealing
        /// The transport sends it and waits for the answer.
        case sending
        /// The cipher opens the answer.
        case opening
        /// Status, media type and envelope are checked.
        case validating
        /// The payload is decoded.
        case decoding
    }

    /// What a backend's envelope says when it refuses a call.
    public struct Rejection: Sendable, Hashable {
        /// The envelope's code as text, `"1001"` for the number 1001.
        public var code: String
        /// The envelope's message; empty if it has none.
        public var message: String

        /// Creates a rejection.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
