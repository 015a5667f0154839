import FoundationEssentials

/// A secret that identifies the caller: a value, or a function that gives one for each call.
///
/// It never prints.
public struct Credential: Sendable {
    /// What it is made of.
    enum Content: Sendable {
        case text(String)
        case provider(@Sendable () async throws -> String)
        case basic(user: String, password: String)
        case digest(user: String, password: String)
    }

    let content: Content

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
    /// Only as an answer to a challenge, as it takes what the server says there: a call that sends it
    /// unasked fails. Digest hides the password, nothing else; over TLS `basic` is as good.
    public static func digest(user: String, password: String) -> Credential {
        Credential(content: .digest(user: user, password: password))
    }

    /// A key that is sent in a header field of its own.
    public static func key(_ key: String) -> Credential { Credential(content: .text(key)) }

    /// A key that is asked for at each call, as for ``bearer(_:)``.
    public static func key(_ key: @escaping @Sendable () async throws -> String) -> Credential {
        Credential(content: .provider(key))
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Credential(…)`: never what is in it.
    public var description: String { "Credential(…)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows no part of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
