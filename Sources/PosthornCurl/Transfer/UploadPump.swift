import FoundationEssentials

/// A bounded buffer from the task that produces a streamed body to the loop's thread, which sends it.
///
/// Back-pressure: the source waits while the buffer is full. While it is empty the transfer is paused; the
/// next bytes resume it.
final class UploadPump: Sendable {
    enum Step {
        case bytes(Int)
        case wait
        case end
        case failed(TransportError)
    }

    private struct State {
        var pieces: [Data] = []
        /// The number of bytes of the first piece that were sent.
        var position = 0
        var count = 0
        var isStarved = false
        var isClosed = false
        /// The result after the last piece.
        var end: Step?
        var room: CheckedContinuation<Void, Never>?
        var maker: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let stream: BodyStream
    private let wake: @Sendable () -> Void
    private static let capacity = 256 << 10

    init(_ stream: BodyStream, wake: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.wake = wake
    }

    /// Starts to read the source, which must not have been started.
    func start() throws(TransportError) {
        guard stream.begin() else { throw .bodyNotReplayable }
        let maker = Task { await make() }
        state.withLock { $0.maker = maker }
    }

    /// Copies bytes into libcurl's buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        let (step, room) = state.withLock { state in
            let count = Self.move(from: &state, into: buffer)
            if count > 0 {
                let hasRoom = state.count < Self.capacity
                return (Step.bytes(count), hasRoom ? state.room.take() : nil)
            }
            state.isStarved = state.end == nil
            return (state.end ?? .wait, nil as CheckedContinuation<Void, Never>?)
        }
        room?.resume()
        return step
    }

    /// Cancels the source, whose bytes are no longer needed.
    func close() {
        // Released after the lock: the memory may have a deallocator of the caller's.
        let (maker, room, pieces) = state.withLock { state in
            state.isClosed = true
            defer { state.pieces = [] }
            return (state.maker.take(), state.room.take(), state.pieces)
        }
        maker?.cancelElsewhere()
        room?.resume()
        _ = pieces
    }

    private static func move(
        from state: inout State, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let piece = state.pieces.first else { return 0 }
        let count = piece.dropFirst(state.position).copyBytes(to: buffer)
        state.position += count
        state.count -= count
        if state.position == piece.count {
            state.pieces.removeFirst()
            state.position = 0
        }
        return count
    }

    private func make() async {
        do {
            if let last = try await pushAll() { await push(last) }
            end(.end)
        } catch {
            end(.failed(error as? TransportError ?? .sourceFailed(error)))
        }
    }

    /// Pushes all pieces except the one that completes a declared length.
    ///
    /// That piece is returned when the source has ended, so that a body that is too long never looks
    /// complete.
    private func pushAll() async throws -> Data? {
        var (total, last) = (0, nil as Data?)
        try await stream.read { piece in
            try Task.checkCancellation()
            guard !piece.isEmpty else { return }
            total += piece.count
            guard let length = stream.length else { return await push(piece) }
            guard total <= length else { throw TransportError.wrongLength(length, isMore: true) }
            if total < length { await push(piece) } else { last = piece }
        }
        if let length = stream.length, total < length {
            throw TransportError.wrongLength(length, isMore: false)
        }
        return last
    }

    private func push(_ piece: Data) async {
        await withCheckedContinuation { continuation in
            let (wakes, continues) = state.withLock { state in
                guard !state.isClosed else { return (false, true) }
                state.pieces.append(piece)
                state.count += piece.count
                defer { state.isStarved = false }
                if state.count < Self.capacity { return (state.isStarved, true) }
                state.room = continuation
                return (state.isStarved, false)
            }
            if wakes { wake() }
            if continues { continuation.resume() }
        }
    }

    private func end(_ end: Step) {
        let wakes = state.withLock { state in
            state.end = end
            defer { state.isStarved = false }
            return state.isStarved
        }
        if wakes { wake() }
    }
}

extension TransportError {
    static let bodyNotReplayable = TransportError(
        .bodyNotReplayable, "the body is a stream that can be sent only once, and was sent before",
        advice: "give the stream a closure that makes it again")

    fileprivate static func wrongLength(_ length: Int, isMore: Bool) -> TransportError {
        TransportError(
            .bodyFailed,
            "the source of the body gave \(isMore ? "more" : "fewer") bytes than the \(length) that "
                + "its length says",
            advice: "give the right length, or none")
    }
}
