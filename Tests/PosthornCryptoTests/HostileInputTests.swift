import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

/// A seeded random number generator.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var bits = state
        bits ^= bits >> 33
        return bits &* 0xff51_afd7_ed55_8ccd
    }
}

@Suite("Mutated sealed input and keys")
struct HostileInputTests {
    /// A valid input with some bytes changed, removed, duplicated or replaced.
    static func mutated(_ good: Data, by random: inout Seeded) -> Data {
        var bytes = Array(good)
        let telling = Array("{}[]\":,.=-\u{0}\u{ff}eyJ".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: bytes.indices, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<end)
            case 2: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 3: bytes[at] = telling.randomElement(using: &random) ?? 0
            default: bytes.removeSubrange(at...)
            }
        }
        return Data(bytes)
    }

    /// Escaped names share a buffer; found by `make fuzz`.
    @Test func nestedEscapedNamesAreReadCorrectly() throws {
        let text = #"{"\u0061":{"\u0062b":{"\u0063ccccccccccccccccccccc":1}},"\u0064":2}"#
        let expected: JSONValue = ["a": ["bb": ["cccccccccccccccccccccc": 1]], "d": 2]
        #expect(try JSONValue(document: Data(text.utf8)) == expected)
    }

    @Test func mutatedInputNeitherCrashesNorOpens() async throws {
        var random = Seeded(state: 8188)
        let secret = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .a256KW)
        let pair = try PrivateKey.random(.x25519, id: "e")
        let agreed = try JWEKey(pair, .ecdhES)
        let messages = [
            (try JWE.sealing(order, for: secret), secret),
            (try JWE.sealing(order, for: agreed), agreed),
        ]
        let request = try await TransportRequest.sealed()
        let envelope = try Peer().response(order, to: request)
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        var sealer = RecordSealer(
            Peer.secret, keyID: "k", salt: Data(count: 16), recordByteCount: 24)
        var records = try sealer.change(order)
        records.append(try sealer.end())
        let keys = try KeyFile.all.map { try PrivateKey(pem: KeyFile.text($0.0)) }
        var inputs = 0
        for _ in 0..<1000 {
            for (message, key) in messages {
                for form in [Data(try #require(message.compact).utf8), message.json] {
                    let changed = Self.mutated(form, by: &random)
                    let opened = try? JWE(changed).open(with: key)
                    #expect(opened == nil || opened == order)
                    inputs += 1
                }
            }
            let body = Self.mutated(records, by: &random)
            let opened = try? ContentEncodingVectorTests.open(
                body, Peer.secret, by: Int.random(in: 1...40, using: &random))
            #expect(opened == nil || opened == order)
            var response = envelope
            response.body = Self.mutated(envelope.body, by: &random)
            let isSame = response.body == envelope.body
            let fault = await faultOfOpening(response, to: request, with: cipher)
            #expect(isSame || fault?.code == .openingFailed || fault?.code == .unknownKey)
            inputs += 2
        }
        for _ in 0..<100 {
            for key in keys {
                for form in [
                    key.secretDER, Data(key.secretPEM.utf8), key.secretJWK, key.publicKey.jwk,
                ] {
                    let changed = Self.mutated(form, by: &random)
                    let text = String(decoding: changed, as: UTF8.self)
                    _ = try? PrivateKey(der: changed)
                    _ = try? PrivateKey(pem: text)
                    _ = try? PrivateKey(jwk: changed)
                    _ = try? PublicKey(der: changed)
                    _ = try? PublicKey(pem: text)
                    _ = try? PublicKey(jwk: changed)
                    inputs += 6
                }
            }
        }
        print("hostile inputs: \(inputs), none crashed, none opened as something else")
        #expect(inputs == 6000 + 16800)
    }
}
