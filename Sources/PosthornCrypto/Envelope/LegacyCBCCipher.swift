import FoundationEssentials
public import Posthorn

/// Seals bodies with AES-256-CBC, and authenticates what that gives with HMAC-SHA-512: for a peer that
/// has no authenticated encryption, and for nobody else.
///
/// **Legacy.** Take ``AESGCMCipher`` or ``ChaChaPolyCipher`` where the other side has them; nothing takes
/// this one by default. The envelope is theirs, with 4 as its first byte, and nonce, ciphertext and tag are
/// those of `A256CBC-HS512` (RFC 7518, section 5.2.5): the tag is looked at before anything is decrypted,
/// so that paddings tell nothing. What it protects stands at ``AESGCMCipher``.
///
/// **How long a key lasts:** nonces are 128 random bits; 2^48 messages stay below a chance of 2^-32 that
/// two of them meet.
public struct LegacyCBCCipher: PayloadCipher {
    private let envelope: KeyedEnvelope<SecretKey>

    /// Creates a cipher.
    /// - Parameters:
    ///   - key: Seals, and opens what names it. 64 bytes: 32 for HMAC, then 32 for AES.
    ///   - previous: Open what names them. Empty by default.
    /// - Throws: a fault of the code `invalidKey` when a key has another length or is for another use, or
    ///   two have the same id.
    public init(key: SecretKey, previous: [SecretKey] = []) throws(APIError.Cause) {
        for key in [key] + previous { _ = try key.secret(for: .cbcHMAC) }
        self.init(keys: try KeyRing(key, previous: previous))
    }

    /// Creates a cipher of keys that change; one of another length fails the calls.
    public init(keys: any KeyProvider<SecretKey>) {
        envelope = KeyedEnvelope(.cbcHMAC, keys)
    }

    /// `AES-256-CBC with HMAC-SHA-512`.
    public var name: String { envelope.name }

    /// Seals the body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        try await envelope.seal(&request)
    }

    /// Opens a response that was sealed for this request with a key that the cipher has.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await envelope.open(&response, to: request)
    }
}

extension LegacyCBCCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, never their bytes.
    public var description: String { "\(envelope)" }
}
