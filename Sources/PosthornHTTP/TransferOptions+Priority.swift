extension TransferOptions {
    /// The priority of a transfer among the others of its session.
    ///
    /// Over HTTP/2 it is the weight of the stream (RFC 7540, section 5.3.2). Transfers that wait for a free
    /// connection start in the order of their priority.
    public struct Priority: RawRepresentable, Sendable, Hashable, Comparable {
        /// The weight, from 1 to 256.
        public let rawValue: Int

        /// Creates a priority; a weight out of range is clamped to the nearest bound.
        public init(rawValue: Int) { self.rawValue = min(256, max(1, rawValue)) }

        /// Lower than the default: 4.
        public static let low = TransferOptions.Priority(rawValue: 4)
        /// The default: 16.
        public static let normal = TransferOptions.Priority(rawValue: 16)
        /// Higher than the default: 128.
        public static let high = TransferOptions.Priority(rawValue: 128)

        /// Whether the first priority is lower.
        public static func < (first: TransferOptions.Priority, second: TransferOptions.Priority)
            -> Bool
        {
            first.rawValue < second.rawValue
        }
    }
}
