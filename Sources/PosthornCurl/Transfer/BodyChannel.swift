import FoundationEssentials
import Posthorn

/// The way of a body from the loop's thread to the task that reads it.
///
/// It holds a limited number of bytes: when they are not read, the transfer pauses, the socket's
/// buffers fill up, and the server has to wait.
final class BodyChannel: Sendable {
    typealias Piece = Result<Data?, TransportError>

    private struct State: ~Copyable {
        var buffer = PieceBuffer()
        var isPaused = false
        /// Whether the loop knows that it owes the reader a piece.
        var isOwing = false
        /// How many bytes were dropped; `nil` as long as they are to be read.
        var dropped: Int?
        /// What the reader gets behind the last piece.
        var end: Piece?
        /// Whether nobody will read any more.
        var isAbandoned = false
        var reader: CheckedContinuation<Piece, Never>?
    }

    private let state = Locked(State())
    /// How many bytes may wait for their reader.
    ///
    /// More than two of libcurl's buffers: while a reader wakes up, a fast server fills one and a half. To
    /// pause costs libcurl a copy of what it could not hand over.
    private static let capacity = 512 << 10

    /// What became of bytes from the loop.
    enum Push {
        case taken
        /// They are the first for a reader that waits: ``deliver()`` is to be called when all have
        /// come that come now.
        case owed
        /// There is no room for them: they are offered again after the transfer has been resumed.
        case refused
    }

    /// Takes bytes from the loop.
    ///
    /// The reader is not woken for each: libcurl hands over what it has in pieces of 16 KiB, and to
    /// wake a task costs more than to copy them.
    /// - Parameter memory: Where memory for many comes from.
    func push(_ bytes: UnsafeRawBufferPointer, _ memory: BodyMemory) -> Push {
        state.withLock { state in
            if let dropped = state.dropped {
                state.dropped = dropped + bytes.count
                return .taken
            }
            guard state.buffer.count < Self.capacity else {
                state.isPaused = true
                return .refused
            }
            state.buffer.append(bytes, memory)
            guard state.reader != nil, !state.isOwing else { return .taken }
            state.isOwing = true
            return .owed
        }
    }

    /// Gives a waiting reader what there is.
    func deliver() {
        let (reader, piece) = state.withLock { state in
            state.isOwing = false
            guard state.reader != nil, let piece = state.buffer.take() else {
                return (nil as CheckedContinuation<Piece, Never>?, nil as Data?)
            }
            return (state.reader.take(), piece)
        }
        reader?.resume(returning: .success(piece))
    }

    /// Ends the body: complete with `nil`, else with what went wrong.
    ///
    /// One that has ended stays as it is.
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

    /// Whether its reader is gone.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Notes that its reader is gone.
    /// - Returns: Whether the body had come to its end, read or not.
    func abandon() -> Bool {
        state.withLock { state in
            state.isAbandoned = true
            return if case .success = state.end { true } else { false }
        }
    }

    /// The next piece.
    ///
    /// - Parameter resume: Called if the transfer had to pause and may go on.
    func next(resume: () -> Void) async -> Piece {
        await read(resume) { Self.take(from: &$0, for: $1) }
    }

    /// Drops what is there and what comes, and waits for the end.
    ///
    /// - Parameter resume: Called if the transfer had to pause and may go on.
    /// - Returns: How many bytes were dropped.
    func discard(resume: () -> Void) async -> Result<Int, TransportError> {
        let end = await read(resume) { state, reader in
            if state.reader == nil {
                state.dropped = (state.dropped ?? 0) + state.buffer.count
                state.buffer = PieceBuffer()
            }
            return Self.take(from: &state, for: reader)
        }
        return end.map { _ in state.withLock { $0.dropped.take() ?? 0 } }
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

    /// What there is for a reader, or `nil` after it has been put down to wait.
    private static func take(
        from state: inout State, for reader: CheckedContinuation<Piece, Never>
    ) -> (Piece?, wasPaused: Bool) {
        guard state.reader == nil else { return (.failure(.readTwice), false) }
        if let piece = state.buffer.take() {
            // Not at each piece: there is to be room for what comes at once after that.
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

/// The reader's end of a channel: the transfer ends with it, unless the response has ended before.
final class BodyReaderEnd: ByteSource {
    private let channel: BodyChannel
    private let loop: EventLoop
    private let id: UInt64
    /// Keeps the session alive: a dropped session ends its transfers.
    private let session: CurlSession
    /// The task whose body it is; `nil` of a call without one.
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

    // The server may still read the request's body after its response.
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

extension TransportError {
    static let readTwice = TransportError(
        .invalidRequest, "two tasks read one body at the same time",
        advice: "read it in one task, or collect it first")
}
