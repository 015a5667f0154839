/// The state of one call: its request, its options and its response.
///
/// The steps of a ``Call`` change it one after the other. It is not generic over the endpoint, so that
/// calls share the code of most steps.
struct Exchange: Sendable {
    /// The delivery of the response body to the caller.
    enum Delivery: Sendable {
        /// Collected in memory.
        case whole
        /// Streamed, if the media type is one of these; empty accepts all.
        case stream([String])
        case file(ResumableDownload)

        var isWhole: Bool { if case .whole = self { true } else { false } }

        var inEvents: CallEvent.Delivery {
            switch self {
            case .whole: .whole
            case .stream: .stream
            case .file: .file
            }
        }
    }

    private let endpointType: any EndpointRequest.Type
    /// The name of the endpoint.
    var endpoint: String { endpointType.name }
    let failures: any EndpointFailure.Type
    let delivery: Delivery
    let transport: any Transport
    /// The transport inside of all wrappers, if it is one of this package.
    private let session: (any SessionTransport)?
    /// Reports to the observers; `nil` if there are none.
    let notifier: CallNotifier?
    /// Connects the call to its handle; `nil` if it has none.
    let attachment: TransferAttachment?
    /// Whether the call continues a stream, which reports its own end.
    let continuesStream: Bool

    /// The session's ``SessionTransport/cancellationCount`` at the start of the call.
    var cancellationCount: Int
    /// Whether all calls of the session have been cancelled since the start of this one.
    var isCancelledWithSession: Bool {
        guard let session else { return false }
        return session.cancellationCount != cancellationCount
    }

    /// The request with its credential, before it is sealed.
    var request = TransportRequest(.get, "", HTTPFields(), nil, TransferOptions())
    /// Seals the request and opens the response; `nil` leaves them unchanged.
    var cipher: (any PayloadCipher)? {
        get { boxedCipher?.value }
        set { boxedCipher = newValue.map { Box($0) } }
    }
    // Boxed, because a comparison with `nil` copies an existential.
    private(set) var boxedCipher: Box<any PayloadCipher>?
    /// The policies that decode the response.
    var policies: ResponsePolicies { boxedPolicies.value }
    var boxedPolicies = ResponsePolicies.json
    /// Supplies a response when the call fails.
    var fallback: (@Sendable (APIError) async -> TransportResponse?)?
    /// The clock of the call's delays.
    let clock: CallClock
    /// The middleware of the call, the outermost first.
    var middleware: [any CallMiddleware] = []
    /// The retries of the call; `nil` without a retry policy.
    var retries: CallRetries?
    /// Sends a second request when the first is late; `nil` never does.
    var hedging: CallHedging?
    /// The header field that tells the server how much time is left; `nil` for none.
    var deadlineHeader: HTTPField.Name?
    /// The end of the current attempt's time; `nil` if only the whole call is limited.
    var attemptDeadline: ContinuousClock.Instant? {
        get { attemptEnd?.value }
        set { attemptEnd = newValue.map { Box($0) } }
    }
    /// The credential that the request names.
    var credential: Credential?
    /// The credentials that are sent together with ``credential``; `nil` for none.
    var furtherCredentials: Box<[(RequestBuilder.AuthScheme, Credential?)]>?
    /// The base URLs that the attempts of the call use in turn; `nil` if there is only one.
    var bases: Box<[BaseURL]>?
    /// The statuses besides those of the policy that are results of the endpoint.
    var acceptedStatuses: Set<Int> = []
    /// Whether a response that breaks limits is an error; `nil` if it is not checked.
    var refusesBrokenLimits: Bool?
    /// The statuses that may load the credential anew; `nil` for 401 only.
    var refreshStatuses: Set<Int>?
    /// The codes of an envelope that load it anew; `nil` for none, or if the response is not in memory.
    var refreshCodes: Box<Set<EnvelopeCode>>?
    /// The source of the request's token, if nothing else is known of it before a 401; `nil` otherwise.
    var tokenSource: CredentialSource?
    /// The end of the call's total time, including retries and reconnections.
    ///
    /// `nil` for no limit. A call in memory without a retry policy leaves the limit to the transport.
    var deadline: ContinuousClock.Instant? {
        get { end?.value }
        set { end = newValue.map { Box($0) } }
    }
    // Boxed, because the size of an instant is known only at run time, which would make each copy of an
    // exchange slow.
    private(set) var attemptEnd: Box<ContinuousClock.Instant>?
    private var end: Box<ContinuousClock.Instant>?

