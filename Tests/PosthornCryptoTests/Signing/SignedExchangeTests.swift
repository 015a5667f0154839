import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Ciphers send exchange data in header fields.
///
/// A signer after the cipher signs them, also in requests without a body.
@Suite("Signing of cipher header fields")
struct SignedExchangeTests {
    enum Sealing: String, CaseIterable { case hpke, rsa, aesGCM, aes128gcm }
    enum Signing: CaseIterable { case message, hmac }

    private static let encapsulated = HTTPField.Name("Posthorn-Encapsulated")

    private let secret: SecretKey
    /// For signatures by the bytes of the key.
    private let raw: SecretKey

    init() throws {
        secret = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        raw = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret, for: .signatures)
    }

    private func cipher(_ sealing: Sealing) throws -> any PayloadCipher {
        switch sealing {
        case .hpke: try HPKECipher(recipient: PrivateKey.random(.x25519, id: "s").publicKey)
        case .rsa:
            try RSAEnvelopeCipher(
                recipient: PrivateKey(pem: KeyFile.text("rsa8"), id: "s").publicKey)
        case .aesGCM:
            try EnvelopeCipher(
                key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        case .aes128gcm: try ContentEncodingCipher(key: SecretKey.random(id: "shop-1"))
        }
    }

    private func signer(_ signing: Signing) throws -> any Signer {
        switch signing {
        case .message: MessageSigner(key: try SigningKey(raw))
        case .hmac: HMACSigner(key: secret)
        }
    }

    private func verify(_ request: TransportRequest, _ signing: Signing) async throws {
        switch signing {
        case .message:
            try await SignatureVerifier(key: try VerifyingKey(raw)).verify(request)
        case .hmac: try await HMACSigner(key: secret).verify(request, memory: LocalReplayMemory())
        }
    }

    private func refuses(_ request: TransportRequest, _ signing: Signing) async -> Bool {
        do {
            try await verify(request, signing)
            return false
        } catch {
            return (error as? APIError.Cause)?.message == opaqueSignature
        }
    }

    /// Otherwise an intermediary could have the response sealed for itself or for another client.
    @Test(arguments: Sealing.allCases, Signing.allCases)
    func rejectsExchangeFieldOfAnotherRequest(_ sealing: Sealing, _ signing: Signing) async throws {
        let (cipher, signer) = (try cipher(sealing), try signer(signing))
        let name =
            sealing == .hpke || sealing == .rsa ? try #require(Self.encapsulated) : .exchange
        for method in [HTTPRequest.Method.get, .post] {
            let body = method == .post ? order : nil
            var request = TransportRequest.sample(method, body: body)
            try await steps(cipher, signer).seal(&request)
            var other = TransportRequest.sample(method, body: body)
            try await cipher.seal(&other)
            try #require(request.headers[name] != other.headers[name])
            try await verify(request, signing)
            var swapped = request
            swapped.headers[name] = other.headers[name]
            #expect(await refuses(swapped, signing), "\(method), another one")
            var doubled = request
            doubled.headers.append(HTTPField(name: name, value: other.headers[name] ?? ""))
            #expect(await refuses(doubled, signing), "\(method), two")
            var without = request
            without.headers[name] = nil
            #expect(await refuses(without, signing), "\(method), none")
        }
    }

    /// A server might seal its response for the added field.
    @Test(arguments: Signing.allCases)
    func rejectsAddedExchangeField(_ signing: Signing) async throws {
        var request = TransportRequest.sample(.get, body: nil)
        try await signer(signing).sign(&request)
        try await verify(request, signing)
        for name in [try #require(Self.encapsulated), .exchange] {
            var changed = request
            changed.headers[name] = "base.cw.AAAA"
            #expect(await refuses(changed, signing), "\(name)")
        }
    }

    /// Row by row as `Documentation/Signing.md` has it.
    @Test func signedTextListsExchangeFieldsLast() async throws {
        var request = TransportRequest.sample(.get, body: nil)
        request.headers[.exchange] = "an exchange"
        request.headers[try #require(Self.encapsulated)] = "a key"
        try await HMACSigner(key: secret, clock: .at(HMACSignerTests.now)).sign(&request)
        let text = """
            posthorn-hmac-v2
            request
            k-1
            1800000000
            \(request.headers[.nonce] ?? "")
            GET
            https
            api.example.com
            /v1/orders?limit=5
            content-type
            authorization
            idempotency-key
            posthorn-exchange:an exchange
            posthorn-encapsulated:a key
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
            """
        #expect(
            request.headers[.plainSignature]
                == (try secret.ofHMACSigner.sign(Data(text.utf8)).hex))
    }

    @Test func exchangeFieldIsSignedOnce() async throws {
        var request = TransportRequest.sample(.get, body: nil)
        request.headers[.exchange] = "an exchange"
        var message = MessageSigner(key: try SigningKey(raw))
        message.components.append("posthorn-exchange")
        try await message.sign(&request)
        let input = try #require(request.headers[.signatureInput])
        #expect(input.components(separatedBy: "posthorn-exchange").count == 2)
        var own = HMACSigner(key: secret)
        own.signedFields = [.exchange]
        try await own.sign(&request)
        try await own.verify(request, memory: LocalReplayMemory())
    }
}
