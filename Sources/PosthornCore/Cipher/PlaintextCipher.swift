/// A cipher that sends and receives messages unchanged.
///
/// TLS still protects the messages in transit.
public struct PlaintextCipher: PayloadCipher {
    /// Creates the cipher.
    public init() {}

    /// `plaintext`.
    public var name: String { "plaintext" }

    /// `true`.
    public var isPlaintext: Bool { true }

    /// Leaves the request unchanged.
    public func seal(_ request: inout TransportRequest) {}

    /// Leaves the response unchanged.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) {}
}

extension PlaintextCipher: StreamingCipher {
    /// Leaves the streamed response unchanged.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) -> ByteStream { body }
}

extension PayloadCipher where Self == PlaintextCipher {
    /// No cipher: messages are sent and received unchanged.
    public static var plaintext: PlaintextCipher { PlaintextCipher() }
}
