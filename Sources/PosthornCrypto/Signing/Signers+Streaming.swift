public import PosthornCore

// Signers sign requests with any body, but can't verify a streamed response: the caller would receive data
// before its digest is known.

extension AWSSigner: StreamingCipher {
    /// Returns the stream unchanged, because AWS does not sign responses.
    ///
    /// - Throws: An `APIError.Cause` with the code `APIError.Code.clockSkewed` if the server
    ///   refused the request and its clock differs.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, isRefusal: Self.isRefusal(head))
        return body
    }
}

extension MessageSigner: StreamingCipher {
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var opensStreams: Bool { responseVerifier == nil }

    /// Returns the stream unchanged.
    ///
    /// - Throws: An `APIError.Cause` with the code `cipherCannotStream` if ``responseVerifier`` is set, or with the
    ///   code `APIError.Code.clockSkewed` if the server refused the request and its clock differs.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, streaming: opensStreams, name)
        return body
    }
}

extension HMACSigner: StreamingCipher {
    /// Whether the signer accepts streamed responses: `false` if ``verifiesResponses`` is set.
    public var opensStreams: Bool { !verifiesResponses }

    /// Returns the stream unchanged.
    ///
    /// - Throws: An `APIError.Cause` with the code `cipherCannotStream` if ``verifiesResponses`` is set, or
    ///   with the code `APIError.Code.clockSkewed` if the server refused the request and its clock
    ///   differs.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        try clock.check(head, to: request, streaming: opensStreams, name)
        return body
    }
}

extension ParameterSigner: StreamingCipher {
    /// Returns the stream unchanged, because responses are not signed.
    ///
    /// - Throws: An `APIError.Cause` with the code `APIError.Code.clockSkewed` if the server
    ///   refused the request and its clock differs.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        if timeName != nil { try clock.check(head, to: request) }
        return body
    }
}

extension SigningClock {
    /// Compares the clocks by the head of a streamed response; throws if its signer verifies responses.
    fileprivate func check(
        _ head: TransportResponse, to request: TransportRequest, streaming isOpened: Bool,
        _ signer: String
    ) throws(APIError.Cause) {
        try check(head, to: request, isProved: isOpened)
        try ensure(
            isOpened, .cipherCannotStream,
            "the signer \(signer) verifies whole responses, and this one is a stream",
            "call it with a signer that does not verify responses, or let the endpoint return a type"
        )
    }
}
