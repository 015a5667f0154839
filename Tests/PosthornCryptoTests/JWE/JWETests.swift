import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("JWE")
struct JWETests {
    /// A key of each algorithm that seals, and the one that opens.
    static func pairs() throws -> [(JWEKey, JWEKey)] {
        let secrets = try [
            JWEKey(SecretKey.random(id: "s", bitCount: 256, for: .jwe), .direct),
            JWEKey(
                SecretKey.random(id: "s", bitCount: 512, for: .jwe), .direct,
                encryptions: [.a256CBCHS512]),
            JWEKey(
                SecretKey.random(id: "s", bitCount: 128, for: .jwe), .a128KW,
                encryptions: [.a128CBCHS256]),
            JWEKey(
                SecretKey.random(id: "s", bitCount: 256, for: .jwe), .a256KW,
                encryptions: [.a128GCM]),
        ]
        let rsa = try PrivateKey(pem: KeyFile.text("rsa8"), id: "r")
        var pairs = secrets.map { ($0, $0) }
        pairs.append((try JWEKey(rsa.publicKey, .rsaOAEP256), try JWEKey(rsa, .rsaOAEP256)))
        for kind in [KeyKind.p256, .p384, .p521, .x25519] {
            for algorithm in [JWEAlgorithm.ecdhES, .ecdhESA128KW, .ecdhESA256KW] {
                let key = try PrivateKey.random(kind, id: "e")
                pairs.append((try JWEKey(key.publicKey, algorithm), try JWEKey(key, algorithm)))
            }
        }
        return pairs
    }

    @Test func everyAlgorithmRoundTrips() throws {
        for (sealing, opening) in try Self.pairs() {
            let message = try JWE.sealing(order, for: sealing)
            let compact = try #require(message.compact)
            #expect(try JWE(compact).open(with: opening) == order, "\(opening)")
            #expect(try JWE(message.json).open(with: opening) == order, "\(opening)")
            #expect(message.keyID == sealing.id)
            let more = try JWE.sealing(order, for: sealing, additionalData: Data("a".utf8))
            #expect(more.compact == nil)
            #expect(try JWE(more.json).open(with: opening) == order)
            #expect(try JWE(more.json).additionalData == Data("a".utf8))
        }
    }

