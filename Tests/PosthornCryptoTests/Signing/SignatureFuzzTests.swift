import Foundation
import Posthorn
import PosthornCrypto
import RawStructuredFieldValues
import Testing

/// Random damage to signature fields: nothing crashes, and nothing unsigned is accepted.
@Suite("Damaged signature fields")
struct SignatureFuzzTests {
    /// The number of runs; `POSTHORN_FUZZ_RUNS` raises it.
    static let runs =
        ProcessInfo.processInfo.environment["POSTHORN_FUZZ_RUNS"].flatMap { Int($0) } ?? 3000

    /// A seeded random number generator.
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var word = state
            word ^= word >> 33
            word = word &* 0xff51_afd7_ed55_8ccd
            return word ^ (word >> 33)
        }
    }

    static let pieces = [
        "", "\"", "(", ")", ";", "=", ":", ",", " ", "\t", "?1", "?0", "@1", "%\"", "\\", "sig=",
        "sig",
        ";req", ";sf", ";bs", ";tr", ";key=\"sig\"", ";name=\"\"", "\"@query-param\"",
        "\"@status\"",
        "\"signature\"", "\"@signature-params\"", "created=-1", "created=999999999999999", "1.5",
        "9999999999999999999", ":AAAA:", "((", "))", "é", "\u{0}", "*", "a=1, a=2", "\"cookie\"",
    ]

    private func damage(_ text: String, _ dice: inout Dice) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...Int.random(in: 0..<4, using: &dice) {
            let place = Int.random(in: 0...bytes.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0:
                bytes.insert(
                    contentsOf: (Self.pieces.randomElement(using: &dice) ?? "").utf8, at: place)
            case 1:
                let end = min(bytes.count, place + Int.random(in: 0..<8, using: &dice))
                bytes.removeSubrange(place..<end)
            case 2:
                if place < bytes.count {
                    bytes[place] = UInt8.random(in: 0x20..<0x7f, using: &dice)
                }
            default:
                let end = min(bytes.count, place + Int.random(in: 0..<40, using: &dice))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether both responses have the same signature, apart from whitespace.
    private func means(_ changed: TransportResponse, theSameAs honest: TransportResponse) -> Bool {
        [
            (HTTPField.Name.signature, "reply"), (.signatureInput, "reply"),
            (.contentDigest, "sha-256"),
        ]
        .allSatisfy {
            member($0.1, of: changed.headers[$0.0]) == member($0.1, of: honest.headers[$0.0])
        }
    }

    /// A member in its canonical form.
    private func member(_ name: String, of field: String?) -> [UInt8]? {
        var parser = StructuredFieldValueParser(Array((field ?? "").utf8))
        var writer = StructuredFieldValueSerializer()
        guard let value = try? parser.parseDictionaryFieldValue()[name] else { return nil }
        return try? writer.writeListFieldValue([value])
    }

    @Test func rejectsDamagedRFC9421Fields() async throws {
        let peer = try SigningPeer()
        let request = try await peer.request()
        let honest = try await peer.response(to: request)
        var dice = Dice(state: 9421)
        var refused = 0
        for _ in 0..<Self.runs {
            var changed = honest
            for name in [HTTPField.Name.signature, .signatureInput, .contentDigest]
            where Bool.random(using: &dice) {
                changed.headers[name] = damage(try #require(honest.headers[name]), &dice)
            }
            if await peer.fault(changed, to: request) != nil {
                refused += 1
            } else {
                #expect(means(changed, theSameAs: honest), "\(changed.headers)")
            }
        }
        print(
            "fuzz: \(Self.runs) damaged RFC 9421 responses, \(refused) refused, the others mean the same"
        )
        #expect(refused > Self.runs * 2 / 3)
    }

    @Test func rejectsDamagedJWS() async throws {
        let key = try SigningKey(SecretKey.random(id: "k", for: .signatures))
        let verifier = JWSVerifier(key: key.verifying)
        let honest = try JWSSigner.signature(of: order, by: key)
        var dice = Dice(state: 7515)
        var refused = 0
        for _ in 0..<Self.runs {
            let changed = damage(honest, &dice)
            do {
                try await verifier.verify(changed, detached: order)
                #expect(changed == honest)
            } catch {
                refused += 1
            }
        }
        print("fuzz: \(Self.runs) damaged JWS, \(refused) refused, the others are the honest one")
        #expect(refused > Self.runs * 2 / 3)
    }
}
