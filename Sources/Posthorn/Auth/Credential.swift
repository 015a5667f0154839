import FoundationEssentials

/// A secret that identifies the caller: a value, a function that gives one for each call, or one that
/// loads a new one when the server refuses the last.
///
/// It never prints.
public struct Credential: Sendable {
    /// What it is made of.
    enum Content: Sendable {
        case text(String)
        case provider(@Sendable () async throws -> String)
        case refreshing(CredentialSource)
        case basic(user: String, password: String)
        case digest(user: String, password: String)
        case none
    }

    let content: Content

    /// No credential: calls go out without the header field that the spec names for it.
    ///
    /// For a service that can be called before its user has signed in. The server decides what such a call gets;
    /// an endpoint whose spec says `auth: none` needs no credential anyway.
    public static let none = Credential(content: .none)

    /// A bearer token.
    public static func bearer(_ token: String) -> Credential { Credential(content: .text(token)) }

    /// A bearer token that is asked for at each call.
    ///
    /// - Parameter token: Runs in the calling task, before the request is sealed. What it throws
    ///   fails the call with ``APIError/Code/credentialFailed``.
    public static func bearer(
        _ token: @escaping @Sendable () async throws -> String
    ) -> Credential {
        Credential(content: .provider(token))
    }

    /// A user's name, without a colon, and password.
    public static func basic(user: String, password: String) -> Credential {
        Credential(content: .basic(user: user, password: password))
    }

    /// A user's name, without a colon, and password, to answer a challenge of the scheme Digest
    /// (RFC 7616) with: MD5, SHA-256 and SHA-512-256, the protection `auth`.
    ///
    /// Only as a response to a challenge, as it takes what the server says there: a call that sends it
    /// unasked fails. Digest hides the password, nothing else; over TLS `basic` is as good.
    public static func digest(user: String, password: String) -> Credential {
        Credential(content: .digest(user: user, password: password))
    }

    /// A key that is sent in a header field of its own.
    public static func apiKey(_ key: String) -> Credential { Credential(content: .text(key)) }

    /// A key that is asked for at each call, as for ``bearer(_:)``.
    public static func apiKey(_ key: @escaping @Sendable () async throws -> String) -> Credential {
        Credential(content: .provider(key))
    }

    /// A bearer token that is loaded when it is first needed, and again when a server responds with 401.
    ///
    /// However many calls were refused, it is loaded once, and each of them is repeated once with the
    /// new token, built and sealed afresh, its idempotency key kept. A call that was sent with an older
    /// token than the present one is repeated with that one. A second 401 is the response. A call is not
    /// repeated if its body can be had once only, if another origin refused it, or if it must not be done
    /// twice and was redirected, or is sealed and the 401 does not open: then the 401 is its response, and
    /// the next call has a new token.
    ///
    /// Make one for an identity and keep it: copies share the token. The calls of the loader must not
    /// carry the credential themselves, they would wait for it.
    ///
    /// - Parameters:
    ///   - timeLimit: How long the loader may take before the calls that wait for it fail and it may be
    ///     asked again. A minute by default.
    ///   - refresh: Gives a token in place of the one that was refused, or the first one if that is `nil`.
    ///     Runs in a task of its own, which no cancelled call ends. What it throws fails each call
    ///     that waits with ``APIError/Code/credentialFailed``; the next call asks it again.
    public static func bearer(
        timeLimit: Duration = .seconds(60),
        refresh: @escaping @Sendable (_ refused: String?) async throws -> String
    ) -> Credential {
        Credential(content: .refreshing(CredentialSource(timeLimit: timeLimit, load: refresh)))
    }

    /// A key that is loaded when it is first needed, and again when a server responds with 401, as for
    /// ``bearer(timeLimit:refresh:)``.
    public static func apiKey(
        timeLimit: Duration = .seconds(60),
        refresh: @escaping @Sendable (_ refused: String?) async throws -> String
    ) -> Credential {
        Credential(content: .refreshing(CredentialSource(timeLimit: timeLimit, load: refresh)))
    }
}

extension Credential: RedactedStringConvertible {}
