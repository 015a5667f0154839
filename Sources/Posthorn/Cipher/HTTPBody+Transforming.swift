public import FoundationEssentials

/// Changes the bytes of a body while they pass: asked for each piece, and once more at the end.
public protocol ByteTransform: Sendable {
    /// What becomes of a piece; may be empty while the changer waits for more.
    mutating func change(_ piece: Data) throws -> Data

    /// What comes after the last piece.
    mutating func end() throws -> Data
}

extension HTTPBody {
    /// This body, changed piece by piece while it is sent; nothing of it is kept in memory.
    /// - Parameters:
    ///   - length: How many bytes it has then; `nil` if that is not known.
    ///   - changer: Makes a changer each time that the body is sent, so that a second try has a nonce
    ///     of its own; a signer that reads the body before it is sent refuses it for that.
    public func transformed<Changer: ByteTransform>(
        length: Int?, by changer: @escaping @Sendable () throws -> Changer
    ) -> HTTPBody {
        HTTPBody(
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
    public func transformed(by changer: some ByteTransform) -> ByteStream {
        // How much the changer is given at once: what it makes of a large piece is not in memory beside it.
        let step = 64 << 10
        // What the changer has not been given of the last piece; `nil` at the end.
        return adapted((changer: changer, rest: Data?(Data()))) {
            state, read throws(TransportError) in
            while let rest = state.rest {
                let piece = rest.isEmpty ? try await read() : rest
                state.rest = piece?.dropFirst(step)
                do {
                    let changed =
                        try piece.map { try state.changer.change($0.prefix(step)) }
                        ?? state.changer.end()
                    if !changed.isEmpty { return changed }
                } catch {
                    throw TransportError(ofCipher: error)
                }
            }
            return nil
        }
    }
}

extension TransportError {
    /// What ends a stream that a cipher or another changer refuses.
    fileprivate init(ofCipher error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let fault as APIError.Cause:
            self.init(
                Code(rawValue: fault.code.rawValue), fault.message, advice: fault.advice,
                underlying: fault.underlying)
        case is CancellationError: self.init(.cancelled, "the call was cancelled")
        default:
            self.init(
                Code(rawValue: APIError.Code.openingFailed.rawValue),
                "the stream could not be opened: an error of type \(type(of: error)) was thrown",
                advice: "look at what the cipher throws", underlying: error)
        }
        isOfCipher = true
    }
}
