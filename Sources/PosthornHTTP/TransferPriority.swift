/// The priority of a transfer among the others of its session.
///
/// Over HTTP/2 it is the weight of the stream (RFC 7540, section 5.3.2). Transfers that wait for a free
/// connection start in the order of their priority.
public struct TransferPriority: RawRepresentable, Sendable, Hashable, Comparable {
    /// The weight, from 1 to 256.
    public let rawValue: Int

    /// Creates a priority; a weight out of range is clamped to the nearest bound.
    public init(rawValue: Int) { self.rawValue = min(256, max(1, rawValue)) }

    /// Lower than the default: 4.
    public static let low = TransferPriority(rawValue: 4)
    /// The default: 16.
    public static let normal = TransferPriority(rawValue: 16)
    /// Higher than the default: 128.
    public static let high = TransferPriority(rawValue: 128)

    /// Whether the first priority is lower.
    public static func < (first: TransferPriority, second: TransferPriority) -> Bool {
        first.rawValue < second.rawValue
    }
}
