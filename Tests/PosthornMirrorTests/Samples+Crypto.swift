import Foundation
import Posthorn
import PosthornCrypto

/// The types of `PosthornCrypto`, each made of keys whose bytes are the canary.
enum CryptoSamples {
    static func all() throws -> [Sample] { try keys() + ciphers() + signers() + webhooks() }

    /// 32 bytes that hold the canary.
    static let secret = Data("\(Canary.word)-canary-canary-canary-cana".utf8)
    private static func key(for purpose: SecretKey.Purpose = .derivation) throws -> SecretKey {
        try SecretKey(id: "k-1", bytes: secret, for: purpose)
    }

    private static func keys() throws -> [Sample] {
        let key = try key()
        let pair = try PrivateKey.random(.p256, id: "k-2")
        let signing = try SigningKey(Self.key(for: .signatures))
        return [
            Sample(key), Sample(pair), Sample(pair.publicKey),
            Sample(pair.kind), Sample(try KeyRing(key)),
            Sample(RefreshingKeys<SecretKey> { try KeyRing(key) }), Sample(signing),
            Sample(signing.verifying), Sample(signing.algorithm),
            Sample(PasswordStretching.pbkdf2()), Sample(KeyHash.sha256),
            Sample(try JWEKey(Self.key(for: .jwe), .direct)), Sample(key.purpose),
            Sample(JWEAlgorithm.direct), Sample(ContentEncryption.a256GCM),
        ]
    }

    private static func webhooks() throws -> [Sample] {
        [
            Sample(try WebhookKeys.stripe("\(Canary.text)-canary-canary")),
            Sample(
                VerifiedEvent(
                    value: Canary.text, body: Data(Canary.text.utf8), id: Canary.field, time: Date()
                )),
        ]
    }

    private static func ciphers() throws -> [Sample] {
        let key = try key()
        let jwe = try JWEKey(Self.key(for: .jwe), .direct)
        let rsa = try PrivateKey.random(.rsa, id: "k-3")
        let pair = try PrivateKey.random(.x25519, id: "k-4")
        let first = try Self.key(for: .envelopeVersion1)
        let long = try SecretKey(id: "k-5", bytes: secret + secret, for: .envelopeVersion1)
        return [
            Sample(try EnvelopeCipher(key: first, suite: .version1AES256GCM)),
            Sample(try EnvelopeCipher(key: key)), Sample(EnvelopeCipher.Suite.aes256GCM),
            Sample(try EnvelopeCipher(key: long, suite: .legacyAES256CBC)),
            Sample(try RSAEnvelopeCipher(recipient: rsa.publicKey)),
            Sample(try ContentEncodingCipher(key: key)),
            Sample(ContentEncodingCipher.Binding.exchange), Sample(JWECipher(jwe)),
            Sample(try SealedFields(key: jwe)), Sample(try JWE.sealing(secret, for: jwe)),
            Sample(try HPKECipher(recipient: pair.publicKey, sender: .psk(key))),
            Sample(HPKECipher.Sender.psk(key)),
        ]
    }

    private static func signers() throws -> [Sample] {
        let key = try key()
        let shared = try Self.key(for: .signatures)
        let signing = try SigningKey(shared)
        let credentials = AWSCredentials(
            accessKeyID: "AKID", secret: Canary.text, sessionToken: Canary.text)
        let aws = AWSSigner(credentials: credentials, region: "eu-north-1", service: "s3")
        let parameters = ParameterSigner(key: shared, digest: .legacySHA256)
        var message = MessageSigner(key: signing)
        let verifier = SignatureVerifier(key: signing.verifying)
        message.responseVerifier = verifier
        let hmac = HMACSigner(key: key)
        return [
            Sample(credentials), Sample(aws), Sample(aws.place), Sample(aws.payload),
            Sample(aws.path), Sample(parameters), Sample(parameters.digest),
            Sample(parameters.secretPlace), Sample(parameters.order), Sample(parameters.place),
            Sample(parameters.writing), Sample(message), Sample(verifier),
            Sample(SignatureComponent.method), Sample(LocalReplayMemory()), Sample(SigningClock()),
            Sample(hmac), Sample(JWSSigner(key: signing)),
            Sample(JWSVerifier(key: signing.verifying)), Sample(ComposedSigner([hmac, aws])),
            Sample(SignerChoice.using(hmac)), Sample(StandardWebhooksSigner(key: signing)),
        ]
    }
}
