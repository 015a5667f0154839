import CRefusedRandomness
import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Row 224: without random numbers a process ends; it never seals with zeros or with old bytes.
///
/// Each case is a process of its own, from which the system's source is taken by a filter of its system
/// calls. Nothing is printed by it, and nothing can be: what is looked at is how it ended.
@Suite(
    "Failure of the random number source", .timeLimit(.minutes(2)),
    .enabled("needs a system that filters system calls") { can_refuse_randomness() == 1 })
struct RandomnessTests {
    /// What draws random bytes: swift-crypto by Swift's generator, BoringSSL by its own, and ours.
    enum Draw: String, CaseIterable, Codable, Sendable {
        case nonceOfGCM, nonceOfChaCha, nonceOfCBC, salt, exchange, keyOfRSAEnvelope
        case ephemeralKeyOfHPKE, ephemeralKeyOfJWE, nonceOfHMAC, signatureOfECDSA, secretKey,
            keyPair

        /// What it made, which is never the same twice.
        func make(_ key: PrivateKey, _ rsa: PublicKey) async throws -> Data {
            let secret = try SecretKey(id: "k", bytes: Data(repeating: 7, count: 64))
            let short = try SecretKey(id: "k", bytes: Data(repeating: 7, count: 32))
            let sealing = try SealingKey(id: "k", bytes: Data(repeating: 7, count: 32))
            switch self {
            case .nonceOfGCM: return try await sealed(by: AESGCMCipher(key: sealing))
            case .nonceOfChaCha: return try await sealed(by: ChaChaPolyCipher(key: sealing))
            case .nonceOfCBC: return try await sealed(by: LegacyCBCCipher(key: secret))
            case .salt:
                return try await sealed(by: ContentEncodingCipher(key: short, binding: .none))
            case .exchange: return try await sealed(by: ContentEncodingCipher(key: short))
            case .keyOfRSAEnvelope:
                return try await sealed(by: RSAEnvelopeCipher(recipient: rsa))
            case .ephemeralKeyOfHPKE:
                return try await sealed(by: HPKECipher(recipient: key.publicKey))
            case .ephemeralKeyOfJWE:
                return try await sealed(by: JWECipher(JWEKey(key.publicKey, .ecdhES)))
            case .nonceOfHMAC: return try await sealed(by: HMACSigner(key: short))
            case .signatureOfECDSA: return try SigningKey(key).sign(order)
            case .secretKey: return try SecretKey.random(id: "k").secretJWK
            case .keyPair: return try PrivateKey.random(.p256).secretDER
            }
        }

        private func sealed(by cipher: some PayloadCipher) async throws -> Data {
            var request = TransportRequest.sample()
            try await cipher.seal(&request)
            var made = request.body?.data ?? Data()
            for field in request.headers { made += Data("\(field)\n".utf8) }
            return made
        }
    }

    /// Keys that exist before the source is taken away.
    static func keys() throws -> (PrivateKey, PublicKey) {
        (
            try PrivateKey(pem: KeyFile.text("ec256")),
            try PrivateKey(pem: KeyFile.text("rsa8")).publicKey
        )
    }

    /// Without this the cases below would prove nothing: what is drawn is what differs.
    @Test(arguments: Draw.allCases)
    func randomValuesNeverRepeat(_ draw: Draw) async throws {
        let (key, rsa) = try Self.keys()
        #expect(try await draw.make(key, rsa) != draw.make(key, rsa))
    }

    /// The first draw is the one that fails.
    @Test(arguments: Draw.allCases)
    func processAbortsWithoutRandomNumbers(_ draw: Draw) async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) { [draw] in
            let (key, rsa) = try RandomnessTests.keys()
            #expect(refuse_randomness(EIO, 1) == 0)
            _ = try await draw.make(key, rsa)
            exit(EXIT_SUCCESS)
        }
    }

    /// Where the system call is missing and files can be opened, `/dev/urandom` is read.
    @Test(arguments: Draw.allCases)
    func fallsBackToDevURandom(_ draw: Draw) async throws {
        await #expect(processExitsWith: .success) { [draw] in
            let (key, rsa) = try RandomnessTests.keys()
            #expect(refuse_randomness(ENOSYS, 0) == 0)
            #expect(try await draw.make(key, rsa) != draw.make(key, rsa))
        }
    }
}
