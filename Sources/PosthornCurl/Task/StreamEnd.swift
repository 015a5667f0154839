import FoundationEssentials
import Posthorn

/// Tells when a stream has ended or was dropped.
final class StreamEnd: Sendable {
    private enum State {
        case open(CheckedContinuation<TransportError?, Never>?)
        case ended(TransportError?)
    }

    private let state = Locked(State.open(nil))

    func end(_ error: TransportError?) {
        let waiter = state.withLock { state -> CheckedContinuation<TransportError?, Never>? in
            guard case .open(let waiter) = state else { return nil }
            state = .ended(error)
            return waiter
        }
        waiter?.resume(returning: error)
    }

    /// Waits for the end, and returns what went wrong.
    ///
    /// A cancelled task need not wait.
    func error() async -> TransportError? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let end = state.withLock { state -> TransportError?? in
                    switch state {
                    case .ended(let error): return .some(error)
                    case .open:
                        state = .open(waiter)
                        return nil
                    }
                }
                if let end { waiter.resume(returning: end) }
            }
        } onCancel: {
            end(.cancelled)
        }
    }
}

extension TransportStream {
    /// The same stream, and what tells of its end.
    func watched() -> (StreamEnd, TransportStream) {
        let end = StreamEnd()
        var stream = self
        stream.body = ByteStream(WatchedSource(body, end))
        return (end, stream)
    }
}

/// A source that tells when it has ended.
private final class WatchedSource: ByteSource {
    private let body: ByteStream
    private let end: StreamEnd

    init(_ body: ByteStream, _ end: StreamEnd) {
        self.body = body
        self.end = end
    }

    deinit { end.end(.cancelled) }

    func next() async throws(TransportError) -> Data? {
        var iterator = body.makeAsyncIterator()
        return try await told { () async throws(TransportError) in
            let piece = try await iterator.next()
            if piece == nil { end.end(nil) }
            return piece
        }
    }

    func discard() async throws(TransportError) -> Int {
        try await told { () async throws(TransportError) in
            let count = try await body.discard()
            end.end(nil)
            return count
        }
    }

    private func told<Value>(
        _ read: () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        do throws(TransportError) {
            return try await read()
        } catch {
            end.end(error)
            throw error
        }
    }
}
