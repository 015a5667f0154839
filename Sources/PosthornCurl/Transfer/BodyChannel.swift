import FoundationEssentials

/// A bounded buffer from the loop's thread to the task that reads a body.
///
/// Back-pressure: if its bytes are not read, the transfer pauses, the socket's buffers fill up, and the
/// server has to wait.
final class BodyChannel: Sendable {
    typealias Piece = Result<Data?, TransportError>

    private struct State: ~Copyable {
        var buffer = PieceBuffer()
        var isPaused = false
        /// Whether the loop will call ``deliver()``.
        var isDeliveryPlanned = false
        /// The number of discarded bytes; `nil` unless the reader discards the body.
        var discarded: Int?
        /// The result for the reader after the last piece.
        var end: Piece?
        /// Whether the reader was released.
        var isAbandoned = false
        var reader: CheckedContinuation<Piece, Never>?
    }

    private let state = Locked(State())
    /// The capacity in bytes.
    ///
    /// It holds two of libcurl's buffers, because a fast server fills one and a half while a reader wakes
    /// up. Each pause makes libcurl copy the bytes that it could not deliver.
    private static let capacity = 512 << 10

    enum Push {
        case taken
        /// The first bytes for a waiting reader: call ``deliver()`` after all available bytes are pushed.
        case needsDelivery
        /// The channel is full: the bytes are pushed again after the transfer has been resumed.
        case refused
    }

    /// Adds bytes from the loop.
    ///
    /// The reader is not resumed for each push: libcurl delivers pieces of 16 KiB, and resuming a task costs
    /// more than copying them.
    /// - Parameter isUrgent: Whether a full channel takes the bytes too.
    func push(_ bytes: UnsafeRawBufferPointer, isUrgent: Bool = false) -> Push {
        state.withLock { state in
            if let discarded = state.discarded {
                state.discarded = discarded + bytes.count
                return .taken
            }
            guard isUrgent || state.buffer.count < Self.capacity else {
                state.isPaused = true
                return .refused
            }
            state.buffer.append(bytes)
            guard state.reader != nil, !state.isDeliveryPlanned else { return .taken }
            state.isDeliveryPlanned = true
            return .needsDelivery
        }
    }

    /// Gives the available bytes to a waiting reader.
    func deliver() {
        let (reader, piece) = state.withLock { state in
            state.isDeliveryPlanned = false
            guard state.reader != nil, let piece = state.buffer.take() else {
                return (nil as CheckedContinuation<Piece, Never>?, nil as Data?)
            }
            return (state.reader.take(), piece)
        }
        reader?.resume(returning: .success(piece))
    }

    /// Ends the body, with `nil` if it is complete, otherwise with an error.
    ///
    /// Has no effect if it has ended.
    func end(_ error: TransportError?) {
        deliver()
        let end = error.map { Piece.failure($0) } ?? .success(nil)
        let reader = state.withLock { state in
            guard state.end == nil else { return nil as CheckedContinuation<Piece, Never>? }
            state.end = end
            return state.reader.take()
        }
        reader?.resume(returning: end)
    }

    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Records that the reader was released.
    ///
    /// - Returns: Whether the body had ended, read or not.
    func abandon() -> Bool {
        state.withLock { state in
            state.isAbandoned = true
            return if case .success = state.end { true } else { false }
        }
    }

    /// - Parameter resume: Called if the transfer was paused and may be resumed.
    func next(resume: () -> Void) async -> Piece {
        await read(resume) { Self.take(from: &$0, for: $1) }
    }

    /// Discards the available and all further bytes, and waits for the end.
    ///
    /// - Parameter resume: Called if the transfer was paused and may be resumed.
    /// - Returns: The number of discarded bytes.
    func discard(resume: () -> Void) async -> Result<Int, TransportError> {
        let end = await read(resume) { state, reader in
            if state.reader == nil {
                state.discarded = (state.discarded ?? 0) + state.buffer.count
                state.buffer = PieceBuffer()
            }
            return Self.take(from: &state, for: reader)
        }
        return end.map { _ in state.withLock { $0.discarded.take() ?? 0 } }
    }

    private func read(
        _ resume: () -> Void,
        _ take: (inout State, CheckedContinuation<Piece, Never>) -> (Piece?, wasPaused: Bool)
    ) async -> Piece {
        await withCheckedContinuation { reader in
            let (piece, wasPaused) = state.withLock { take(&$0, reader) }
            if wasPaused { resume() }
            if let piece { reader.resume(returning: piece) }
        }
    }

    /// Returns the next piece for a reader, or `nil` after registering it as waiting.
    private static func take(
        from state: inout State, for reader: CheckedContinuation<Piece, Never>
    ) -> (Piece?, wasPaused: Bool) {
        guard state.reader == nil else { return (.failure(.readTwice), false) }
        if let piece = state.buffer.take() {
            // Resumes only when half empty, so that the bytes that then arrive at once fit.
            let wasPaused = state.isPaused && state.buffer.count < capacity / 2
            if wasPaused { state.isPaused = false }
            return (.success(piece), wasPaused)
        }
        if let end = state.end { return (end, false) }
        state.reader = reader
        defer { state.isPaused = false }
        return (nil, state.isPaused)
    }
}

/// The reading end of a channel; releasing it before the response has ended cancels the transfer.
final class BodyReaderEnd: ByteStream.Source {
    private let channel: BodyChannel
    private let loop: EventLoop
    private let id: UInt64
    /// Retains the session, because a released session ends its transfers.
    private let session: CurlSession
    /// The task of the body; `nil` for a plain call.
    private let task: SessionTask?

    init(
        _ channel: BodyChannel, _ loop: EventLoop, _ id: UInt64, of session: CurlSession,
        for task: SessionTask?
    ) {
        self.channel = channel
        self.loop = loop
        self.id = id
        self.session = session
        self.task = task
    }

    // After the end of the response, the server may still read the request's body.
    deinit { if !channel.abandon() { loop.post(.cancel(id)) } }

    func next() async throws(TransportError) -> Data? {
        try await read { channel, resume in await channel.next(resume: resume) }
    }

    func discard() async throws(TransportError) -> Int {
        try await read { channel, resume in await channel.discard(resume: resume) }
    }

    private func read<Value: Sendable>(
        _ body: (BodyChannel, () -> Void) async -> Result<Value, TransportError>
    ) async throws(TransportError) -> Value {
        let (channel, loop, id) = (channel, loop, id)
        let result = await withTaskCancellationHandler {
            await body(channel) { loop.post(.resume(id)) }
        } onCancel: {
            loop.post(.cancel(id))
        }
        do throws(TransportError) {
            return try result.get()
        } catch {
            throw error.code == .cancelled ? task?.cancellation(error) ?? error : error
        }
    }
}
