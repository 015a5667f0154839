public import FoundationEssentials

/// Changes the bytes of a body while they pass: asked for each piece, and once more at the end.
public protocol ByteChanger: Sendable {
    /// What becomes of a piece; may be empty while the changer waits for more.
    mutating func change(_ piece: Data) throws -> Data

    /// What comes after the last piece.
    mutating func end() throws -> Data
}

extension MessageBody {
    /// This body, changed piece by piece while it is sent; nothing of it is kept in memory.
    /// - Parameters:
    ///   - length: How many bytes it has then; `nil` if that is not known.
    ///   - changer: Makes a changer each time that the body is sent, so that a second try has a nonce
    ///     of its own; a signer that reads the body before it is sent refuses it for that.
    public func changed<Changer: ByteChanger>(
        length: Int?, by changer: @escaping @Sendable () throws -> Changer
    ) -> MessageBody {
        MessageBody(
            BodyStream(length: length, isReplayable: isReplayable, isSameEachTime: false) { take in
                var changer = try changer()
                try await read { piece in
                    let changed = try changer.change(piece)
                    if !changed.isEmpty { try await take(changed) }
                }
                let rest = try changer.end()
                if !rest.isEmpty { try await take(rest) }
            })
    }
}

extension ByteStream {
    /// This stream, changed piece by piece as it is read.
    ///
    /// What the changer throws ends the stream: an ``APIError/Cause`` as a ``TransportError`` of the same
    /// code and words.
    public func changed(by changer: some ByteChanger) -> ByteStream {
        ByteStream(ChangedSource(self, changer))
    }
}

/// Reads a stream through a changer, which may hold keys.
private final class ChangedSource<Changer: ByteChanger>: ByteSource {
    private struct State {
        /// Taken out while it works, so that no lock is held over code that is not ours.
        var changer: Changer?
        /// What the changer has not been given of the last piece.
        var rest = Data()
        /// How the stream ended; nothing is read after that.
        var end: Result<Void, TransportError>?
    }

    /// How much the changer is given at once: what it makes of a large piece is not in memory beside it.
    private static var stepByteCount: Int { 64 << 10 }

    private let body: ByteStream
    private let state: Locked<State>

    init(_ body: ByteStream, _ changer: Changer) {
        self.body = body
        state = Locked(State(changer: changer))
    }

    func next() async throws(TransportError) -> Data? {
        while true {
            if let end = state.withLock({ $0.end }) {
                try end.get()
                return nil
            }
            // Taken before the piece, so that each piece has its changer in the order of the bytes.
            let (taken, rest) = state.withLock { ($0.changer.take(), $0.rest) }
            guard var changer = taken else {
                throw TransportError(
                    .bodyFailed, "the stream is read while another task reads it",
                    advice: "read it from one task")
            }
            let piece = rest.isEmpty ? try await nextPiece() : rest
            let step = piece?.prefix(Self.stepByteCount)
            let changed: Data
            do {
                changed = try step.map { try changer.change($0) } ?? changer.end()
            } catch {
                var failure = Self.transportError(error)
                failure.isOfCipher = true
                throw finish(failure)
            }
            state.withLock { state in
                state.rest = piece?.dropFirst(Self.stepByteCount) ?? Data()
                if piece == nil { state.end = .success(()) } else { state.changer = changer }
            }
            if !changed.isEmpty { return changed }
        }
    }

    private func nextPiece() async throws(TransportError) -> Data? {
        var iterator = body.makeAsyncIterator()
        do throws(TransportError) {
            return try await iterator.next()
        } catch {
            throw finish(error)
        }
    }

    private func finish(_ error: TransportError) -> TransportError {
        state.withLock { $0.end = .failure(error) }
        return error
    }

    private static func transportError(_ error: any Error) -> TransportError {
        switch error {
        case let error as TransportError: error
        case let fault as APIError.Cause:
            TransportError(
                TransportError.Code(rawValue: fault.code.rawValue), fault.message,
                advice: fault.advice, underlying: fault.underlying)
        case is CancellationError: TransportError(.cancelled, "the call was cancelled")
        default:
            TransportError(
                TransportError.Code(rawValue: APIError.Code.openingFailed.rawValue),
                "the stream could not be opened: an error of type \(type(of: error)) was thrown",
                advice: "look at what the cipher throws", underlying: error)
        }
    }
}

/// Shows nothing: a dump of a stream must not walk into the keys of its changer.
extension ChangedSource: RedactedStringConvertible {}
