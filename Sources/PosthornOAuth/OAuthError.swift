public import FoundationEssentials
internal import PosthornCore

/// The error of an authorization server, or of a response that is not one.
///
/// Its description has no token, no secret and no text of the server but its error code.
public struct OAuthError: Error, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// The server refused the request; ``OAuthError/code`` says why, if the server does.
        case refused
        /// The server is overloaded or has failed, with the status 429 or one from 500.
        case unavailable
        /// The response is not one of OAuth, such as a page of HTML, or lacks what it must have.
        case unexpectedResponse
        /// The client or its server lacks what the request needs, such as the URL of an endpoint.
        case invalidConfiguration
        /// The user has to sign in again, because there is no refresh token, or the server refused it.
        case signInRequired
        /// The server granted fewer scopes than the call needs.
        case insufficientScope
        /// The redirect does not belong to the sign-in: another `state` or issuer, or a parameter twice.
        case foreignRedirect
        /// The token is not bound to the key or the certificate that it has to be bound to.
        case unboundToken
        /// The ID token is not valid, or not for this client or this sign-in.
        case invalidIDToken
        /// The user did not confirm the sign-in in time.
        case expired
        /// The tokens could not be stored or read.
        case store
        /// No complete response was received; ``OAuthError/underlying`` is a `TransportError`.
        case transport
    }

    /// The kind of the error.
    public var reason: Reason
    /// The error code of the server, such as `invalid_grant` (RFC 6749, section 5.2); `nil` if it sent none.
    public internal(set) var code: String?
    /// The server's description for developers, which may contain anything; `nil` if it sent none.
    ///
    /// It is not part of the error's own description.
    public internal(set) var serverMessage: String?
    /// The status of the response; `nil` if there was none.
    public internal(set) var status: Int?
    /// How long the server asks to wait (`Retry-After`); `nil` if it does not say.
    ///
    /// Credentials and ``DeviceAuthorization/tokens()`` wait at most five minutes.
    public internal(set) var retryAfter: Duration?
    /// What happened, in a sentence without secrets.
    public var message: String
    /// A suggestion; `nil` if there is none.
    public var advice: String?
    /// The underlying error; `nil` if there is none.
    public var underlying: (any Error)?

    init(
        _ reason: Reason, _ message: String, advice: String? = nil,
        underlying: (any Error)? = nil
    ) {
        (self.reason, self.message, self.advice) = (reason, message, advice)
        self.underlying = underlying
    }

    static func unexpected(_ message: String) -> OAuthError {
        OAuthError(
            .unexpectedResponse, message, advice: "check that the URL is that of the endpoint")
    }
}

extension OAuthError: RedactedStringConvertible {
    /// The message, the code, the status and the advice.
    public var description: String { text + (advice.map { "; \($0)" } ?? "") }
}

extension OAuthError: PrintableError {
    package var text: String {
        var details = [code, status.map { "status \($0)" }].compactMap(\.self)
        if let error = underlying as? any PrintableError, !message.contains(error.text) {
            details.append(error.text)
        }
        return message + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
    }
}

/// The texts that Foundation shows for an error, in English.
extension OAuthError: LocalizedError {
    /// The same text as ``description``; `localizedDescription` returns it.
    public var errorDescription: String? { description }
    /// The same text as ``message``.
    public var failureReason: String? { message }
    /// The same text as ``advice``.
    public var recoverySuggestion: String? { advice }
}
