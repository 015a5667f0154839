/// One call on its way: what it is going to send, how, and what has come back.
///
/// The steps of a ``Call`` change it one after the other. It knows no type of the endpoint, so that one copy of
/// the steps serves all calls.
struct Exchange: Sendable {
    /// How the caller gets the body of the response.
    enum Delivery: Sendable {
        /// In memory, with the head.
        case whole
        /// Piece by piece, if it has one of these media types; none are all.
        case stream([String])
        /// In a file.
        case file(ResumableDownload)

        var isWhole: Bool { if case .whole = self { true } else { false } }
    }

    let endpoint: String
    /// What makes the failures that the endpoint documents.
    let failures: any EndpointFailure.Type
    let delivery: Delivery
    let transport: any Transport
    /// Tells the observers; `nil` without any.
    let watch: CallWatch?
    /// Ties the call to its handle; `nil` without one.
    let attachment: TransferAttachment?

    /// How often all calls of the transport had been cancelled when this one began.
    var cancellationCount: Int

    /// The request as it was built, with its credential and not sealed.
    var request = TransportRequest(url: "")
    /// Seals the request and opens the response; `nil` leaves them as they are.
    var cipher: (any PayloadCipher)?
    /// How the response is read.
    var decoding: Box<ResponseDecoding>?
    /// Supplies a response when the call fails.
    var fallback: (@Sendable (APIError) async -> TransportResponse?)?
    /// What the name of the request's credential stands for.
    var credential: Credential?
    /// When the time of the whole call is over, reconnections and all; `nil` is never.
    var deadline: ContinuousClock.Instant?

    /// The request as it was sealed and sent at last.
    private(set) var sent: TransportRequest?
    /// The response; the head of one whose body is a stream.
    var response: TransportResponse?
    /// The body of a response that is not read as a whole.
    var body: ByteStream?
    /// Where the call is; what its error will show.
    private(set) var stage = APIError.Stage.building
    /// Whether the observers know of the failure with which the call will end.
    var hasToldFailure = false

    /// - Parameters:
    ///   - attachment: Ties the call to its handle; `nil` without one.
    ///   - watch: Tells the observers of a call that is continued; `nil` begins a new one.
    init<E: EndpointRequest>(
        _: E.Type, of service: some APIService, _ delivery: Delivery,
        _ attachment: TransferAttachment? = nil, continuing watch: CallWatch? = nil
    ) {
        endpoint = E.name
        failures = E.Failure.self
        self.delivery = delivery
        transport = service.configuration.transport
        cancellationCount = transport.cancellationCount
        self.attachment = attachment
        self.watch = watch ?? CallWatch(endpoint, service.configuration.observers)
    }

    /// Whether a cipher changes what is sent.
    var isSealed: Bool { cipher.map { !$0.isPlaintext } ?? false }

    mutating func enter(_ stage: APIError.Stage, with request: TransportRequest) {
        self.stage = stage
        sent = request
    }

    mutating func enter(_ stage: APIError.Stage, with response: TransportResponse) {
        self.stage = stage
        self.response = response
    }

    mutating func enter(_ stage: APIError.Stage) { self.stage = stage }

    /// Begins anew, with a request that is going to be sent once more.
    mutating func restart() {
        enter(.building, with: request)
        response = nil
        body = nil
    }
}

extension TransportStream {
    /// The head as a response without a body.
    var headAsResponse: TransportResponse {
        var response = TransportResponse(
            status: status, headers: headers, bodyIntegrity: bodyIntegrity, redirects: redirects)
        response.isFallback = isFallback
        return response
    }
}
