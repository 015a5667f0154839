import FoundationEssentials

/// Tells a call's observers what happens; there is none where nobody observes.
struct CallWatch: Sendable {
    private let call: Int
    private let endpoint: String
    private let start = ContinuousClock.now
    private let observers: [any ClientObserver]

    private static let last = Locked(0)

    /// Starts to watch a call; `nil` without observers.
    init?(_ endpoint: String, _ observers: [any ClientObserver]) {
        guard !observers.isEmpty else { return nil }
        call = Self.last.withLock { last in
            last += 1
            return last
        }
        self.endpoint = endpoint
        self.observers = observers
    }

    func tell(_ kind: CallEvent.Kind) {
        let event = CallEvent(
            call: call, endpoint: endpoint, elapsed: ContinuousClock.now - start, kind: kind)
        for observer in observers { observer.observe(event) }
    }

    /// How many bytes of a streamed body one of the observers asks for.
    var streamedBytes: Int { observers.map(\.streamedBytes).max() ?? 0 }

    /// The body of a stream, whose end is told.
    func watched(_ body: ByteStream) -> ByteStream {
        ByteStream(WatchedSource(body, limit: streamedBytes, watch: self))
    }
}

/// Counts the bytes of a body on their way to its reader and keeps the first of them.
private final class WatchedSource: ByteSource {
    private struct State {
        var count = 0
        var beginning = Data()
        var hasEnded = false
    }

    private let body: ByteStream
    private let limit: Int
    private let watch: CallWatch
    private let state = Locked(State())

    init(_ body: ByteStream, limit: Int, watch: CallWatch) {
        self.body = body
        self.limit = limit
        self.watch = watch
    }

    deinit { end(nil) }

    func next() async throws(TransportError) -> Data? {
        do throws(TransportError) {
            var iterator = body.makeAsyncIterator()
            guard let piece = try await iterator.next() else {
                end(nil)
                return nil
            }
            state.withLock { state in
                state.count += piece.count
                state.beginning += piece.prefix(max(0, limit - state.beginning.count))
            }
            return piece
        } catch {
            end(error)
            throw error
        }
    }

    private func end(_ error: TransportError?) {
        let last = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let last else { return }
        watch.tell(.streamEnded(count: last.count, beginning: last.beginning, error: error))
    }
}
