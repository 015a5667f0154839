public import FoundationEssentials
public import PosthornCore
internal import PosthornOAuth

/// The error of a chain of credentials: no source has any, or a source that applies failed.
///
/// Its description names the sources that were tried, and has no secret.
public struct WorkloadIdentityError: Error, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// No source of the chain applies.
        case notFound
        /// A file or an environment variable has a value that the source cannot use.
        case invalidConfiguration
        /// A server refused to issue credentials.
        case refused
        /// A server sent something else than credentials, such as a page of HTML.
        case unexpectedResponse
        /// No complete response was received; ``WorkloadIdentityError/underlying`` is a `TransportError`.
        case transport
    }

    /// A source that was tried, and why it has no credentials.
    public struct Attempt: Hashable, Sendable {
        /// The name of the source, such as `environment`.
        public var source: String
        /// Why it does not apply or failed, without secrets.
        public var outcome: String
    }

    /// The kind of the error.
    public var reason: Reason
    /// What happened, in a sentence without secrets.
    public var message: String
    /// A suggestion; `nil` if there is none.
    public var advice: String?
    /// The sources that were tried, in their order.
    ///
    /// The last one failed, unless the reason is ``Reason/notFound``.
    public internal(set) var attempts: [Attempt] = []
    /// The underlying error; `nil` if there is none.
    public var underlying: (any Error)?

    init(
        _ reason: Reason, _ message: String, advice: String? = nil,
        underlying: (any Error)? = nil
    ) {
        (self.reason, self.message, self.advice) = (reason, message, advice)
        self.underlying = underlying
    }

    static func invalid(_ message: String, _ advice: String) -> WorkloadIdentityError {
        WorkloadIdentityError(.invalidConfiguration, message, advice: advice)
    }

    static func unexpected(_ message: String) -> WorkloadIdentityError {
        WorkloadIdentityError(
            .unexpectedResponse, message,
            advice: "check that the URL is that of the service, and that no proxy responds for it")
    }

    /// Describes a token request that failed.
    init(_ error: OAuthError) {
        let reason: Reason =
            switch error.reason {
            case .transport: .transport
            case .refused: .refused
            case .invalidConfiguration: .invalidConfiguration
            default: .unexpectedResponse
            }
        self.init(reason, error.text, advice: error.advice, underlying: error)
    }
}

extension WorkloadIdentityError: RedactedStringConvertible {
    /// The message, the sources that were tried, and the advice.
    public var description: String { text + (advice.map { "; \($0)" } ?? "") }
}

extension WorkloadIdentityError: PrintableError {
    package var text: String {
        let list = attempts.map { "\($0.source): \($0.outcome)" }.joined(separator: "; ")
        return message + (list.isEmpty ? "" : " (\(list))")
    }
}

/// The texts that Foundation shows for an error, in English.
extension WorkloadIdentityError: LocalizedError {
    /// The same text as ``description``; `localizedDescription` returns it.
    public var errorDescription: String? { description }
    /// The same text as ``message``.
    public var failureReason: String? { message }
    /// The same text as ``advice``.
    public var recoverySuggestion: String? { advice }
}