    /// The last request as sealed and sent.
    private(set) var sent: TransportRequest?
    /// The response; for a stream or a file, only its head.
    var response: TransportResponse?
    /// The body of a response that is streamed or written to a file.
    var body: ByteStream?
    /// A stale response of the cache, for use after the last attempt.
    ///
    /// `nil` if the cache returned none for the last request.
    var stale: Box<StaleResponse>?
    /// The error that the response replaces; `nil` if the call has not failed.
    var replacedError: APIError?
    /// The current stage, which the error of the call reports.
    private(set) var stage = APIError.Stage.building
    /// Whether the final failure was already reported to the observers.
    var hasNotifiedOfFailure = false

    /// - Parameters:
    ///   - attachment: Connects the call to its handle; `nil` if it has none.
    ///   - previous: The call of the stream that this one continues; `nil` for a new call.
    init<E: EndpointRequest>(
        _: E.Type, of configuration: borrowing ClientConfiguration, _ delivery: Delivery,
        _ attachment: TransferAttachment? = nil, continuing previous: Exchange? = nil
    ) {
        endpointType = E.self
        failures = E.Failure.self
        self.delivery = delivery
        transport = configuration.transport
        clock = configuration.callClock
        session = configuration.session
        cancellationCount = session?.cancellationCount ?? 0
        self.attachment = attachment
        let observers = configuration.observers
        continuesStream = previous != nil
        notifier =
            previous?.notifier
            ?? (observers.isEmpty ? nil : CallNotifier(E.name, delivery.inEvents, observers))
    }

    /// Reads of the response, and reports to the observers what is not as the spec says.
    func reporting<Value>(_ read: () throws -> Value) throws -> Value {
        try notifier?.reporting(read) ?? read()
    }

    /// Whether a cipher changes the request.
    var isSealed: Bool { boxedCipher?.value.isPlaintext == false }

    /// Whether the call's policy does not accept the status of the response.
    var hasRefusedStatus: Bool {
        guard let status = response?.status else { return false }
        // The property `policies` would copy them.
        if !acceptedStatuses.isEmpty, acceptedStatuses.contains(status.code) { return false }
        return !boxedPolicies.value.first.accepts(status)
    }

    mutating func enter(_ stage: APIError.Stage, with request: TransportRequest) {
        self.stage = stage
        sent = request
    }

    mutating func enter(_ stage: APIError.Stage, with response: TransportResponse) {
        self.stage = stage
        self.response = response
    }

    mutating func enter(_ stage: APIError.Stage) { self.stage = stage }

    /// Sets a stale response of the cache aside, and continues with the failure that it replaces.
    ///
    /// The call's policy may retry the failure. The stale response is used after the last attempt.
    mutating func continueAfter(
        _ failure: TransportResponse.ReplacedFailure
    ) throws(TransportError) {
        guard let head = response else { return }
        stale = Box(StaleResponse(response: head, body: body, replaced: failure))
        (response, body) = (nil, nil)
        switch failure {
        case .error(let error): throw error
        case .response(let refused):
            response = refused
            if !delivery.isWhole { body = ByteStream(refused.body) }
        }
    }

    /// Continues with the stale response of the cache.
    mutating func useStaleResponse(_ stale: StaleResponse) {
        (response, body, self.stale) = (stale.response, stale.body, nil)
        response?.replacedFailure = nil
    }

    /// Resets the exchange before its request is sent again.
    mutating func restart() {
        enter(.building, with: request)
        response = nil
        body = nil
    }
}

/// A stored response that may replace a failure; for a stream, its head and body.
struct StaleResponse: Sendable {
    let response: TransportResponse
    let body: ByteStream?
    /// The failure that it replaces.
    let replaced: TransportResponse.ReplacedFailure

    /// Whether it replaces the failure of a call, and not, for example, one that middleware made of it.
    func replaces(_ failure: APIError) -> Bool {
        switch replaced {
        case .error(let error): failure.code == error.code
        case .response(let response):
            failure.code == .status(response.status.code)
                || failure.code == .rejected && failure.response?.status == response.status
        }
    }
}
