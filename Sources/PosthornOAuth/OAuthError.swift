internal import PosthornCore

/// The error of an authorization server, or of a response that is not one.
///
/// Its description has no token, no secret and no text of the server but its error code.
public struct OAuthError: Error, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// The server refused the request; ``OAuthError/code`` says why.
        case refused
        /// The response is not one of OAuth, such as a page of HTML, or lacks what it must have.
        case unexpectedResponse
        /// The user has to sign in again, because there is no refresh token, or the server refused it.
        case signInRequired
        /// The redirect does not belong to the sign-in: another `state` or issuer, or a parameter twice.
        case foreignRedirect
        /// The user did not confirm the sign-in in time.
        case expired
        /// The tokens could not be stored or read.
        case store
        /// No response was received; ``OAuthError/underlying`` is a `TransportError`.
        case transport
    }

    /// The kind of the error.
    public var reason: Reason
    /// The error code of the server, such as `invalid_grant` (RFC 6749, section 5.2); `nil` if it sent none.
    public var code: String?
    /// The server's description for developers, which may contain anything; `nil` if it sent none.
    ///
    /// It is not part of the error's own description.
    public var serverMessage: String?
    /// The status of the response; `nil` if there was none.
    public var status: Int?
    /// What happened, in a sentence without secrets.
    public var message: String
    /// A suggestion; `nil` if there is none.
    public var advice: String?
    /// The underlying error; `nil` if there is none.
    public var underlying: (any Error)?

    var isOfMetadata = false

    init(
        _ reason: Reason, _ message: String, advice: String? = nil,
        underlying: (any Error)? = nil
    ) {
        (self.reason, self.message, self.advice) = (reason, message, advice)
        self.underlying = underlying
    }

    static func unexpected(_ message: String, write advice: String? = nil) -> OAuthError {
        OAuthError(.unexpectedResponse, message, advice: advice)
    }
}

extension OAuthError: CustomStringConvertible {
    /// The message, the code and the status.
    public var description: String {
        var details = [code, status.map { "status \($0)" }].compactMap(\.self)
        if let error = underlying as? TransportError { details.append(error.message) }
        let list = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return message + list + (advice.map { "; \($0)" } ?? "")
    }
}
