public import FoundationEssentials
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
        /// The client or its server lacks what the request needs, such as the URL of an endpoint.
        case invalidConfiguration
        /// The user has to sign in again, because there is no refresh token, or the server refused it.
        case signInRequired
        /// The redirect does not belong to the sign-in: another `state` or issuer, or a parameter twice.
        case foreignRedirect
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

    /// Reads the error of a response or of a redirect; `nil` if there is none.
    init?(_ message: String, code: String?, serverMessage: String?) {
        // The codes of all RFCs have these characters. Another text may be anything, such as a token.
        guard let code, !code.isEmpty, code.utf8.count <= 64,
            code.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F })
        else { return nil }
        self.init(.refused, message)
        (self.code, self.serverMessage) = (code, serverMessage)
    }
}

extension OAuthError: RedactedStringConvertible {
    /// The message, the code, the status and the advice.
    public var description: String { text + (advice.map { "; \($0)" } ?? "") }
}

extension OAuthError: PrintableError {
    package var text: String {
        var details = [code, status.map { "status \($0)" }].compactMap(\.self)
        if let error = underlying as? any PrintableError { details.append(error.text) }
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
