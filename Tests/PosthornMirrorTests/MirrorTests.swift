import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import PosthornTesting
import Shop
import TestSupport
import Testing

/// Prints a value of each public type in every way that reflection offers.
@Suite("Redaction of public types", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct MirrorTests {
    private func samples(_ session: CurlSession) async throws -> [Sample] {
        try await MessageSamples.all() + PosthornSamples.all() + CryptoSamples.all()
            + ServerSamples.all()
            + CurlSamples.all(session) + TestingSamples.all() + LoadingSamples.all()
            + OAuthSamples.all() + OutboxSamples.all() + StoreSamples.all()
            + WorkloadIdentitySamples.all()
    }

    /// No output contains the canary, and none crashes.
    @Test func everyPublicTypeHidesSecretsWhenReflected() async throws {
        var configuration = CurlSamples.configuration
        configuration.connection.identities = [:]
        try await CurlSession.withSession(configuration) { session in
            for sample in try await samples(session) {
                let shown = Shown(sample.value)
                #expect(!shown.text.isEmpty)
                guard !sample.isOpen else { continue }
                #expect(
                    !shown.contains(Canary.word), "\(sample.type) shows it: \(shown.text)")
            }
        }
    }

    /// A new public type needs a line in one of the tables.
    @Test func everyPublicTypeHasASample() async throws {
        let sampled = try await CurlSession.withSession { session in
            Set(try await samples(session).map(\.type))
        }
        let declared = try PublicTypes.all()
        // A mock is a process of the tool. Two stores need their traits.
        var missing = ["MockProcess"]
        #if !Redis
            missing.append("RedisStore")
        #endif
        #if !SQLite
            missing.append("SQLiteStore")
        #endif
        #expect(declared.subtracting(sampled).sorted() == missing)
        #expect(sampled.subtracting(declared).sorted() == [])
    }

    @Test func generatedServiceHidesItsConfiguration() throws {
        let key = try SecretKey(id: "partner", bytes: CryptoSamples.secret)
        let shop = ShopAPI(
            Store().configuration, common: .init(deviceID: Canary.text, channel: .web),
            ciphers: .init(partner: try EnvelopeCipher(key: key)))
        for value in [shop, Store()] as [Any] {
            let shown = Shown(value)
            #expect(!shown.contains(Canary.word), "\(shown.text)")
        }
    }

    /// Proves that the canary would be found.
    @Test(
        arguments: [
            [Canary.text], MessageSamples.body, [UInt8](MessageSamples.body), Leak(),
            MessageSamples.fields, CryptoSamples.secret, ["k": Optional(Canary.url)],
            Data(Canary.text.utf8).base64EncodedString(),
        ] as [any Sendable])
    func canaryInUnredactedValueIsFound(_ value: any Sendable) {
        #expect(Shown(value).contains(Canary.word))
    }

    @Test func findsPublicTypesInSources() {
        let types = PublicTypes.types(
            in: """
                public struct A<Value>: Sendable where Value: Sendable {
                    @frozen public enum B {
                        case c
                    }
                    struct Hidden {}
                }

                extension A.B {
                    public final class D {}
                    public func e() { enum Local { case f } }
                }

                public enum Names {
                    public static let first = 1
                    public enum G { indirect case h }
                    public indirect enum I {
                        case j(I)
                    }
                }
                #if X
                    open class K {}
                #endif
                public struct L: ~Copyable {}
                package struct M {}
                """)
        #expect(types.sorted() == ["A", "A.B", "A.B.D", "K", "Names.I"])
    }
}
