/// No cipher: what is built is what is sent.
///
/// TLS protects it on the way.
public struct PlaintextCipher: PayloadCipher {
    /// Creates the cipher.
    public init() {}

    /// `plaintext`.
    public var name: String { "plaintext" }

    /// `true`.
    public var isPlaintext: Bool { true }

    /// Leaves the request as it is.
    public func seal(_ request: inout TransportRequest) {}

    /// Leaves the response as it is.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) {}
}

extension PlaintextCipher: StreamingCipher {
    /// Leaves the response as it is.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) -> ByteStream { body }
}

extension PayloadCipher where Self == PlaintextCipher {
    /// No cipher: what is built is what is sent.
    public static var plaintext: PlaintextCipher { PlaintextCipher() }
}
