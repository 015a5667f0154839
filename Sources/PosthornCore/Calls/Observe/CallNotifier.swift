import FoundationEssentials

/// Reports the events of a call to the observers.
final class CallNotifier: Sendable {
    /// The number of the call in this process.
    let call: Int
    private let endpoint: String
    private let delivery: CallEvent.Delivery
    private let start = ContinuousClock.now
    private let observers: [any ClientObserver]
    /// The names of the values that the endpoint hides, after the request was built.
    private let hidden = Locked<Set<String>>([])

    private static let last = Locked(0)

    init(
        _ endpoint: String, _ delivery: CallEvent.Delivery, _ observers: [any ClientObserver]
    ) {
        call = Self.last.withLock { last in
            last += 1
            return last
        }
        self.endpoint = endpoint
        self.delivery = delivery
        self.observers = observers
    }

    func notify(_ kind: CallEvent.Kind) {
        if case .built(let request) = kind, let names = request.details?.hidden, !names.isEmpty {
            hidden.withLock { $0 = names }
        }
        var event = CallEvent(
            call: call, endpoint: endpoint, delivery: delivery,
            elapsed: ContinuousClock.now - start, kind: kind)
        event.hidden = hidden.withLock { $0 }
        for observer in observers { observer.observe(event) }
    }

    /// Reports what is read of the response and is not as the spec says.
    func reporting<Value>(_ read: () throws -> Value) throws -> Value {
        try JSONReader.reportingDeviations(to: { self.notify(.deviation($0)) }, read)
    }

    /// Reports a response, and once for each endpoint that the server will end it.
    func received(_ response: TransportResponse, from origin: @autoclosure () -> String) {
        notify(.responseReceived(response))
        if let notice = CallEvent.DeprecationNotice(response.headers),
            notice.isFirst(of: endpoint, at: origin())
        {
            notify(.deprecated(notice))
        }
    }

    /// The largest number of preview bytes that an observer requests.
    var bodyPreviewLimit: Int { observers.map(\.bodyPreviewLimit).max() ?? 0 }

    /// Returns the body of a stream, and reports its end to the observers.
    func observed(_ body: ByteStream) -> ByteStream {
        let limit = bodyPreviewLimit
        return body.adapted((count: 0, beginning: Data())) { seen, read throws(TransportError) in
            guard let piece = try await read() else { return nil }
            seen.count += piece.count
            seen.beginning += piece.prefix(max(0, limit - seen.beginning.count))
            return piece
        } end: { seen, error in
            self.notify(.streamEnded(count: seen.count, beginning: seen.beginning, error: error))
        }
    }
}
