import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// JWS in the JSON forms (RFC 7515, section 7.2).
@Suite("JWS JSON serialization")
struct JWSDocumentTests {
    let shop: SigningKey
    let bank: SigningKey
    let verifier: JWSVerifier

    init() throws {
        shop = try SigningKey(.random(.p521, id: "shop"))
        bank = try SigningKey(.random(.ed25519, id: "bank"))
        verifier = try JWSVerifier(key: KeyRing(shop.verifying, previous: [bank.verifying]))
    }

    private func fault(
        _ json: Data, _ verifier: JWSVerifier? = nil, requiring required: Set<String> = []
    ) async -> APIError.Cause? {
        do {
            let payload = try await (verifier ?? self.verifier).payload(
                ofJSON: json, requiring: required)
            #expect(payload == order)
            return nil
        } catch {
            return error as? APIError.Cause
        }
    }

    private func members(_ json: Data) throws -> [String: JSONValue] {
        try #require(try JSONDecoder().decode(JSONValue.self, from: json).object)
    }

    private func json(_ members: [String: JSONValue]) throws -> Data {
        try JSONEncoder().encode(JSONValue.object(members))
    }

    @Test func acceptsValidDocuments() async throws {
        let flattened = try JWSSigner.flattened(order, by: shop)
        #expect(await fault(flattened) == nil)
        #expect(Set(try members(flattened).keys) == ["payload", "protected", "signature"])
        let general = try JWSSigner.general(order, by: [shop, bank])
        #expect(await fault(general, requiring: ["shop", "bank"]) == nil)
        #expect(Set(try members(general).keys) == ["payload", "signatures"])
        for detached in [
            try JWSSigner.flattened(order, by: bank, detached: true),
            try JWSSigner.general(order, by: [bank], detached: true),
        ] {
            try await verifier.verify(json: detached, detached: order)
            await #expect(throws: APIError.Cause.self) {
                try await verifier.verify(json: detached, detached: order + Data(" ".utf8))
            }
            // Without a payload there is none to return.
            #expect(await fault(detached)?.message == opaqueSignature)
        }
        // With an attached payload, the detached one proves nothing.
        await #expect(throws: APIError.Cause.self) {
            try await verifier.verify(json: flattened, detached: order)
        }
    }

    @Test func limitsTheNumberOfSignatures() async throws {
        for count in [0, 9] {
            let fault = #expect(throws: APIError.Cause.self) {
                try JWSSigner.general(order, by: Array(repeating: bank, count: count))
            }
            #expect(fault?.message == "\(count) keys were given, and a JWS has 1 to 8")
        }
        let eight = try JWSSigner.general(order, by: Array(repeating: bank, count: 8))
        #expect(await fault(eight) == nil)
        var members = try members(eight)
        let signatures = try #require(members["signatures"]?.array)
        members["signatures"] = .array(signatures + [signatures[0]])
        #expect(await fault(try json(members))?.message == opaqueSignature)
        members["signatures"] = .array([])
        #expect(await fault(try json(members))?.message == opaqueSignature)
    }

    /// A document may have signatures of unknown keys.
    ///
    /// Signatures of known keys must be valid, and required ones present.
    @Test func requiredSignersMustHaveSigned() async throws {
        let stranger = try SigningKey(.random(.p256, id: "stranger"))
        let both = try JWSSigner.general(order, by: [stranger, shop])
        #expect(await fault(both) == nil)
        #expect(await fault(both, requiring: ["shop"]) == nil)
        #expect(await fault(both, requiring: ["shop", "bank"])?.message == opaqueSignature)
        #expect(await fault(both, requiring: ["stranger"])?.message == opaqueSignature)
        let alone = await fault(try JWSSigner.flattened(order, by: stranger))
        #expect(alone?.code == .unknownKey)
        #expect(alone?.message.contains("\"stranger\"") == true)
        // A signature by another key under the bank's ID.
        let liar = try SigningKey(.random(.ed25519, id: "bank"))
        let lie = try JWSSigner.general(order, by: [shop, liar])
        #expect(await fault(lie)?.message == opaqueSignature)
    }

    @Test func rejectsEveryChangedCharacter() async throws {
        for document in [
            try JWSSigner.flattened(order, by: shop), try JWSSigner.general(order, by: [shop]),
        ] {
            for index in document.indices {
                for change in [UInt8(ascii: "A"), UInt8(ascii: "\""), UInt8(ascii: "="), 0xc3]
                where document[index] != change {
                    var changed = document
                    changed[index] = change
                    let fault = await fault(changed)
                    #expect(
                        fault?.message == opaqueSignature || fault?.code == .unknownKey, "\(index)")
                }
            }
        }
    }

    /// Unprotected headers may name the key, and nothing else.
    @Test(arguments: [
        #""header":{"kid":"shop"}"#, #""header":{"crit":["b64"],"b64":true}"#,
        #""header":{"b64":false}"#, #""header":{"crit":["exp"],"exp":1}"#, #""header":{}"#,
        #""header":[]"#, #""signatures":[]"#, #""signatures":[{}]"#, #""payload":"AA""#,
        #""payload":7"#, #""protected":"e30""#, #""protected":"""#, #""protected":{}"#,
        #""signature":"""#, #""signature":7"#,
    ])
    func rejectsInvalidMembers(_ member: String) async throws {
        let flattened = String(decoding: try JWSSigner.flattened(order, by: shop), as: UTF8.self)
        let text = "{\(member),\(flattened.dropFirst())"
        #expect(await fault(Data(text.utf8))?.message == opaqueSignature)
        // Replaces the member too, because a duplicate member is rejected anyway.
        var members = try members(Data(flattened.utf8))
        let other = try JSONDecoder().decode(JSONValue.self, from: Data("{\(member)}".utf8))
        members.merge(try #require(other.object)) { $1 }
        #expect(await fault(try json(members))?.message == opaqueSignature)
    }

    /// RFC 7797, section 3: a document has one payload encoding.
    @Test func rejectsMixedPayloadEncodings() async throws {
        let text = Data("abcd".utf8)
        let plain = try JWSSigner.signature(of: text, by: bank).split(separator: ".")
        let coded = try JWSSigner.signature(
            of: Data(base64Encoded: "abcd")!, by: shop, encodesPayload: true
        )
        .split(separator: ".")
        func signature(_ parts: [Substring]) -> JSONValue {
            .object([
                "protected": .string(String(parts[0])), "signature": .string(String(parts[1])),
            ])
        }
        for each in [[plain], [coded]] {
            let document: [String: JSONValue] = [
                "payload": "abcd", "signatures": .array(each.map(signature)),
            ]
            _ = try await verifier.payload(ofJSON: try json(document))
        }
        let mixed: [String: JSONValue] = [
            "payload": "abcd", "signatures": .array([plain, coded].map(signature)),
        ]
        #expect(await fault(try json(mixed))?.message == opaqueSignature)
    }

    /// A signature without a key ID may be of any key.
    ///
    /// One valid signature of a known key suffices, and there must be one.
    @Test(arguments: [false, true])
    func oneKnownSignatureWithoutKeyIDSuffices(isOursLast: Bool) async throws {
        func unnamed(_ key: SigningKey) throws -> JSONValue {
            let head = Data(#"{"alg":"EdDSA"}"#.utf8).base64URL
            let input = Data("\(head).\(order.base64URL)".utf8)
            return .object([
                "protected": .string(head), "signature": .string(try key.sign(input).base64URL),
            ])
        }
        let other = try SigningKey(.random(.ed25519, id: "other"))
        let one = JWSVerifier(key: bank.verifying)
        func document(_ keys: [SigningKey]) throws -> Data {
            try json([
                "payload": .string(order.base64URL), "signatures": .array(try keys.map(unnamed)),
            ])
        }
        let both = isOursLast ? [other, bank] : [bank, other]
        #expect(await fault(try document(both), one, requiring: ["bank"]) == nil)
        #expect(await fault(try document([other, other]), one)?.message == opaqueSignature)
    }
}
