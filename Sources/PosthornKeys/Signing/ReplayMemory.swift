package import FoundationEssentials
import PosthornCore

/// A memory of the exchanges and nonces that a server has received, so that no message is processed twice.
///
/// Several instances of a server share one, such as a database with a unique key. One instance can use a
/// ``LocalReplayMemory``.
public protocol ReplayMemory: Sendable {
    /// Remembers an exchange or a nonce.
    ///
    /// Of concurrent calls with the same id, one gets `true`.
    /// - Parameters:
    ///   - id: The authenticated id of the exchange, or a nonce with the id of its key.
    ///   - lifetime: How long it has to be remembered; `nil` for as long as the key is in use.
    /// - Returns: Whether it is new.
    /// - Throws: Any error, which refuses the request.
    func remember(_ id: String, for lifetime: Duration?) async throws -> Bool
}

/// A nonce in a message's signature.
package struct NonceUse: Equatable {
    let nonce: String
    let keyID: String
    let end: Date

    /// Creates a use of a nonce.
    ///
    /// - Parameters:
    ///   - keyID: The id of the key that signed the message. Different keys may use the same nonce.
    ///   - end: The last moment at which the message would pass.
    package init(nonce: String, keyID: String, end: Date) {
        (self.nonce, self.keyID, self.end) = (nonce, keyID, end)
    }
}

extension ReplayMemory {
    /// Throws unless a nonce is new.
    package func require(_ use: NonceUse, now: Date) async throws {
        let lifetime = Duration.seconds(use.end.timeIntervalSince(now))
        let id = "\(use.keyID.utf8.count):\(use.keyID)\(use.nonce)"
        guard try await remember(id, for: lifetime) else { throw APIError.Cause.notVerified }
    }

    /// Throws unless a message that a server received is new.
    ///
    /// Several ciphers and signers may share a memory, and several of them may see the same exchange.
    /// - Parameters:
    ///   - id: The id of the message, unique for its key.
    ///   - keyID: The id of the key.
    ///   - format: The name of the cipher or signer.
    package func require(
        _ id: String, ofKey keyID: String, in format: String, for lifetime: Duration?
    ) async throws {
        let scoped = format + ":" + String(keyID.utf8.count) + ":" + keyID + id
        guard try await remember(scoped, for: lifetime) else {
            throw APIError.Cause(
                .openingFailed, "the message was received before",
                advice: "let the client send each attempt of a call once")
        }
    }
}
