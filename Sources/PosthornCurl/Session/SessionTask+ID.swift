extension SessionTask {
    /// The identifier of a task, unique in the process.
    public struct ID: Sendable, Hashable {
        /// The number of the session; see ``CurlSession/number``.
        public let session: UInt64
        /// The number of the task within its session; never reused.
        public let number: UInt64
    }
}

extension SessionTask.ID: CustomStringConvertible {
    /// The session's number and the task's number, separated by a period.
    public var description: String { "\(session).\(number)" }
}
