/// Why a call failed, with everything that is known about it.
///
/// ```
/// E.Failure                      what an endpoint throws
/// ├─ documented cases            .outOfStock(Problem): a status or a code of the spec's `errors`
/// └─ .other(APIError)            everything else; endpoints without `errors` throw it directly
///    ├─ building                 invalidParameter, invalidBaseURL, unknownCipher,
///    │                           unknownResponsePolicy, encodingFailed, credentialFailed,
///    │                           cipherCannotStream, invalidPage, repeatedPage
///    ├─ sealing                  sealingFailed
///    ├─ sending                  cancelled, timedOut, and the other codes of ``TransportError``
///    ├─ opening                  openingFailed; of PosthornCrypto also unknownKey, and clockSkewed
///    │                           as the cause below a status code
///    ├─ validating               status codes (.notFound, …), rejected, unacceptableMediaType
///    └─ decoding                 decodingFailed, fileFailed
/// ```
///
/// `catch .notFound` and `catch APIError.notFound` both work through `~=`. ``description`` hides
/// parameter values, header values and bodies; ``expandedDescription`` shows them.
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
    /// Where in the call it happened.
    public var stage: Stage {
        get { content.value.stage }
        set { change { $0.stage = newValue } }
    }
    /// The cause in a sentence, without secrets.
    public var message: String {
        get { content.value.message }
        set { change { $0.message = newValue } }
    }
    /// The way out.
    ///
    /// `nil` when there is nothing better than the message.
    public var advice: String? {
        get { content.value.advice }
        set { change { $0.advice = newValue } }
    }
    /// The request.
    ///
    /// `nil` if it could not be built.
    public var request: TransportRequest? {
        get { content.value.request }
        set { change { $0.request = newValue } }
    }
    /// The response with its bytes: opened if that worked, else as it came.
    ///
    /// `nil` if none arrived.
    public var response: TransportResponse? {
        get { content.value.response }
        set { change { $0.response = newValue } }
    }
    /// What the response's envelope said.
    ///
    /// `nil` unless the code is ``Code/rejected``, or the status is a failure and the body an
    /// envelope all the same.
    public var envelopeError: EnvelopeError? {
        get { content.value.envelopeError }
        set { change { $0.envelopeError = newValue } }
    }
    /// The error behind this one.
    ///
    /// `nil` if there is none.
    public var underlying: (any Error)? {
        get { content.value.underlying }
        set { change { $0.underlying = newValue } }
    }

    /// All of it behind one reference: errors are passed on more often than read, and each
    /// endpoint's failure contains one.
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

    /// A stage of a call, in the order in which they run.
    public enum Stage: String, Sendable, Hashable {
        /// The request is put together.
        case building
        /// The cipher seals the request.
        case sealing
        /// The transport sends it and waits for the response.
        case sending
        /// The cipher opens the response.
        case opening
        /// Status, media type and envelope are checked.
        case validating
        /// The payload is decoded.
        case decoding
    }

    /// What a backend's envelope says when it refuses a call.
    public struct EnvelopeError: Sendable, Hashable {
        /// The envelope's code: a number, a text or a Boolean, as the body has it.
        public var code: EnvelopeCode
        /// The envelope's message; empty if it has none.
        public var message: String

        /// Creates what an envelope said.
        public init(code: EnvelopeCode, message: String) {
            self.code = code
            self.message = message
        }
    }
}
