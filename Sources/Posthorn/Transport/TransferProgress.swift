/// How far a transfer has come, in bytes of bodies as they are on the wire.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes of the request's body that were sent.
    public var sent = 0
    /// How many there are to send.
    ///
    /// `nil` if that is not known.
    public var totalBytesToSend: Int?
    /// Bytes of the response's body that arrived.
    ///
    /// A download that goes on with what an earlier one left counts that too.
    public var received = 0
    /// How many there are to receive.
    ///
    /// `nil` if that is not known, or not yet.
    public var totalBytesToReceive: Int?

    /// Nothing done yet.
    public init() {}
}
