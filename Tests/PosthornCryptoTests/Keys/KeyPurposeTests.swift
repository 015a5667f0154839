import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// No key serves two formats, unless each derives a key of its own.
@Suite("Purposes of secret keys")
struct KeyPurposeTests {
    typealias Purpose = SecretKey.Purpose

    static let purposes: [Purpose] = [
        .derivation, .jwe, .signatures, .contentEncoding, .envelopeVersion1,
    ]

    /// Each use of a key in the program, and the one purpose that permits it.
    static let uses:
        [(name: String, purpose: Purpose, use: @Sendable (SecretKey) async throws -> Void)] = [
            ("EnvelopeCipher", .derivation, { try await seal(EnvelopeCipher(key: $0)) }),
            (
                "EnvelopeCipher, ChaCha20-Poly1305", .derivation,
                { try await seal(EnvelopeCipher(key: $0, suite: .chaCha20Poly1305)) }
            ),
            (
                "ContentEncodingCipher", .derivation,
                { try await seal(ContentEncodingCipher(key: $0)) }
            ),
            ("HMACSigner", .derivation, { try await sign(HMACSigner(key: $0)) }),
            (
                "HPKECipher", .derivation,
                {
                    let server = try PrivateKey.random(.x25519).publicKey
                    try await seal(HPKECipher(recipient: server, sender: .psk($0)))
                }
            ),
            ("derived", .derivation, { _ = try $0.derived(id: "a", info: Data()) }),
            (
                "EnvelopeCipher, version 1", .envelopeVersion1,
                { try await seal(EnvelopeCipher(key: $0, suite: .version1AES256GCM)) }
            ),
            (
                "ContentEncodingCipher, unbound", .contentEncoding,
                { try await seal(ContentEncodingCipher(key: $0, binding: .none)) }
            ),
            ("JWE, dir", .jwe, { _ = try JWEKey($0, .direct) }),
            ("JWE, A256KW", .jwe, { _ = try JWEKey($0, .a256KW) }),
            ("SigningKey", .signatures, { _ = try SigningKey($0) }),
            ("VerifyingKey", .signatures, { _ = try VerifyingKey($0) }),
            (
                "ParameterSigner", .signatures,
                { try await sign(ParameterSigner(key: $0, digest: .hmacSHA256)) }
            ),
            (
                "ParameterSigner, legacy", .signatures,
                { try await sign(ParameterSigner(key: $0, digest: .legacyMD5)) }
            ),
        ]

    private static func seal(_ cipher: some PayloadCipher) async throws {
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
    }

    private static func sign(_ signer: some Signer) async throws {
        var request = TransportRequest.sample()
        try await signer.sign(&request)
    }

    @Test(arguments: uses.indices)
    func useTakesKeysForItsPurposeOnly(_ index: Int) async throws {
        let (name, purpose, use) = Self.uses[index]
        for other in Self.purposes {
            let key = try SecretKey.shared(for: other)
            if other == purpose {
                try await use(key)
                continue
            }
            let fault = await #expect(throws: APIError.Cause.self, "\(name), \(other)") {
                try await use(key)
            }
            #expect(fault?.code == .invalidKey)
            #expect(fault?.advice == "make another key, with `for: .\(purpose)`")
        }
    }

    /// A provider's key is checked when it is used.
    @Test func providersKeysAreCheckedToo() async throws {
        let ring = try KeyRing(SecretKey.shared(for: .jwe))
        #expect(throws: APIError.Cause.self) { try ContentEncodingCipher(key: ring) }
        await #expect(throws: APIError.Cause.self) {
            try await Self.seal(ContentEncodingCipher(key: RefreshingKeys { ring }))
        }
        await #expect(throws: APIError.Cause.self) { try await Self.sign(HMACSigner(key: ring)) }
    }

    @Test func keyOfHMACSignerIsNotTheSharedOne() throws {
        let derived = try SecretKey.shared().ofHMACSigner
        #expect(try SigningKey(.shared(for: .signatures)).sign(order) != derived.sign(order))
        #expect(try SecretKey.random(id: "a").purpose == .derivation)
    }
}
