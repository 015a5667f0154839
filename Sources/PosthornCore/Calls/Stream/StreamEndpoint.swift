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
        E.Output(try await open(endpoint, attachment))
    }

    /// - Parameter previous: The call of the stream that the new one continues, and the ID of its last event;
    ///   `nil` for a new stream.
    private func open<E: StreamEndpoint>(
        _ endpoint: E, _ attachment: TransferAttachment?,
        continuing previous: (exchange: Exchange, lastEventID: String)? = nil
    ) async throws(E.Failure) -> StreamingResponse {
        let configuration = configuration
        var exchange = Exchange(
            E.self, of: configuration, .stream(E.Output.mediaTypes), attachment,
            continuing: previous?.exchange)
        return try await Call.run(
            endpoint, of: self, configuration, &exchange,
            adjust: { exchange in
                guard let (previous, lastEventID) = previous else { return }
                exchange.resume(previous, after: lastEventID, configuration.callClock)
            }
        ) { exchange in
            guard let head = exchange.response, var body = exchange.body else {
                throw CancellationError()
            }
            try MediaType.require(E.Output.mediaTypes, ofStream: head)
            exchange.notifier?.notify(.succeeded(head))
            if let attachment = exchange.attachment {
                body = body.adapted(()) { _, read throws(TransportError) in
                    try await read()
                } end: { _, error in
                    attachment.endSoon(error)
                }
            }
            return StreamingResponse(exchange, head, body, configuration.callClock) {
                exchange, lastEventID throws(APIError) in
                do throws(E.Failure) {
                    return try await open(
                        endpoint, exchange.attachment, continuing: (exchange, lastEventID))
                } catch {
                    // A stream throws only `APIError`.
                    throw error.apiError
                }
            }
        }
    }
}

extension MediaType {
    /// Throws if the stream's media type matches none of the patterns; a missing one is accepted.
    fileprivate static func require(_ patterns: [String], ofStream head: TransportResponse) throws {
        guard !patterns.isEmpty, let found = head.mediaType,
            !patterns.contains(where: { matches(found, $0) })
        else { return }
        throw APIError.Cause(
            .unacceptableMediaType,
            "the response is \(found), and the stream reads " + patterns.joined(separator: ", "),
            advice: "ask the server for it, or let the endpoint return another type")
    }
}
