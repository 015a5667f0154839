public import FoundationEssentials

/// Transforms the bytes of a body piece by piece.
public protocol ByteTransform: Sendable {
    /// Returns the transformed bytes of a piece.
    ///
    /// They may be empty while the transform needs more input.
    mutating func change(_ piece: Data) throws -> Data

    /// Returns the bytes that follow the last piece.
    ///
    /// Called once, at the end of the body.
    mutating func end() throws -> Data
}

extension HTTPBody {
    /// Returns this body, transformed piece by piece while it is sent, without keeping it in memory.
    ///
    /// - Parameters:
    ///   - length: The number of bytes after the transformation. `nil` if it is unknown.
    ///   - changer: Makes a transform each time the body is sent, so that each retry can have its own nonce.
    ///     Because the bytes can differ each time, a signer that reads the body in advance refuses it.
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
    /// Returns this stream, transformed piece by piece while it is read.
    ///
    /// An error of the transform ends the stream. An ``APIError/Cause`` becomes a ``TransportError`` with the
    /// same code and message.
    public func transformed(by changer: some ByteTransform) -> ByteStream {
        // Limits the input of one call, so that the output for a large piece is not all in memory at once.
        let step = 64 << 10
        // The part of the last piece that is not yet transformed. `nil` at the end.
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
    /// The error that ends a stream when a cipher or another transform throws.
    fileprivate init(ofCipher error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let fault as APIError.Cause:
            self.init(
                fault.code, fault.message, advice: fault.advice,
                underlying: fault.underlying)
        case is CancellationError: self.init(.cancelled, "the call was cancelled")
        default:
            self.init(
                .openingFailed,
                "the stream could not be opened: " + APIError.Cause.text(forThrown: error),
                advice: "look at what the cipher throws", underlying: error)
        }
        isOfCipher = true
    }
}
