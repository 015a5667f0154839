internal import PosthornCore

/// The credentials of a client by the texts they are made of, so that calls share tokens and values of servers.
final class KnownCredentials: Sendable {
    private struct Key: Hashable {
        let name: String
        let text: String
    }

    private let made = Locked<[Key: Credential]>([:])

    /// Returns the credential of an earlier call; `nil` for none.
    func credential(_ name: String, of text: String) -> Credential? {
        made.withLock { $0[Key(name: name, text: text)] }
    }

    /// Keeps a credential, and returns it, or the one that another call has made meanwhile.
    func keep(_ credential: Credential, _ name: String, of text: String) -> Credential {
        made.withLock { made in
            let key = Key(name: name, text: text)
            let kept = made[key] ?? credential
            made[key] = kept
            return kept
        }
    }
}
