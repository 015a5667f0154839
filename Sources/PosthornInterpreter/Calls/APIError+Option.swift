package import PosthornCore

extension APIError {
    /// What a user of the tool can do: the option that changes the limit, if the call has exceeded one.
    package var optionAdvice: String? {
        let limit = advice ?? ""
        return switch code {
        case .timedOut where limit.contains("idle timeout"):
            "use '--idle-timeout' to wait longer"
        case .timedOut where limit.contains("under `poll`"):
            "use a longer '--timeout', or write a longer 'timeout' under 'poll'"
        case .timedOut where limit.contains("`attemptTimeout`"):
            "write a longer 'timeout' under 'retry', the time of one attempt"
        case .timedOut: "use '--timeout' to wait longer"
        case .limitExceeded where limit.contains("maximumResponseBytes"):
            "use '--body-limit' to accept more"
        default: advice
        }
    }
}
