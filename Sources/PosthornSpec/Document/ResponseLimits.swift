/// What happens if a value of a response breaks a limit.
package enum ResponseLimits: String, CaseIterable, Sendable {
    case off
    /// The client's observers are told.
    case report
    /// The call fails.
    case refuse
}
