/// No cipher: what is built is what is sent.
///
/// TLS protects it on the way.
public struct PlaintextCipher: PayloadCipher {
    /// Creates the cipher.
    public init() {}

    /// `plaintext`.
    public var name: String { "plaintext" }

    /// Leaves the request as it is.
    public func seal(_ request: inout BuiltRequest) {}

    /// Leaves the answer as it is.
    public func open(_ response: inout ReceivedResponse, to request: BuiltRequest) {}
}

extension PlaintextCipher: StreamingCipher {
    /// Leaves the answer as it is.
    public func open(
        _ body: ByteStream, of head: inout ReceivedResponse, to request: BuiltRequest
    ) -> ByteStream { body }
}

extension PayloadCipher where Self == PlaintextCipher {
    /// No cipher: what is built is what is sent.
    public static var plaintext: PlaintextCipher { PlaintextCipher() }
}
