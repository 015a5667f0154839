internal import Crypto
import PosthornCore

/// A key that seals and opens envelopes.
protocol EnvelopeKey: NamedKey {
    /// Returns the key's bytes, or throws if the key does not fit the suite.
    func secret(for suite: EnvelopeSuite) throws(APIError.Cause) -> SymmetricKey
}

/// An envelope suite with the keys of its cipher.
///
/// The keys of a ``KeyRing`` are read synchronously; other providers are awaited.
struct KeyedEnvelope<Key: EnvelopeKey>: Sendable {
    private let envelope: Envelope
    private let ring: KeyRing<Key>?
    private let provider: any KeyProvider<Key>

    init(_ suite: EnvelopeSuite, _ provider: any KeyProvider<Key>) {
        envelope = Envelope(suite: suite)
        ring = provider as? KeyRing<Key>
        self.provider = provider
    }

    var name: String { envelope.suite.name }

    /// Seals the request's body with the current key, if there is a body, and asks for a sealed response.
    @inline(__always)
    func seal(_ request: inout TransportRequest) async throws {
        guard request.body != nil else { return try envelope.seal(&request, with: nil) }
        let key = if let newest = ring?.newest { newest } else { try await provider.current() }
        try envelope.seal(&request, with: (key.id, key.secret(for: envelope.suite)))
    }

    /// Opens a response that was sealed for this request, with the key that it names.
    @inline(__always)
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        let head = try envelope.head(of: response)
        // The fast path: the response almost always names the newest key.
        let newest = ring.flatMap { KeyID.areSame(head.keyID, $0.newest.id) ? $0.newest : nil }
        let key = if let newest { newest } else { try await provider.key(id: head.keyID) }
        try envelope.open(&response, to: request, head, with: key?.secret(for: envelope.suite))
    }
}

extension KeyedEnvelope: CustomStringConvertible {
    /// The cipher's name and its provider, which shows at most the keys' ids.
    var description: String { "\(name) with \(provider)" }
}

extension SealingKey: EnvelopeKey {
    func secret(for suite: EnvelopeSuite) -> SymmetricKey { secret }
}

extension SecretKey: EnvelopeKey {
    func secret(for suite: EnvelopeSuite) throws(APIError.Cause) -> SymmetricKey {
        try ensure(
            bitCount == 512, .invalidKey,
            "the key has \(bitCount) bits, and \(suite.name) takes 512",
            "use the 32 bytes for HMAC and then the 32 for AES as one key, or derive one")
        try purpose.require("enc", ["encrypt", "decrypt"], algorithm: "A256CBC-HS512")
        return secret
    }
}
