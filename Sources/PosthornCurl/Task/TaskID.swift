/// Names a task among all tasks of the process.
public struct TaskID: Sendable, Hashable {
    /// The number of the session, see ``CurlSession/number``.
    public let session: UInt64
    /// The number of the task in its session; never given twice.
    public let number: UInt64
}

extension TaskID: CustomStringConvertible {
    /// Both numbers.
    public var description: String { "\(session).\(number)" }
}
