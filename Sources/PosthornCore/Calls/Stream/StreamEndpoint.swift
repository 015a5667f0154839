/// A call whose response body is read while it arrives.
///
/// ``APIService/stream(_:)`` returns as soon as the head of the response was received.
public protocol StreamEndpoint: EndpointRequest {
    /// The type of the stream.
    associatedtype Output: StreamDecodable

    /// The element of the stream after which nothing follows.
    ///
    /// A text such as `"[DONE]"` is the data of an event or a line, and no element. `["event": "stop"]` names the
    /// last event, and `["event": ["done", "failed"]]` several. `["by": "done", "value": true]` is a member of the last element with its value. The stream ends
    /// there, without waiting for the end of its connection. If the body ends first, the stream fails with
    /// `APIError.Code.truncated`. The default, `nil`, is for streams that end with their body.
    static var endMarker: JSONValue? { get }
}

extension StreamEndpoint {
    /// `nil`: the stream ends with its body.
    public static var endMarker: JSONValue? { nil }
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

    /// Calls an endpoint and returns its stream with the status and the header fields of the response, as soon as
    /// they were received.
    ///
    /// The response has no body, because the stream reads it.
    /// - Throws: The endpoint's failure: a documented one, or an ``APIError``.
    public func response<E: StreamEndpoint>(
        to endpoint: E
    ) async throws(E.Failure) -> APIResponse<E.Output> {
        let (response, exchange) = try await open(endpoint, nil)
        return APIResponse(E.Output(response), of: exchange)
    }

    /// - Parameter attachment: Connects the call to its handle; `nil` if it has none.
    func stream<E: StreamEndpoint>(
        _ endpoint: E, _ attachment: TransferAttachment?
    ) async throws(E.Failure) -> E.Output {
        E.Output(try await open(endpoint, attachment).response)
    }

    /// - Parameter previous: The call of the stream that the new one continues, and the ID of its last event;
    ///   `nil` for a new stream.
    /// - Returns: The response, and the state of the call with its head.
    private func open<E: StreamEndpoint>(
        _ endpoint: E, _ attachment: TransferAttachment?,
        continuing previous: (exchange: Exchange, lastEventID: String)? = nil
    ) async throws(E.Failure) -> (response: StreamingResponse, exchange: Exchange) {
        let configuration = configuration
        var exchange = Exchange(
            E.self, of: configuration, .stream(E.Output.mediaTypes), attachment,
            continuing: previous?.exchange)
        let response = try await Call.run(
            endpoint, of: self, configuration, &exchange,
            adjust: { exchange in
                guard let (previous, lastEventID) = previous else { return }
                exchange.resume(previous, after: lastEventID, configuration.callClock)
            }
        ) { exchange in
            guard let head = exchange.response, var body = exchange.body else {
                throw CancellationError()
            }
            let accepting = exchange.boxedPolicies.value.first as? AcceptingPolicy
            try MediaType.require(accepting?.mediaTypes ?? E.Output.mediaTypes, ofStream: head)
            exchange.notifier?.notify(.succeeded(head))
            if let attachment = exchange.attachment {
                body = body.adapted(()) { _, read throws(TransportError) in
                    try await read()
                } end: { _, error in
                    attachment.endSoon(error)
                }
            }
            return StreamingResponse(
                exchange, head, body, configuration.callClock, E.endMarker.map(EndMarker.init)
            ) {
                exchange, lastEventID throws(APIError) in
                do throws(E.Failure) {
                    return try await open(
                        endpoint, exchange.attachment, continuing: (exchange, lastEventID)
                    ).response
                } catch {
                    // A stream throws only `APIError`.
                    throw error.apiError
                }
            }
        }
        return (response, exchange)
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
