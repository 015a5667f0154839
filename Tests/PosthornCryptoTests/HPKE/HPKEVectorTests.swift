import Crypto
import Foundation
import PosthornCrypto
import Testing

/// RFC 9180, appendix A, and the other combinations of the RFC's own test vectors.
///
/// swift-crypto draws the ephemeral key itself, so nothing can be sealed to the byte: the published
/// ciphertexts are opened with the published receiver's key, by what opens our own requests in
/// ``HPKETests``.
@Suite("RFC 9180 by its vectors")
struct HPKEVectorTests {
    struct Case: Decodable {
        struct Encryption: Decodable {
            var aad: String
            var ct: String
            var pt: String
        }

        struct Export: Decodable {
            var exporter_context: String
            var L: Int
            var exported_value: String
        }

        var mode: Int
        var kem_id: Int
        var kdf_id: Int
        var aead_id: Int
        var info: String
        var skRm: String
        var pkSm: String?
        var psk: String?
        var psk_id: String?
        var enc: String
        var encryptions: [Encryption]
        var exports: [Export]

        var isX25519: Bool { kem_id == 0x20 }

        /// `nil` for what swift-crypto does not have.
        var suite: HPKE.Ciphersuite? {
            let aeads: [Int: HPKE.AEAD] = [
                1: .AES_GCM_128, 2: .AES_GCM_256, 3: .chaChaPoly, 0xffff: .exportOnly,
            ]
            guard let aead = aeads[aead_id] else { return nil }
            return HPKE.Ciphersuite(
                kem: isX25519 ? .Curve25519_HKDF_SHA256 : .P256_HKDF_SHA256,
                kdf: kdf_id == 1 ? .HKDF_SHA256 : .HKDF_SHA512, aead: aead)
        }

        /// Whether `HPKECipher` sends it: one suite for each kind of key, and no mode of both.
        var isOurs: Bool { mode < 3 && kdf_id == 1 && aead_id == (isX25519 ? 3 : 2) }
    }

    private func recipient(_ test: Case, _ suite: HPKE.Ciphersuite) throws -> HPKE.Recipient {
        let (secret, sender) = (Data(hex: test.skRm), Data(hex: test.pkSm ?? ""))
        guard test.isX25519 else {
            return try recipient(
                P256.KeyAgreement.PrivateKey(rawRepresentation: secret),
                sender.isEmpty ? nil : .init(x963Representation: sender), test, suite)
        }
        return try recipient(
            Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret),
            sender.isEmpty ? nil : .init(rawRepresentation: sender), test, suite)
    }

    private func recipient<Key: HPKEDiffieHellmanPrivateKey>(
        _ key: Key, _ sender: Key.PublicKey?, _ test: Case, _ suite: HPKE.Ciphersuite
    ) throws -> HPKE.Recipient {
        let (info, enc) = (Data(hex: test.info), Data(hex: test.enc))
        let psk = SymmetricKey(data: Data(hex: test.psk ?? ""))
        let id = Data(hex: test.psk_id ?? "")
        return switch test.mode {
        case 0: try .init(privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc)
        case 1:
            try .init(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
                presharedKey: psk, presharedKeyIdentifier: id)
        case 2:
            try .init(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
                authenticatedBy: #require(sender))
        default:
            try .init(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
                authenticatedBy: #require(sender), presharedKey: psk, presharedKeyIdentifier: id)
        }
    }

    @Test func publishedMessagesOpenAndSecretsAreThose() throws {
        let file = Vector.folder.appending(path: "hpke-rfc9180.json")
        let tests = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        let tally = Tally("RFC 9180, X25519 and P-256")
        var ours = 0
        for test in tests {
            guard let suite = test.suite else {
                tally.refuse("not in swift-crypto")
                continue
            }
            var recipient = try recipient(test, suite)
            var isRight = true
            for message in test.encryptions {
                let opened = try? recipient.open(
                    Data(hex: message.ct), authenticating: Data(hex: message.aad))
                isRight = isRight && opened == Data(hex: message.pt)
            }
            for export in test.exports {
                let secret = try recipient.exportSecret(
                    context: Data(hex: export.exporter_context), outputByteCount: export.L)
                isRight =
                    isRight && secret.withUnsafeBytes { Data($0) }.hex == export.exported_value
            }
            tally.pass(isRight, "\(test.mode) \(test.kem_id) \(test.kdf_id) \(test.aead_id)")
            if test.isOurs { ours += 1 }
        }
        tally.end(cases: 64)
        // Base, psk and auth, for either kind of key.
        #expect(ours == 6)
    }
}
