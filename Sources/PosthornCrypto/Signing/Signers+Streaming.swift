// Signers sign requests with any body, but can't verify a streamed response: the caller would receive data
// before its digest is known.

extension AWSSigner {
    /// `true`.
    public var signsStreams: Bool { true }
    /// `true`, because AWS does not sign responses.
    public var verifiesStreams: Bool { true }
}

extension MessageSigner {
    /// `true`.
    public var signsStreams: Bool { true }
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var verifiesStreams: Bool { responseVerifier == nil }
}

extension HMACSigner {
    /// `true`.
    public var signsStreams: Bool { true }
    /// Whether the signer accepts streamed responses: `false` if ``verifiesResponses`` is set.
    public var verifiesStreams: Bool { !verifiesResponses }
}

extension ParameterSigner {
    /// `true`.
    public var signsStreams: Bool { true }
    /// `true`, because responses are not signed.
    public var verifiesStreams: Bool { true }
}

extension JWSSigner {
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var verifiesStreams: Bool { responseVerifier == nil }
}
