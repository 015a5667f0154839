extension SessionTask {
    /// How much a task matters beside the others of its session.
    ///
    /// Over HTTP/2 it is the weight of the task's stream; tasks that wait for their turn start in
    /// its order.
    public struct Priority: RawRepresentable, Sendable, Hashable, Comparable {
        /// The weight, 1 to 256.
        public let rawValue: Int

        /// Creates a priority; a weight out of range becomes the nearest one in it.
        public init(rawValue: Int) { self.rawValue = min(256, max(1, rawValue)) }

        /// 4: after those that say nothing.
        public static let low = Priority(rawValue: 4)
        /// 16, the default.
        public static let normal = Priority(rawValue: 16)
        /// 128: before those that say nothing.
        public static let high = Priority(rawValue: 128)

        /// Whether the first matters less.
        public static func < (first: Priority, second: Priority) -> Bool {
            first.rawValue < second.rawValue
        }
    }
}
