import Foundation
import Posthorn
import PosthornCrypto
import TestSupport
import Testing

/// Every cipher and every signer that verifies, against every attack on a response.
///
/// The table is in `Documentation/ThreatModel.md`, and this test holds it there.
@Suite("Tamper matrix", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct TamperMatrixTests {
    enum Attack: String, CaseIterable {
        case flip = "a byte changed"
        case cut = "cut"
        case splice = "spliced"
        case swap = "swapped"
        case replay = "replayed"
        case reflect = "reflected"
        case downgrade = "downgraded"
        case key = "another key"
        case age = "too old"
    }

    /// What became of the variants of one attack.
    struct Outcome {
        var variants = 0
        var opened = 0
        /// The messages of the refusals, with what they name taken out.
        var messages: Set<String> = []

        func text(_ opaque: String) -> String {
            if variants == 0 { return "–" }
            if opened == variants { return "**opens**" }
            if opened > 0 { return "**\(opened) of \(variants) open**" }
            return messages == [opaque] ? "refused" : "refused, named"
        }
    }

    /// What a message may name beside the opaque one: all of it stands in the clear.
    static let named = [
        "the envelope has the version", "the message is sealed with the key",
        "the response is not sealed", "the body's records have more than",
        "the JWE has an algorithm that its key is not bound to", "the response is not signed",
        "the message is signed with the key", "the message was sealed",
    ]

    /// What is not refused, and why `Documentation` says so at the cipher.
    static let known: Set<String> = [
        "ContentEncodingCipher, `binding: .none`: swapped",
        "ContentEncodingCipher, `binding: .none`: replayed",
        "ContentEncodingCipher, `binding: .none`: reflected",
        "JWSSigner: swapped", "JWSSigner: replayed", "JWSSigner: reflected",
    ]

    @Test func attacksOnEveryCipherMatchTheDocumentation() async throws {
        // Targets with the same outcomes share a row.
        var rows: [(names: [String], cells: String)] = []
        var count = 0
        for target in try Target.all() {
            // Without this the refusals would prove nothing.
            let request = try await target.request()
            let honest = try #require(await target.response(Target.body, request, .none))
            #expect(try await target.fault(honest, to: request) == nil, "\(target.name)")
            var cells: [String] = []
            for attack in Attack.allCases {
                let outcome = try await Self.attack(target, by: attack)
                count += outcome.variants
                let place = "\(target.name): \(attack.rawValue)"
                if Self.known.contains(place) {
                    #expect(outcome.opened > 0, "\(place) is refused now: say so")
                } else {
                    #expect(outcome.opened == 0, "\(place)")
                }
                for message in outcome.messages where message != target.opaque {
                    #expect(Self.named.contains { message.hasPrefix($0) }, "\(place): \(message)")
                }
                cells.append(outcome.text(target.opaque))
            }
            let line = cells.joined(separator: " | ")
            if let index = rows.firstIndex(where: { $0.cells == line }) {
                rows[index].names.append(target.name)
            } else {
                rows.append(([target.name], line))
            }
        }
        let head = "| response | " + Attack.allCases.map(\.rawValue).joined(separator: " | ") + " |"
        let rule = "|---|" + Attack.allCases.map { _ in "---|" }.joined()
        let lines = rows.map { "| \($0.names.joined(separator: "; ")) | \($0.cells) |" }
        let table = ([head, rule] + lines).joined(separator: "\n")
        let targets = rows.map(\.names.count).reduce(0, +)
        print("tamper matrix: \(targets) ciphers and signers, \(count) responses")
        try Documentation.hold(table, as: "tamper matrix", in: "ThreatModel")
    }

    private static func attack(_ target: Target, by attack: Attack) async throws -> Outcome {
        let request = try await target.request()
        let honest = try #require(await target.response(Target.body, request, .none))
        var outcome = Outcome()
        func send(_ response: TransportResponse?) async throws {
            guard let response else { return }
            outcome.variants += 1
            guard let fault = try await target.fault(response, to: request) else {
                outcome.opened += 1
                return
            }
            #expect(fault.code == .openingFailed || fault.code == .unknownKey)
            outcome.messages.insert(fault.message)
        }
        switch attack {
        case .flip: for response in flipped(honest, target) { try await send(response) }
        case .cut: for response in cut(honest, target) { try await send(response) }
        case .splice:
            let other = try #require(await target.response(Target.other, request, .none))
            for response in spliced(honest, other, target) { try await send(response) }
        case .swap:
            let other = try await target.request("/v1/refunds")
            try await send(target.response(Target.body, other, .none))
        case .replay:
            // The response to an earlier attempt of the same call.
            let earlier = try await target.request()
            try await send(target.response(Target.body, earlier, .none))
        case .reflect:
            var response = honest
            response.body = request.body?.data ?? Data()
            for field in target.fields { response.headers[field] = request.headers[field] }
            // Of fields alone, the sealed part of the request is none.
            if !target.name.hasPrefix("SealedFields") { try await send(response) }
        case .downgrade:
            for response in try await target.downgrades(honest, request) {
                try await send(response)
            }
        case .key: try await send(target.response(Target.body, request, .otherKey))
        case .age:
            try await send(target.response(Target.body, request, .tooOld))
            try await send(target.response(Target.body, request, .toCome))
        }
        return outcome
    }

    /// Each byte of the body and of the fields with another lowest bit, and another seventh one.
    private static func flipped(_ honest: TransportResponse, _ target: Target)
        -> [TransportResponse]
    {
        var responses: [TransportResponse] = []
        for index in target.attacked(honest.body) {
            for bit in [1, 0x40] as [UInt8] {
                var changed = honest
                changed.body[index] ^= bit
                responses.append(changed)
            }
        }
        for field in target.fields {
            let value = Array((honest.headers[field] ?? "").utf8)
            for index in value.indices {
                var bytes = value
                bytes[index] ^= 1
                guard (0x21...0x7e).contains(bytes[index]) else { continue }
                var changed = honest
                changed.headers[field] = String(decoding: bytes, as: UTF8.self)
                responses.append(changed)
            }
        }
        return responses
    }

    /// Each beginning of the body and of the fields, and a byte too many.
    private static func cut(_ honest: TransportResponse, _ target: Target) -> [TransportResponse] {
        var responses = target.attacked(honest.body).map { end in
            var changed = honest
            changed.body = honest.body[..<end]
            return changed
        }
        for field in target.fields {
            let value = honest.headers[field] ?? ""
            responses += value.indices.map { end in
                var changed = honest
                changed.headers[field] = String(value[..<end])
                return changed
            }
        }
        var longer = honest
        longer.body.append(0x30)
        return responses + [longer]
    }

    /// The beginning of one response before the end of another to the same request, at each place; the
    /// records of one in another order; the fields of one with the body of the other.
    private static func spliced(
        _ one: TransportResponse, _ two: TransportResponse, _ target: Target
    ) -> [TransportResponse] {
        var responses: [TransportResponse] = []
        for index in 1..<min(one.body.count, two.body.count) {
            var changed = one
            changed.body = one.body.prefix(index) + two.body.dropFirst(index)
            if changed.body != one.body, changed.body != two.body { responses.append(changed) }
        }
        responses += target.splices(one).map { body in
            var changed = one
            changed.body = body
            return changed
        }
        for field in target.fields where one.headers[field] != two.headers[field] {
            var changed = one
            changed.headers[field] = two.headers[field]
            responses.append(changed)
        }
        return responses
    }
}