    /// Changes each digit of the compact form.
    ///
    /// Each change is rejected with one of three messages.
    @Test func rejectsEveryChangedDigit() throws {
        let key = try JWEKey(SecretKey.random(id: "s", for: .jwe), .a256KW)
        let text = Array(try #require(JWE.sealing(order, for: key).compact).utf8)
        var messages: Set<String> = []
        for index in text.indices {
            for digit in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: ".")]
            where digit != text[index] {
                var changed = text
                changed[index] = digit
                let fault = #expect(throws: APIError.Cause.self) {
                    try JWE(Data(changed)).open(with: key)
                }
                #expect(fault?.code == .openingFailed)
                messages.insert(fault?.message ?? "")
            }
        }
        #expect(messages.count <= 3)
        for length in text.indices {
            #expect(throws: APIError.Cause.self) { try JWE(Data(text[..<length])).open(with: key) }
        }
    }

    @Test func keyRejectsAlgorithmItIsNotBoundTo() throws {
        let key = try PrivateKey(pem: KeyFile.text("rsa8"))
        let message = try JWE.sealing(order, for: JWEKey(key.publicKey, .rsaOAEP256))
        let secret = try JWEKey(
            SecretKey(id: "s", bytes: key.publicKey.der.prefix(32), for: .jwe), .a256KW)
        for other in [secret, try JWEKey(key, .rsaOAEP256, encryptions: [.a128GCM])] {
            let fault = #expect(throws: APIError.Cause.self) { try message.open(with: other) }
            #expect(fault?.message == "the JWE has an algorithm that its key is not bound to")
        }
    }

    @Test(arguments: [
        #"{"alg":"none","enc":"A256GCM"}"#, #"{"alg":"PBES2-HS256+A128KW","p2c":1000000000}"#,
        #"{"alg":"RSA1_5","enc":"A256GCM"}"#, #"{"alg":"dir","enc":"none"}"#,
        #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#,
        #"{"alg":"dir","enc":"A256GCM","crit":["exp"],"exp":1}"#,
        #"{"alg":"dir","alg":"dir","enc":"A256GCM"}"#, #"{"alg":"dir","enc":"A256GCM","kid":7}"#,
        #"{"alg":["dir"],"enc":"A256GCM"}"#, #"["dir"]"#, "",
    ])
    func rejectsUnsupportedHeaders(_ header: String) throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        let honest = try #require(JWE.sealing(order, for: key).compact)
        let rest = honest.drop { $0 != "." }
        let digits = Data(header.utf8).base64EncodedString().replacing("=", with: "")
        let fault = #expect(throws: APIError.Cause.self) { try JWE(digits + rest).open(with: key) }
        #expect(fault?.code == .openingFailed)
        // Rejected before the key is used, and not because of the tag.
        #expect(fault?.message.hasPrefix("the JWE is not what was sealed") == false)
    }

    /// The sender chooses the ID, which can have any length.
    @Test(arguments: [1, 10_000])
    func unknownKeyErrorTruncatesTheKeyID(_ count: Int) async throws {
        let id = String(repeating: "x", count: count)
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        let header = Data(#"{"alg":"dir","enc":"A256GCM","kid":"\#(id)"}"#.utf8)
        let rest = try #require(JWE.sealing(order, for: key).compact).drop { $0 != "." }
        var sent = TransportRequest.sample()
        try await JWECipher(key).seal(&sent)
        let response = TransportResponse.sealed(
            Data((Target.base64URL(header) + rest).utf8), mediaType: "application/jose")
        let fault = await faultOfOpening(response, to: sent, with: JWECipher(key))
        #expect(fault?.code == .unknownKey)
        #expect(
            fault?.message
                == "the message is sealed with the key \"\(id.prefix(255))\", which this "
                + "cipher does not have")
    }

    /// Messages that are sealed with the right key and still rejected.
    @Test(
        arguments: [["crit": ["exp"], "exp": 1], ["zip": "DEF"], ["crit": []]]
            as [[String: JSONValue]])
    func rejectsCritAndZipMembers(_ header: [String: JSONValue]) throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        let message = try JWE.sealing(order, for: key, header: header)
        for form in [Data(try #require(message.compact).utf8), message.json] {
            let fault = #expect(throws: APIError.Cause.self) { try JWE(form) }
            #expect(fault?.message == "the text is not an accepted JWE")
        }
    }

    @Test(arguments: [
        #"{"protected":"e30","unprotected":{"alg":"dir"},"header":{"alg":"dir"},"ciphertext":"AA"}"#,
        #"{"protected":"e30","recipients":[],"ciphertext":"AA"}"#,
        #"{"protected":"e30","recipients":[{}],"header":{},"ciphertext":"AA"}"#,
        #"{"protected":"e30","ciphertext":"AA="}"#, #"{"ciphertext":7}"#, "{", "{}", "a.b.c.d",
        "a.b.c.d.e.f", "....",
    ])
    func rejectsMalformedJWE(_ text: String) {
        #expect(throws: APIError.Cause.self) { try JWE(text) }
    }

    @Test func rejectsKeysUnfitForTheAlgorithm() throws {
        let short = try SecretKey.random(id: "s", bitCount: 128, for: .jwe)
        #expect(throws: APIError.Cause.self) { try JWEKey(short, .a256KW) }
        #expect(throws: APIError.Cause.self) { try JWEKey(short, .ecdhES) }
        #expect(throws: APIError.Cause.self) { try JWEKey(short, .direct, encryptions: [.a256GCM]) }
        #expect(throws: APIError.Cause.self) { try JWEKey(PrivateKey.random(.ed25519), .ecdhES) }
        #expect(throws: APIError.Cause.self) { try JWEKey(PrivateKey.random(.p256), .rsaOAEP256) }
        let signing = Data(
            #"{"kty":"oct","kid":"a","use":"sig","k":"AAAAAAAAAAAAAAAAAAAAAA"}"#.utf8)
        #expect(throws: APIError.Cause.self) {
            try JWEKey(SecretKey(jwk: signing, for: .jwe), .a128KW)
        }
    }

    @Test func rejectsOversizedParts() throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        let compact = try #require(JWE.sealing(order, for: key).compact)
        for (part, count) in [(1, 2732), (2, 88), (4, 88)] {
            var parts = compact.split(separator: ".", omittingEmptySubsequences: false).map(
                String.init)
            parts[part] = String(repeating: "A", count: count)
            let fault = #expect(throws: APIError.Cause.self) {
                try JWE(parts.joined(separator: "."))
            }
            #expect(fault?.message == "the text is not an accepted JWE", "part \(part)")
        }
        let json = #"{"protected":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0","ciphertext":"AA""#
        #expect(throws: Never.self) { try JWE(json + "}") }
        for (name, count) in [("encrypted_key", 2732), ("iv", 88), ("tag", 88)] {
            let text = String(repeating: "A", count: count)
            #expect(throws: APIError.Cause.self) { try JWE(json + #","\#(name)":"\#(text)"}"#) }
        }
        #expect(throws: APIError.Cause.self) {
            try JWE(Data(repeating: UInt8(ascii: "."), count: 1 << 20))
        }
    }

    @Test func triesEachRecipientWithMatchingAlgorithm() throws {
        let key = try JWEKey(SecretKey.random(id: "s", for: .jwe), .a256KW)
        let message = try JWE.sealing(order, for: key)
        var members = try #require(
            JSONSerialization.jsonObject(with: message.json) as? [String: Any])
        let own = try #require(members.removeValue(forKey: "encrypted_key") as? String)
        let other = String(repeating: "A", count: own.count)
        for keys in [[other, own], [own, other]] {
            members["recipients"] = keys.map { ["encrypted_key": $0] }
            let json = try JSONSerialization.data(withJSONObject: members)
            #expect(try JWE(json).open(with: key) == order)
        }
        members["recipients"] = [["encrypted_key": other]]
        let json = try JSONSerialization.data(withJSONObject: members)
        #expect(throws: APIError.Cause.self) { try JWE(json).open(with: key) }
    }

    @Test func keyOfOneEncryptionRejectsOthers() throws {
        let digits = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE"
        let jwk = Data(#"{"kty":"oct","kid":"a","alg":"A256GCM","k":"\#(digits)"}"#.utf8)
        let key = try SecretKey(jwk: jwk, for: .jwe)
        #expect(throws: Never.self) { try JWEKey(key, .direct) }
        let fault = #expect(throws: APIError.Cause.self) {
            try JWEKey(key, .direct, encryptions: [.a256GCM, .a128CBCHS256])
        }
        #expect(fault?.code == .invalidKey)
    }

    @Test func rejectsSigningKeyForEncryption() throws {
        let digits = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE"
        let jwk = Data(#"{"kty":"oct","kid":"a","use":"sig","k":"\#(digits)"}"#.utf8)
        let key = try SecretKey(jwk: jwk, for: .derivation)
        #expect(throws: APIError.Cause.self) { try ContentEncodingCipher(key: key) }
        let recipient = try PrivateKey.random(.x25519).publicKey
        #expect(throws: APIError.Cause.self) {
            try HPKECipher(recipient: recipient, sender: .psk(key))
        }
    }

    // MARK: The cipher

    private func sealedResponse(
        _ key: JWEKey, to request: TransportRequest, _ change: [String: String] = [:],
        type: String = "text/x"
    ) throws -> TransportResponse {
        var exchange: [String: JSONValue] = [
            "direction": "response", "method": .string(request.method.rawValue),
            "target": .string(request.target), "id": .string(request.headers[.exchange] ?? ""),
            "status": "200",
        ]
        for (name, value) in change { exchange[name] = .string(value) }
        let message = try JWE.sealing(
            order, for: key, header: ["exchange": .object(exchange), "cty": .string(type)])
        return .sealed(
            Data(try #require(message.compact).utf8), mediaType: "application/jose")
    }

    @Test func responseOpensOnlyForItsRequest() async throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        let cipher = JWECipher(key)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        #expect(request.headers[.contentType] == "application/jose")
        let sent = try JWE(try #require(request.body?.data))
        #expect(try sent.open(with: key) == order)
        #expect(sent.protected["exchange"]?["direction"] == "request")
        var response = try sealedResponse(key, to: request)
        try await cipher.open(&response, to: request)
        #expect(response.body == order)
        #expect(response.mediaType == "text/x")
        response = try sealedResponse(key, to: request, type: "json")
        response.headers[.contentLength] = "7"
        try await cipher.open(&response, to: request)
        #expect(response.mediaType == "application/json")
        #expect(response.headers[.contentLength] == nil, "that was the sealed body's")
        for lie in [
            ["direction": "request"], ["method": "PUT"], ["target": "/v1/refunds"],
            ["id": "AAAAAAAAAAAAAAAAAAAAAA"], ["status": "201"], ["more": "x"],
        ] {
            let fault = await faultOfOpening(
                try sealedResponse(key, to: request, lie), to: request, with: cipher)
            #expect(fault?.message == opaque, "\(lie)")
        }
        let mirrored = TransportResponse.sealed(
            try #require(request.body?.data), mediaType: "application/jose")
        #expect(await faultOfOpening(mirrored, to: request, with: cipher)?.message == opaque)
        let plain = TransportResponse.sealed(order, mediaType: "application/json")
        #expect(await faultOfOpening(plain, to: request, with: cipher)?.code == .openingFailed)
    }
}
