/// A call whose response is read piece by piece while it arrives.
///
/// ``APIService/stream(_:)`` returns as soon as the head of the response has arrived.
public protocol StreamEndpoint: EndpointRequest {
    /// What the pieces become.
    associatedtype Output: StreamDecodable
}

/// What the pieces of a streamed response become: ``ByteStream``, ``EventStream`` or ``LineStream``.
public protocol StreamDecodable: Sendable {
    /// The media types that it reads, sent as `Accept`.
    ///
    /// Empty accepts all.
    static var mediaTypes: [String] { get }

    /// Takes over a response whose status is good.
    init(_ answer: StreamingResponse)
}

extension ByteStream: StreamDecodable {
    /// All media types.
    public static var mediaTypes: [String] { [] }

    /// The body as it arrives.
    public init(_ answer: StreamingResponse) { self = answer.body }
}

extension APIService {
    /// Calls an endpoint and returns its response as a stream, as soon as the head has come.
    ///
    /// The whole call has no time limit unless the spec or the caller sets one.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``.
    public func stream<E: StreamEndpoint>(_ endpoint: E) async throws(E.Failure) -> E.Output {
        try await stream(endpoint, nil)
    }

    /// - Parameter attachment: Ties the call to its handle; `nil` without one.
    func stream<E: StreamEndpoint>(
        _ endpoint: E, _ attachment: TransferAttachment?
    ) async throws(E.Failure) -> E.Output {
        var exchange = Exchange(E.self, of: self, .stream(E.Output.mediaTypes), attachment)
        do {
            return E.Output(try await open(endpoint, &exchange))
        } catch {
            let failure: E.Failure = exchange.failure(error)
            await attachment?.end(failure.apiError.asTransportError)
            throw failure
        }
    }

    /// - Parameter resume: Makes of a call the one before; nothing for the first one.
    private func open<E: StreamEndpoint>(
        _ endpoint: E, _ exchange: inout Exchange, resume: (inout Exchange) -> Void = { _ in }
    ) async throws -> StreamingResponse {
        var opened: StreamingResponse?
        try await Call.run(&exchange) { exchange in
            try exchange.build(endpoint, of: try await resolved())
            resume(&exchange)
        } decode: { exchange in
            guard let head = exchange.response, var body = exchange.body else { return }
            exchange.watch?.tell(.succeeded(head))
            if let attachment = exchange.attachment {
                body = body.adapted(()) { _, read throws(TransportError) in
                    try await read()
                } end: { _, error in
                    attachment.endSoon(error)
                }
            }
            opened = StreamingResponse(exchange, head, body) {
                previous, lastEventID throws(APIError) in
                try await reopen(endpoint, previous, after: lastEventID)
            }
        }
        guard let opened else { throw CancellationError() }
        return opened
    }

    private func reopen<E: StreamEndpoint>(
        _ endpoint: E, _ previous: Exchange, after lastEventID: String
    ) async throws(APIError) -> StreamingResponse {
        var exchange = Exchange(
            E.self, of: self, .stream(E.Output.mediaTypes), previous.attachment,
            continuing: previous.watch)
        do {
            return try await open(endpoint, &exchange) { exchange in
                exchange.resume(previous, after: lastEventID)
            }
        } catch {
            // A stream throws one type of error: a documented failure is its status there.
            var cause: any Error = error
            if error is E.Failure, !(error is APIError), let response = exchange.response {
                cause = APIError.Cause.status(response)
            }
            throw exchange.error(cause)
        }
    }
}
