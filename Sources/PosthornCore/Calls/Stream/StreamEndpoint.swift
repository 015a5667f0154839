/// A call whose response body is read while it arrives.
///
/// ``APIService/stream(_:)`` returns as soon as the head of the response was received.
public protocol StreamEndpoint: EndpointRequest {
    /// The type of the stream.
    associatedtype Output: StreamDecodable
}

/// A type that reads a streamed response: ``ByteStream``, ``EventStream`` or ``LineStream``.
public protocol StreamDecodable: Sendable {
    /// The media types that the stream accepts, sent as `Accept`.
    ///
    /// An empty array accepts all.
    static var mediaTypes: [String] { get }

    /// Creates the stream of a response with an accepted status.
    init(_ response: StreamingResponse)
}

extension ByteStream: StreamDecodable {
    /// An empty array: all media types.
    public static var mediaTypes: [String] { [] }

    /// Creates the stream of the body's bytes.
    public init(_ response: StreamingResponse) { self = response.body }
}

extension APIService {
    /// Calls an endpoint and returns its response as a stream, as soon as the head was received.
    ///
    /// The total call has no time limit unless the spec or the caller sets one.
    /// - Throws: The endpoint's failure: a documented one, or an ``APIError``.
    public func stream<E: StreamEndpoint>(_ endpoint: E) async throws(E.Failure) -> E.Output {
        try await stream(endpoint, nil)
    }

    /// - Parameter attachment: Connects the call to its handle; `nil` if it has none.
    func stream<E: StreamEndpoint>(
        _ endpoint: E, _ attachment: TransferAttachment?
    ) async throws(E.Failure) -> E.Output {
        var exchange = Exchange(
            E.self, of: configuration, .stream(E.Output.mediaTypes), attachment)
        do {
            return E.Output(try await open(endpoint, &exchange))
        } catch {
            let failure: E.Failure = exchange.failure(error)
            await attachment?.end(failure.apiError.asTransportError)
            throw failure
        }
    }

    /// - Parameter resume: Transfers the state of the previous call; does nothing for the first.
    private func open<E: StreamEndpoint>(
        _ endpoint: E, _ exchange: inout Exchange, resume: (inout Exchange) -> Void = { _ in }
    ) async throws -> StreamingResponse {
        try await exchange.build(endpoint, resolving: self, configuration)
        resume(&exchange)
        return try await Call.run(&exchange) { exchange in
            guard let head = exchange.response, var body = exchange.body else {
                throw CancellationError()
            }
            exchange.watch?.tell(.succeeded(head))
            if let attachment = exchange.attachment {
                body = body.adapted(()) { _, read throws(TransportError) in
                    try await read()
                } end: { _, error in
                    attachment.endSoon(error)
                }
            }
            return StreamingResponse(exchange, head, body, configuration.callClock) {
                previous, lastEventID throws(APIError) in
                try await reopen(endpoint, previous, after: lastEventID)
            }
        }
    }

    private func reopen<E: StreamEndpoint>(
        _ endpoint: E, _ previous: Exchange, after lastEventID: String
    ) async throws(APIError) -> StreamingResponse {
        var exchange = Exchange(
            E.self, of: configuration, .stream(E.Output.mediaTypes), previous.attachment,
            continuing: previous.watch)
        do {
            return try await open(endpoint, &exchange) { exchange in
                exchange.resume(previous, after: lastEventID, configuration.callClock)
            }
        } catch {
            // A stream throws only `APIError`, so a documented failure becomes the error of its status.
            var cause: any Error = error
            if error is E.Failure, !(error is APIError), let response = exchange.response {
                cause = APIError.Cause.status(response)
            }
            throw exchange.error(cause)
        }
    }
}
