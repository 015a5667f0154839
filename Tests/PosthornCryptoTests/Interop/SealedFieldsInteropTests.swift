import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import TestSupport
import Testing

/// Generated calls over a socket to a server in Python, whose ciphers are those of `joserfc`.
@Suite(
    "Sealed fields of generated calls against a Python server",
    .enabled("needs .venv with joserfc and http_ece; make setup") { Interop.isThere },
    .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SealedFieldsInteropTests {
    /// How the fields are sealed in each direction.
    enum Keys: String, CaseIterable {
        case shared, pairs

        /// The cipher, and what the server is told.
        func made() throws -> (cipher: SealedFields, server: [String: Any]) {
            func names(_ algorithm: JWEAlgorithm, _ jwk: Data) throws -> [String: Any] {
                ["alg": algorithm.rawValue, "jwk": try JSONSerialization.jsonObject(with: jwk)]
            }
            switch self {
            case .shared:
                let key = try SecretKey.random(id: "s", for: .jwe)
                let names = try names(.direct, key.secretJWK)
                return (
                    try SealedFields(key: JWEKey(key, .direct)), ["open": names, "seal": names]
                )
            case .pairs:
                let vault = try PrivateKey(pem: KeyFile.text("rsa8"), id: "vault")
                let phone = try PrivateKey.random(.p256, id: "phone")
                let cipher = try SealedFields(
                    key: try JWEKey(vault.publicKey, .rsaOAEP256),
                    opening: try JWEKey(phone, .ecdhESA256KW))
                return (
                    cipher,
                    [
                        "open": try names(.rsaOAEP256, vault.secretJWK),
                        "seal": try names(.ecdhESA256KW, phone.publicKey.jwk),
                    ]
                )
            }
        }
    }

    private func withVault(
        _ keys: Keys, _ body: (VaultAPI) async throws -> Void
    ) async throws {
        let (cipher, server) = try keys.made()
        let (port, stop) = try Interop.serve(
            "vault.py", JSONSerialization.data(withJSONObject: server))
        defer { stop() }
        try await CurlSession.withSession { session in
            try await body(
                VaultAPI(
                    try ClientConfiguration(
                        baseURL: "http://127.0.0.1:\(port)/v1", transport: session),
                    ciphers: .init(
                        card: cipher, signed: .plaintext, whole: .plaintext, scans: cipher)))
        }
    }

    private static let card = Card(holder: "Ada", brand: "V", number: "4111", limits: Limit(day: 5))

    @Test(arguments: Keys.allCases)
    func serverOpensAndSealsFields(_ keys: Keys) async throws {
        try await withVault(keys) { api in
            let receipt = try await api.pay(
                amount: 7, cards: [Self.card, Self.card],
                notesMore: ["a.b": Note(text: "dotted"), "c": Note(text: "plain")], cvc: "123")
            #expect(receipt.id == "7 ['V', 'V']")
            #expect(
                receipt.token == [
                    "cvc": "123", "cards.0.holder": "Ada", "cards.0.number": "4111",
                    "cards.0.limits": ["day": 5], "cards.1.holder": "Ada",
                    "cards.1.number": "4111", "cards.1.limits": ["day": 5], "a.b": "dotted",
                    "c": "plain",
                ])
        }
    }

    @Test func opensDocumentedFailure() async throws {
        try await withVault(.pairs) { api in
            await #expect {
                try await api.pay(amount: 0, cards: [Self.card], notesMore: [:], cvc: "1")
            } throws: { error in
                guard case .known(let card) = error as? VaultAPI.Pay.Failure else { return false }
                return card.number == "4111" && card.brand == "known"
            }
        }
    }

    @Test func rejectsFieldSealedForAnotherPath() async throws {
        try await withVault(.shared) { api in
            let error = await #expect(throws: VaultAPI.Pay.Failure.self) {
                try await api.pay(amount: -1, cards: [Self.card], notesMore: [:], cvc: "1")
            }
            guard case .other(let error) = error else { throw try #require(error) }
            #expect(error.code == .openingFailed)
            #expect(error.message == opaque)
        }
    }
}
