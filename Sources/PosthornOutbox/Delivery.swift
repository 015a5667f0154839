import PosthornCore

/// A stored call as an endpoint, which is sent or whose stored response is read.
struct Delivery<E: OutboxEndpoint>: Endpoint {
    typealias Output = E.Output
    typealias Failure = E.Failure
    static var name: String { E.name }
    static var addsWildcardToAccept: Bool { E.addsWildcardToAccept }
    let call: StoredCall

    func build(_ request: inout RequestBuilder) {
        E.prepareDelivery(&request)
        // The path and the rest of the message follow when the request is built.
        request.method(call.method, "/")
    }

    static func output(from response: CallResponse) throws -> E.Output {
        try E.output(from: response)
    }
}

/// Sends the stored request in place of the built one, and keeps the opened response.
private final class Sender: CallMiddleware {
    private let call: StoredCall
    private let kept = Locked<TransportResponse?>(nil)

    init(_ call: StoredCall) { self.call = call }

    var response: TransportResponse? { kept.withLock { $0 } }

    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        kept.withLock { $0 = nil }
        let response = try await next(call.restore(request))
        kept.withLock { $0 = response }
        return response
    }
}

/// Responds with a stored response, so that nothing is sent.
private struct Reader: CallMiddleware {
    let response: TransportResponse

    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) -> TransportResponse { response }
}

/// What an attempt resulted in.
enum Attempted: Sendable {
    case accepted(TransportResponse)
    case failed(APIError, TransportResponse?)
}

/// The functions of an endpoint that don't depend on its type.
struct OutboxRoute<Service: OutboxService>: Sendable {
    let attempt: @Sendable (Service, StoredCall) async -> Attempted

    init<E: OutboxEndpoint>(_: E.Type) {
        attempt = { service, call in
            let sender = Sender(call)
            do throws(E.Failure) {
                let response = try await service.with { $0.middleware.append(sender) }
                    .response(to: Delivery<E>(call: call))
                return .accepted(sender.response ?? response.raw)
            } catch {
                return .failed(error.apiError, sender.response)
            }
        }
    }
}

extension OutboxService {
    /// Reads the output or the documented failure of a stored response; sends nothing.
    func read<E: OutboxEndpoint>(
        _ response: TransportResponse, to call: StoredCall, of endpoint: E.Type
    ) async throws(E.Failure) -> E.Output {
        var service = with {
            $0.middleware = [Reader(response: response)]
            $0.retry = .never
            $0.fallback = { _ in nil }
        }
        // The call was observed when it was sent.
        service.configuration.observers = []
        return try await service.send(Delivery<E>(call: call))
    }
}
