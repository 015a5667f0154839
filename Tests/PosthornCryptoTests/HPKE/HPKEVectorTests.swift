import Crypto
import Foundation
import PosthornCrypto
import Testing

/// RFC 9180, appendix A, and the other combinations of the RFC's test vectors.
///
/// swift-crypto generates the ephemeral key itself, so sealing cannot be compared byte for byte.
/// The published ciphertexts are opened with the published receiver's key instead, by the code that
/// opens our own requests in ``HPKETests``.
@Suite("RFC 9180 test vectors")
struct HPKEVectorTests {
    struct Case: Decodable {
        struct Encryption: Decodable {
            var aad: String
            var ct: String
            var pt: String
        }

        struct Export: Decodable {
            var exporterContext: String
            var length: Int
            var exportedValue: String

            enum CodingKeys: String, CodingKey {
                case exporterContext, exportedValue
                case length = "L"
            }
        }

        var mode: Int
        var kemId: Int
        var kdfId: Int
        var aeadId: Int
        var info: String
        var skRm: String
        var pkSm: String?
        var psk: String?
        var pskId: String?
        var enc: String
        var encryptions: [Encryption]
        var exports: [Export]

        var isX25519: Bool { kemId == 0x20 }

        /// `nil` for suites that swift-crypto does not support.
        var suite: HPKE.Ciphersuite? {
            let aeads: [Int: HPKE.AEAD] = [
                1: .AES_GCM_128, 2: .AES_GCM_256, 3: .chaChaPoly, 0xffff: .exportOnly,
            ]
            guard let aead = aeads[aeadId] else { return nil }
            return HPKE.Ciphersuite(
                kem: isX25519 ? .Curve25519_HKDF_SHA256 : .P256_HKDF_SHA256,
                kdf: kdfId == 1 ? .HKDF_SHA256 : .HKDF_SHA512, aead: aead)
        }

        /// Whether `HPKECipher` sends it: one suite for each kind of key, and no mode of both.
        var isOurs: Bool { mode < 3 && kdfId == 1 && aeadId == (isX25519 ? 3 : 2) }
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
        let id = Data(hex: test.pskId ?? "")
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

    @Test func opensPublishedMessagesAndExportsTheirSecrets() throws {
        let file = Vector.folder.appending(path: "hpke-rfc9180.json")
        let tests = try SigningVectors.decoder.decode([Case].self, from: Data(contentsOf: file))
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
                    context: Data(hex: export.exporterContext), outputByteCount: export.length)
                isRight =
                    isRight && secret.withUnsafeBytes { Data($0) }.hex == export.exportedValue
            }
            tally.pass(isRight, "\(test.mode) \(test.kemId) \(test.kdfId) \(test.aeadId)")
            if test.isOurs { ours += 1 }
        }
        tally.end(cases: 64)
        // Base, psk and auth, for either kind of key.
        #expect(ours == 6)
    }
}
