public import Posthorn

// Requests are signed whatever their body is. A streamed response can't be verified: its first pieces
// would be trusted before its digest is known.

extension AWSSigner: StreamingCipher {
    /// Leaves the response as it is: AWS signs none.
    /// - Throws: as for a whole response.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, isRefusal: Self.isRefusal(head))
        return body
    }
}

extension MessageSigner: StreamingCipher {
    /// `false` if ``answers`` are to be verified.
    public var opensStreams: Bool { answers == nil }

    /// Leaves the response as it is.
    /// - Throws: a fault of the code `cipherCannotStream` if ``answers`` are to be verified.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, streaming: opensStreams, name)
        return body
    }
}

extension HMACSigner: StreamingCipher {
    /// `false` if ``verifiesAnswers`` is set.
    public var opensStreams: Bool { !verifiesAnswers }

    /// Leaves the response as it is.
    /// - Throws: a fault of the code `cipherCannotStream` if ``verifiesAnswers`` is set.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, streaming: opensStreams, name)
        return body
    }
}

extension ParameterSigner: StreamingCipher {
    /// Leaves the response as it is: it is not signed.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        if timeName != nil { try clock.check(head, to: request) }
        return body
    }
}

extension SigningClock {
    /// Compares the clocks by the head of a stream, and refuses it if its signer verifies answers.
    fileprivate func check(
        _ head: TransportResponse, to request: TransportRequest, streaming isOpened: Bool,
        _ signer: String
    ) throws(APIError.Cause) {
        try check(head, to: request, isProved: isOpened)
        try ensure(
            isOpened, .cipherCannotStream,
            "the signer \(signer) verifies whole responses, and this one is a stream",
            "call it with a signer that does not verify answers, or let the endpoint return a type")
    }
}
