/// How much a transfer matters beside the others of its session.
///
/// Over HTTP/2 it is the weight of the stream (RFC 7540, section 5.3.2). Transfers that wait for a free connection
/// start in its order.
public struct TransferPriority: RawRepresentable, Sendable, Hashable, Comparable {
    /// The weight, 1 to 256.
    public let rawValue: Int

    /// Creates a priority; a weight out of range becomes the nearest one in it.
    public init(rawValue: Int) { self.rawValue = min(256, max(1, rawValue)) }

    /// 4: after those that say nothing.
    public static let low = TransferPriority(rawValue: 4)
    /// 16, the default.
    public static let normal = TransferPriority(rawValue: 16)
    /// 128: before those that say nothing.
    public static let high = TransferPriority(rawValue: 128)

    /// Whether the first matters less.
    public static func < (first: TransferPriority, second: TransferPriority) -> Bool {
        first.rawValue < second.rawValue
    }
}
