import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Project Wycheproof through keys and verifiers as a user has them.
@Suite("Wycheproof: signatures")
struct WycheproofSignatureTests {
    struct Group: Decodable, Sendable {
        struct Case: Decodable, Sendable {
            var tcId: Int
            var key: String?
            var msg: String
            var sig: String?
            var tag: String?
            var result: String
            var comment: String
        }
        var pem: String?
        var tagSize: Int?
        var tests: [Case]
    }

    static let sets: [String: [Group]] =
        (try? JSONDecoder().decode(
            [String: [Group]].self, from: SigningVectors.data("wycheproof-signatures.json")))
        ?? [:]

    @Test(arguments: [
        ("hmac_sha256", SignatureAlgorithm.hmacSHA256, 174, 256),
        ("hmac_sha384", .hmacSHA384, 174, 384), ("hmac_sha512", .hmacSHA512, 174, 512),
    ])
    func hmacMatchesWycheproof(
        _ name: String, _ algorithm: SignatureAlgorithm, _ count: Int, _ bits: Int
    ) throws {
        var tally = SigningTally("Wycheproof \(name)")
        for group in try #require(Self.sets[name]) {
            for vector in group.tests {
                let key = try SecretKey(
                    id: "k", bytes: Data(hex: try #require(vector.key)), for: .signatures)
                let verifies = try VerifyingKey(
                    key, algorithm: algorithm, allowsShortKeys: true
                ).verifies(
                    Data(hex: try #require(vector.tag)), of: Data(hex: vector.msg))
                if group.tagSize != bits {
                    // A code that was cut is none.
                    #expect(!verifies)
                    tally.refuse("truncated codes")
                } else {
                    #expect(verifies == (vector.result == "valid"), "\(vector.tcId)")
                    if verifies == (vector.result == "valid") { tally.passed += 1 }
                }
            }
        }
        tally.print()
        #expect(tally.ran == count)
    }

    @Test(arguments: [
        ("ecdsa_secp256r1_sha256_p1363", SignatureAlgorithm.ecdsaP256, 262),
        ("ecdsa_secp384r1_sha384_p1363", .ecdsaP384, 280),
        ("ecdsa_secp521r1_sha512_p1363", .ecdsaP521, 318), ("ed25519", .ed25519, 151),
        ("rsa_pss_2048_sha256_mgf1_32", .rsaPSSSHA256, 108),
        ("rsa_pss_2048_sha384_mgf1_48", .rsaPSSSHA384, 141),
        ("rsa_pss_3072_sha256_mgf1_32", .rsaPSSSHA256, 108),
        ("rsa_pss_4096_sha512_mgf1_64", .rsaPSSSHA512, 179),
    ])
    func keyPairSignaturesMatchWycheproof(
        _ name: String, _ algorithm: SignatureAlgorithm, _ count: Int
    ) throws {
        var tally = SigningTally("Wycheproof \(name)")
        for group in try #require(Self.sets[name]) {
            let key = try VerifyingKey(
                PublicKey(pem: try #require(group.pem)), algorithm: algorithm)
            for vector in group.tests {
                let verifies = key.verifies(
                    Data(hex: try #require(vector.sig)), of: Data(hex: vector.msg))
                let isRight =
                    vector.result == "acceptable" || verifies == (vector.result == "valid")
                #expect(isRight, "\(vector.tcId) \(vector.comment)")
                if isRight { tally.passed += 1 }
            }
        }
        tally.print()
        #expect(tally.passed == count)
    }

    /// Row 217: RFC 9421 and RFC 7518 have numbers of fixed length, and DER is none.
    @Test(arguments: [("ecdsa_secp256r1_sha256", 484), ("ecdsa_secp521r1_sha512", 542)])
    func rejectsDERSignatures(_ name: String, _ count: Int) throws {
        var tally = SigningTally("Wycheproof \(name) (DER)")
        for group in try #require(Self.sets[name]) {
            let key = try VerifyingKey(PublicKey(pem: try #require(group.pem)))
            for vector in group.tests {
                let verifies = key.verifies(
                    Data(hex: try #require(vector.sig)), of: Data(hex: vector.msg))
                #expect(!verifies, "\(vector.tcId)")
                tally.refuse(
                    vector.result == "valid" ? "valid but DER" : "invalid")
            }
        }
        tally.print()
        #expect(tally.ran == count)
    }

    struct JWSGroup: Decodable, Sendable {
        struct Case: Decodable, Sendable {
            var tcId: Int
            var comment: String
            var jws: JSONValue
            var result: String
        }
        var `public`: JSONValue?
        var `private`: JSONValue?
        var tests: [Case]
    }

    @Test func jwsMatchesWycheproof() async throws {
        let groups = try JSONDecoder().decode(
            [JWSGroup].self, from: SigningVectors.data("wycheproof-jws.json"))
        var tally = SigningTally("Wycheproof json_web_signature")
        for group in groups {
            let key = group.public ?? group.private
            let name = key?["alg"]?.string ?? ""
            for vector in group.tests {
                let passes = await verifies(vector.jws, try #require(key))
                if group.tests.contains(where: { $0.result == "valid" && $0.jws == vector.jws }),
                    vector.result == "invalid"
                {
                    // Two cases are marked as invalid whose bytes are those of the valid case 357.
                    #expect([367, 370].contains(vector.tcId) && passes)
                    tally.refuse("marked invalid with the bytes of a valid case")
                } else if vector.result == "invalid" {
                    #expect(!passes, "\(vector.tcId) \(vector.comment)")
                    if !passes { tally.passed += 1 }
                } else if passes {
                    tally.passed += 1
                } else {
                    tally.refuse(reason(vector, name))
                    if name == "ES521" { #expect(try await verifies(vector.jws, named(key))) }
                }
            }
        }
        tally.print()
        #expect(tally.ran == 401)
        #expect(tally.refused["unexplained"] == nil)
    }

    private func verifies(_ jws: JSONValue, _ jwk: JSONValue) async -> Bool {
        guard let jws = jws.string, let json = try? JSONEncoder().encode(jwk),
            let algorithm = jwk["alg"]?.string.flatMap({ SignatureAlgorithm(joseName: $0) }),
            let key = try? jwk["kty"] == "oct"
                ? VerifyingKey(SecretKey(jwk: json, for: .signatures), algorithm: algorithm)
                : VerifyingKey(PublicKey(jwk: json), algorithm: algorithm)
        else { return false }
        return (try? await JWSVerifier(key: key).payload(of: jws)) != nil
    }

    /// The key as it should have been: `ES521` is in no RFC, and the signatures say `ES512`.
    private func named(_ key: JSONValue?) throws -> JSONValue {
        var members = try #require(key?.object)
        members["alg"] = "ES512"
        return .object(members)
    }

    private func reason(_ vector: JWSGroup.Case, _ algorithm: String) -> String {
        if vector.jws.string == nil { return "JSON forms" }
        if algorithm == "ES521" { return "ES521, which is no algorithm" }
        if vector.comment.hasPrefix("InvalidCharacterInserted") { return "not base64url" }
        if vector.comment == "Figure20" { return "PS384 with a key that is for PS256" }
        return "unexplained"
    }
}
