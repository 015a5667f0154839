internal import PosthornCore

/// The credentials of a client by the texts they are made of, so that calls share tokens and values of servers.
final class KnownCredentials: Sendable {
    /// The credentials by their names and texts.
    private let made = Locked<[[String]: Credential]>([:])

    /// Returns the credential of an earlier call; `nil` for none.
    func credential(_ name: String, of text: String) -> Credential? {
        made.withLock { $0[[name, text]] }
    }

    /// Keeps a credential, and returns it, or the one that another call has made meanwhile.
    func keep(_ credential: Credential, _ name: String, of text: String) -> Credential {
        made.withLock { made in
            let kept = made[[name, text]] ?? credential
            made[[name, text]] = kept
            return kept
        }
    }
}
