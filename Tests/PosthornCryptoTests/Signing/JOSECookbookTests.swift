import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// The signatures of RFC 7520, section 4, RFC 7797 and RFC 8037, in all their forms.
@Suite("JOSE cookbook: signatures")
struct JOSECookbookTests {
    struct Example: Decodable {
        struct Input: Decodable {
            var payload: String
            var key: JSONValue
            var alg: JSONValue
        }
        struct Output: Decodable {
            var compact: String?
            var json: JSONValue?
            var flattened: JSONValue?

            enum CodingKeys: String, CodingKey {
                case compact, json
                case flattened = "json_flat"
            }
        }
        var input: Input
        var output: Output

        /// The keys of the example, in the order of its signatures.
        func keys() throws -> [VerifyingKey] {
            let keys = input.key.array ?? [input.key]
            let names = input.alg.array ?? [input.alg]
            return try zip(keys, names).map { key, name in
                let algorithm = try #require(
                    name.string.flatMap { SignatureAlgorithm(joseName: $0) })
                let json = try JSONEncoder().encode(key)
                return key["kty"] == "oct"
                    ? try VerifyingKey(
                        SecretKey(jwk: json, id: key["kid"]?.string ?? "k", for: .signatures),
                        algorithm: algorithm)
                    : try VerifyingKey(PrivateKey(jwk: json).publicKey, algorithm: algorithm)
            }
        }
    }

    let examples: [(name: String, example: Example)]

    init() throws {
        examples = try JSONDecoder().decode(
            [String: Example].self, from: SigningVectors.data("jose-cookbook-jws.json")
        ).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    @Test func verifiesCompactExamples() async throws {
        var tally = SigningTally("JOSE cookbook, JWS compact (RFC 7520, 7797, 8037)")
        for (name, example) in examples {
            guard let compact = example.output.compact else { continue }
            let payload = Data(example.input.payload.utf8)
            if name == "rfc7797/hmac-sha2_b64_false.json" {
                // An unencoded payload between the dots: the verifier accepts it only detached.
                #expect(compact.split(separator: ".")[1] == example.input.payload)
                tally.refuse("unencoded payload in the compact form")
                continue
            }
            let key = try #require(try example.keys().first)
            let verifier = JWSVerifier(key: FoundKeys { _ in key })
            if compact.contains("..") {
                try await verifier.verify(compact, detached: payload)
                await #expect(throws: APIError.Cause.self) {
                    try await verifier.verify(compact, detached: payload + Data("x".utf8))
                }
            } else {
                #expect(try await verifier.payload(of: compact) == payload, "\(name)")
            }
            tally.passed += 1
        }
        tally.print()
        #expect(tally.ran == 7)
        #expect(tally.passed == 6)
    }

    /// RFC 7520, sections 4.1 to 4.8, the last three with headers that are not protected or with three
    /// signatures; RFC 7797 with payloads that are not encoded.
    @Test func verifiesJSONExamples() async throws {
        var tally = SigningTally("JOSE cookbook, JWS in JSON (RFC 7520, 7797, 8037)")
        for (name, example) in examples {
            let keys = try example.keys()
            let payload = Data(example.input.payload.utf8)
            // Examples with several keys name them; the others may not.
            let verifier = JWSVerifier(
                key: FoundKeys { id in
                    keys.count == 1 || id == nil ? keys[0] : keys.first { $0.id == id }
                })
            for document in [example.output.json, example.output.flattened] {
                guard let document else { continue }
                let json = try JSONEncoder().encode(document)
                if name == "rfc7797/4.2.hmac-sha2_b64_false.json" {
                    // A reader that does not know `b64` would read another payload.
                    await #expect(throws: APIError.Cause.self) {
                        try await verifier.payload(ofJSON: json)
                    }
                    tally.refuse("`b64` without `crit`")
                    continue
                }
                if document["payload"] == nil {
                    try await verifier.verify(json: json, detached: payload)
                    await #expect(throws: APIError.Cause.self) {
                        try await verifier.verify(json: json, detached: payload + Data("x".utf8))
                    }
                } else {
                    let found = try await verifier.payload(ofJSON: json)
                    #expect(found == payload, "\(name)")
                    await #expect(throws: APIError.Cause.self, "\(name)") {
                        try await verifier.payload(ofJSON: changed(document))
                    }
                }
                tally.passed += 1
            }
        }
        tally.print()
        #expect(tally.ran == 21)
        #expect(tally.passed == 19)
    }

    /// The document with a changed payload.
    private func changed(_ document: JSONValue) throws -> Data {
        var members = try #require(document.object)
        let payload = try #require(members["payload"]?.string)
        members["payload"] = .string((payload.first == "A" ? "B" : "A") + payload.dropFirst())
        return try JSONEncoder().encode(JSONValue.object(members))
    }
}
