/// The progress of a transfer, in bytes of the bodies on the wire.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes of the request body that were sent.
    public var sent = 0
    /// The length of the request body.
    ///
    /// `nil` if it is unknown.
    public var totalBytesToSend: Int?
    /// The number of bytes of the response body that were received.
    ///
    /// A resumed download includes the bytes of the partial file.
    public var received = 0
    /// The length of the response body.
    ///
    /// `nil` if it is unknown, or before the head of the response arrives.
    public var totalBytesToReceive: Int?

    /// Creates the progress of a transfer that has not started.
    public init() {}
}
