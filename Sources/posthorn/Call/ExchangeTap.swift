internal import PosthornCore

/// Remembers the plain request and the opened response of a call, which the wire has sealed.
final class ExchangeTap: ClientObserver {
    private let state = Locked<(request: TransportRequest?, response: TransportResponse?)>(
        (nil, nil))

    var request: TransportRequest? { state.withLock { $0.request } }
    var response: TransportResponse? { state.withLock { $0.response } }

    func observe(_ event: CallEvent) {
        switch event.kind {
        case .built(let request): state.withLock { $0 = (request, nil) }
        case .responseReceived(let response): state.withLock { $0.response = response }
        default: break
        }
    }
}
