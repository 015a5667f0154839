package import FoundationEssentials

extension ByteStream {
    /// Returns a stream that transforms, checks or counts the pieces of this one.
    /// - Parameters:
    ///   - state: The state that the stream keeps between pieces; one task uses it at a time.
    ///   - next: Returns the next piece, or `nil` at the end. It reads as many pieces of this stream as it
    ///     needs.
    ///   - end: Is called once: at the end, after an error, or when the stream is released early.
    package func adapted<State: Sendable>(
        _ state: State,
        next:
            @escaping @Sendable (
                _ state: inout State, _ read: () async throws(TransportError) -> Data?
            ) async throws(TransportError) -> Data?,
        end: @escaping @Sendable (State, TransportError?) -> Void = { _, _ in }
    ) -> ByteStream {
        ByteStream(AdaptedSource(self, state, next, end))
    }
}

private final class AdaptedSource<State: Sendable>: ByteStream.Source {
    typealias Next =
        @Sendable (
            _ state: inout State, _ read: () async throws(TransportError) -> Data?
        ) async throws(TransportError) -> Data?

    private enum Phase {
        case waiting(State)
        /// The state is taken out, so that no lock is held while a closure runs.
        case reading
        case ended(TransportError?)
    }

    private let body: ByteStream
    private let phase: Locked<Phase>
    private let step: Next
    private let end: @Sendable (State, TransportError?) -> Void

    init(
        _ body: ByteStream, _ state: State, _ step: @escaping Next,
        _ end: @escaping @Sendable (State, TransportError?) -> Void
    ) {
        self.body = body
        phase = Locked(.waiting(state))
        self.step = step
        self.end = end
    }

    deinit { if case .waiting(let state) = phase.withLock({ $0 }) { end(state, nil) } }

    func next() async throws(TransportError) -> Data? {
        var state: State
        let before = phase.withLock { phase in
            defer { if case .waiting = phase { phase = .reading } }
            return phase
        }
        switch before {
        case .waiting(let waiting): state = waiting
        case .reading: throw .readTwice
        case .ended(let error?): throw error
        case .ended(nil): return nil
        }
        do throws(TransportError) {
            var iterator = body.makeAsyncIterator()
            let piece = try await step(&state) { () async throws(TransportError) in
                try await iterator.next()
            }
            phase.withLock { [state] in $0 = piece == nil ? .ended(nil) : .waiting(state) }
            if piece == nil { end(state, nil) }
            return piece
        } catch {
            phase.withLock { $0 = .ended(error) }
            end(state, error)
            throw error
        }
    }
}

extension TransportError {
    package static let readTwice = TransportError(
        .invalidRequest, "two tasks read one body at the same time",
        advice: "read it in one task, or collect it first")
}

// Reflection must not reach state that another task uses; the state may also contain keys.
extension AdaptedSource: RedactedStringConvertible {}
