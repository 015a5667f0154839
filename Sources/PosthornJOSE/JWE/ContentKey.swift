internal import Crypto
import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The content key of one message, and its transport to the recipient (RFC 7516, section 5).
struct ContentKey {
    let key: SymmetricKey
    let encrypted: Data
    /// The `epk` member, if the key results from key agreement.
    var ephemeral: JSONValue?

    init(for recipient: JWEKey, _ encryption: ContentEncryption) throws {
        let fresh = SymmetricKey(size: .init(bitCount: encryption.keyByteCount * 8))
        switch (recipient.material, recipient.algorithm) {
        case (.secret(let secret), .direct): (key, encrypted) = (secret, Data())
        case (.secret(let secret), _):
            (key, encrypted) = (fresh, try AES.KeyWrap.wrap(fresh, using: secret))
        case (.pair(.rsa(let rsa), _), _): (key, encrypted) = (fresh, try rsa.wrap(fresh))
        case (.pair(let half, _), let algorithm):
            let (secret, own) = try Self.agree(with: half)
            ephemeral = .object(JWK.members(of: own))
            let derived = Self.derive(secret, algorithm, encryption, Data(), Data())
            if algorithm == .ecdhES {
                (key, encrypted) = (derived, Data())
            } else {
                (key, encrypted) = (fresh, try AES.KeyWrap.wrap(fresh, using: derived))
            }
        }
    }

    init(
        from encrypted: Data, header: [String: JSONValue], by recipient: JWEKey,
        _ encryption: ContentEncryption
    ) throws {
        self.encrypted = encrypted
        let isWrapped = recipient.algorithm != .direct && recipient.algorithm != .ecdhES
        guard isWrapped || encrypted.isEmpty else { throw ContentEncryption.Refused() }
        switch (recipient.material, recipient.algorithm) {
        case (.secret(let secret), .direct): key = secret
        case (.secret(let secret), _):
            key = Self.orRandom(encryption) { try AES.KeyWrap.unwrap(encrypted, using: secret) }
        case (.pair(_, .rsa(let rsa)?), _):
            key = Self.orRandom(encryption) { SymmetricKey(data: try rsa.unwrap(encrypted)) }
        case (.pair(_, let own?), let algorithm):
            let half = try JWK(header["epk"]).publicMaterial()
            let derived = Self.derive(
                try Self.agree(own, with: half), algorithm, encryption,
                try Self.info("apu", header), try Self.info("apv", header))
            key =
                isWrapped
                ? Self.orRandom(encryption) { try AES.KeyWrap.unwrap(encrypted, using: derived) }
                : derived
        case (.pair(_, nil), _): throw ContentEncryption.Refused()
        }
        guard key.bitCount == encryption.keyByteCount * 8 else { throw ContentEncryption.Refused() }
    }

    /// Returns the content key, or a random key if the message holds none of the right length.
    ///
    /// The message then fails at its tag, in the same way as one with altered content (RFC 7516, section
    /// 11.5).
    private static func orRandom(
        _ encryption: ContentEncryption, _ key: () throws -> SymmetricKey
    ) -> SymmetricKey {
        let random = SymmetricKey(size: .init(bitCount: encryption.keyByteCount * 8))
        guard let key = try? key(), key.bitCount == random.bitCount else { return random }
        return key
    }

    private static func info(_ name: String, _ header: [String: JSONValue]) throws -> Data {
        guard let value = header[name] else { return Data() }
        guard let bytes = value.string.flatMap({ Base64URL.decode($0) }), bytes.count <= 512 else {
            throw ContentEncryption.Refused()
        }
        return bytes
    }

    /// Returns a secret shared with a fresh ephemeral key on the same curve, and the ephemeral public key.
    private static func agree(with half: PublicMaterial) throws -> (SharedSecret, PublicMaterial) {
        switch half {
        case .p256(_, let key): try agree(with: key) { try .init(.p256, raw: $0.rawRepresentation) }
        case .p384(_, let key): try agree(with: key) { try .init(.p384, raw: $0.rawRepresentation) }
        case .p521(_, let key): try agree(with: key) { try .init(.p521, raw: $0.rawRepresentation) }
        case .x25519(let key): try agree(with: key) { .x25519($0) }
        case .rsa, .ed25519: throw ContentEncryption.Refused()
        }
    }

    private static func agree<Key: HPKEDiffieHellmanPublicKey>(
        with key: Key, _ half: (Key) throws -> PublicMaterial
    ) throws -> (SharedSecret, PublicMaterial) {
        let own = Key.EphemeralPrivateKey()
        return (try own.sharedSecretFromKeyAgreement(with: key), try half(own.publicKey))
    }

    private static func agree(
        _ own: PrivateMaterial, with half: PublicMaterial
    ) throws -> SharedSecret {
        switch (own, half) {
        case (.p256(_, let own), .p256(_, let key)): try own.sharedSecretFromKeyAgreement(with: key)
        case (.p384(_, let own), .p384(_, let key)): try own.sharedSecretFromKeyAgreement(with: key)
        case (.p521(_, let own), .p521(_, let key)): try own.sharedSecretFromKeyAgreement(with: key)
        case (.x25519(let own), .x25519(let key)): try own.sharedSecretFromKeyAgreement(with: key)
        default: throw ContentEncryption.Refused()
        }
    }

    /// Derives a key with the Concat KDF and SHA-256 (RFC 7518, section 4.6.2).
    private static func derive(
        _ secret: SharedSecret, _ algorithm: JWEAlgorithm, _ encryption: ContentEncryption,
        _ partyU: Data, _ partyV: Data
    ) -> SymmetricKey {
        let (name, count) =
            switch algorithm {
            case .ecdhESA128KW: (algorithm.rawValue, 16)
            case .ecdhESA256KW: (algorithm.rawValue, 32)
            default: (encryption.rawValue, encryption.keyByteCount)
            }
        var info = Data()
        for field in [Data(name.utf8), partyU, partyV] {
            info.append(number: UInt32(field.count))
            info.append(field)
        }
        info.append(number: UInt32(count * 8))
        let rounds = (count + 31) / 32
        // Stack memory, because `Data` would leave copies of the key on the heap.
        return withUnsafeTemporaryAllocation(byteCount: rounds * 32, alignment: 1) { bytes in
            for round in 1...rounds {
                var hash = SHA256()
                withUnsafeBytes(of: UInt32(round).bigEndian) { hash.update(bufferPointer: $0) }
                secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
                hash.update(data: info)
                hash.finalize().withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[((round - 1) * 32)...])
                        .copyMemory(from: $0)
                }
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
}
