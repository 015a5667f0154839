import Crypto
import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

/// `Documentation/Transcripts.md`: one request under each cipher and each signer.
@Suite("Transcripts")
struct TranscriptTests {
    private static func all() throws -> [(String, any PayloadCipher)] {
        let secret = try SecretKey(id: "shop-1", bytes: Peer.secret)
        let server = try PrivateKey(pem: KeyFile.text("x"), id: "server-1").publicKey
        let ec = try PrivateKey(pem: KeyFile.text("ec256"), id: "shop-ec")
        let rsa = try PrivateKey(pem: KeyFile.text("rsa8"), id: "shop-rsa")
        let signing = try SigningKey(PrivateKey(pem: KeyFile.text("ed"), id: "shop-ed"))
        let clock = SigningClock.at(SigningPeer.now)
        let wrapping = try SecretKey(id: "shop-1", bytes: Peer.secret, for: .jwe)
        var envelope = try EnvelopeCipher(key: SecretKey.shared())
        envelope.exchange.now = { Date(timeIntervalSince1970: SigningPeer.now) }
        let sealed = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        let message = MessageSigner(key: signing, clock: clock)
        let credentials = AWSCredentials(accessKeyID: "AKIDEXAMPLE", secret: "example")
        return try [
            ("EnvelopeCipher", envelope),
            ("EnvelopeCipher, version 1", sealed),
            ("ContentEncodingCipher", ContentEncodingCipher(key: secret)),
            ("JWECipher, `dir`", JWECipher(JWEKey(wrapping, .direct))),
            ("JWECipher, `A256KW`", JWECipher(JWEKey(wrapping, .a256KW))),
            ("JWECipher, `ECDH-ES`", JWECipher(JWEKey(ec, .ecdhES))),
            ("JWECipher, `RSA-OAEP-256`", JWECipher(JWEKey(rsa, .rsaOAEP256))),
            ("SealedFields", SealedFields(["items.*"], key: JWEKey(wrapping, .direct))),
            ("HPKECipher", HPKECipher(recipient: server)),
            ("HPKECipher with a shared key", HPKECipher(recipient: server, sender: .psk(secret))),
            (
                "HPKECipher with the client's key",
                HPKECipher(
                    recipient: server,
                    sender: .key(PrivateKey(pem: KeyFile.text("x"), id: "client-1")))
            ),
            ("MessageSigner", steps(nil, message)),
            ("HMACSigner", steps(nil, HMACSigner(key: secret, clock: clock))),
            (
                "AWSSigner",
                steps(
                    nil,
                    AWSSigner(
                        credentials: credentials, region: "eu-central-1", service: "shop",
                        clock: clock))
            ),
            ("JWSSigner", steps(nil, JWSSigner(key: signing))),
            (
                "ParameterSigner",
                steps(
                    nil,
                    ParameterSigner(
                        key: SecretKey.shared(for: .signatures), digest: .hmacSHA256,
                        clock: clock))
            ),
            ("EnvelopeCipher, version 1, then MessageSigner", steps(sealed, message)),
        ]
    }

    @Test func transcriptsMatchTheDocumentation() async throws {
        var parts: [String] = []
        for (name, cipher) in try Self.all() {
            let text = try await Transcript(of: cipher).text
            parts.append("## \(name)\n\n```\n\(text)\n```")
        }
        try Documentation.hold(
            parts.joined(separator: "\n\n"), as: "transcripts", in: "Transcripts")
    }

    /// A page that shows a secret would be worse than none.
    @Test func transcriptsShowNoKeyOrSealedBody() async throws {
        for (name, cipher) in try Self.all() {
            let text = try await Transcript(of: cipher).text
            for form in [Peer.secret.hex, Peer.secret.base64EncodedString(), "AWS4example"] {
                #expect(!text.contains(form), "\(name)")
            }
            let isSigner = name.hasSuffix("Signer") && !name.contains("then")
            #expect(text.contains("A-1") == isSigner, "\(name)")
        }
    }
}
