/// A cipher that also serves bodies that do not fit in memory, piece by piece.
///
/// Choose a ``PayloadCipher`` for messages that are there as a whole. What the spec says of an
/// endpoint decides which of the two its cipher must be: the argument of `Ciphers` is a
/// `StreamingCipher` if an endpoint that names it uploads or streams, so that another one does not
/// compile. A cipher given by `with { }` is looked at when the call is built.
///
/// ``PayloadCipher/seal(_:)`` then meets bodies of files and streams too, and replaces them by
/// ``MessageBody/changed(length:by:)``; an answer is ``ByteStream/changed(by:)``. Both take a
/// ``ByteChanger``, which changes a body piece by piece.
public protocol StreamingCipher: PayloadCipher {
    /// Whether it opens streamed answers; `true` by default.
    ///
    /// `false` for one that has to see the whole of an answer, such as a signer that verifies it: a call
    /// with a streamed answer is refused before it is sent then.
    var opensStreams: Bool { get }

    /// Opens a streamed answer.
    ///
    /// A piece is given out only when it is known to be the one that was sent, at its place; an answer
    /// that ends early must end in an error.
    /// - Parameters:
    ///   - body: The bytes as they arrive.
    ///   - head: Status and header fields, the body still empty; `Content-Type` becomes the opened one.
    ///   - request: The request as it was sealed.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `opening`. What is wrong
    ///   later on is thrown by the stream that is returned.
    func open(
        _ body: ByteStream, of head: inout ReceivedResponse, to request: BuiltRequest
    ) async throws -> ByteStream
}

extension StreamingCipher {
    /// `true`.
    public var opensStreams: Bool { true }
}

extension PayloadCipher {
    /// Whether it can seal bodies that are not in memory.
    var sealsStreams: Bool {
        (self as? ComposedCipher)?.ciphers.allSatisfy(\.sealsStreams)
            ?? (self is any StreamingCipher)
    }

    /// Whether it can open answers that are not in memory.
    var opensStreamedAnswers: Bool {
        (self as? ComposedCipher)?.ciphers.allSatisfy(\.opensStreamedAnswers)
            ?? (self as? any StreamingCipher)?.opensStreams ?? false
    }

    /// Opens a streamed answer, by each of several ciphers if it is composed.
    /// - Throws: a fault of the code `cipherCannotStream` for a cipher of whole messages: what it has not
    ///   opened is never given out.
    func opened(
        _ body: ByteStream, of head: inout ReceivedResponse, to request: BuiltRequest
    ) async throws -> ByteStream {
        switch self {
        case let composed as ComposedCipher:
            var body = body
            for cipher in composed.ciphers.reversed() {
                body = try await cipher.opened(body, of: &head, to: request)
            }
            return body
        case let cipher as any StreamingCipher:
            return try await cipher.open(body, of: &head, to: request)
        default: throw APIError.Cause.cannotStream(self, "opens", "this answer is a stream")
        }
    }
}

extension APIError.Cause {
    /// A cipher of whole messages met a body that is none.
    static func cannotStream(
        _ cipher: any PayloadCipher, _ does: String, _ body: String
    ) -> APIError.Cause {
        APIError.Cause(
            .cipherCannotStream, "the cipher \(cipher.name) \(does) whole bodies, and \(body)",
            advice: "call it with a StreamingCipher or plaintext, or with bodies that are in memory"
        )
    }
}
