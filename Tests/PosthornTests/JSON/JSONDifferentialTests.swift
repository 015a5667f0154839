import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornJSON

@Suite("Comparison with Foundation", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct JSONDifferentialTests {
    /// A generator whose documents are the same in each run.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    private func document(_ depth: Int, _ random: inout Seeded) -> String {
        let blank = ["", " ", "\n\t"].randomElement(using: &random) ?? ""
        let choice = Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &random)
        let text: String
        switch choice {
        case 0: text = ["null", "true", "false"].randomElement(using: &random) ?? ""
        case 1: text = String(Int.random(in: -1_000_000...1_000_000, using: &random))
        case 2: text = Double.random(in: -1e9...1e9, using: &random).description
        case 3, 4: text = string(&random)
        case 5:
            let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                document(depth + 1, &random)
            }
            text = "[" + items.joined(separator: ",") + "]"
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { index in
                "\"k\(index)\":" + document(depth + 1, &random)
            }
            text = "{" + members.joined(separator: ",") + "}"
        }
        return blank + text + blank
    }

    private func string(_ random: inout Seeded) -> String {
        let parts = [
            "a", "plain text of some length", "é", "日本", "😀", #"\n"#, #"\""#, #"\u00e9"#,
            #"\ud83d\ude00"#, "/", " ",
        ]
        let count = Int.random(in: 0...6, using: &random)
        return "\"" + (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            + "\""
    }

    @Test func randomDocumentsDecodeLikeFoundation() throws {
        var random = Seeded(state: 1)
        for _ in 0..<2_000 {
            let text = document(0, &random)
            let data = Data(text.utf8)
            let ours = try JSONReader.read(JSONValue.self, from: Array(data))
            let theirs = try JSONDecoder().decode(JSONValue.self, from: data)
            #expect(Self.plain(ours) == Self.plain(theirs), "\(text)")
            let written = Data(try JSONWriter.bytes(of: ours))
            #expect(
                Self.plain(try JSONDecoder().decode(JSONValue.self, from: written))
                    == Self.plain(ours))
        }
    }

    @Test func damagedDocumentsAreRefusedLikeFoundation() throws {
        var random = Seeded(state: 2)
        var refused = 0
        for _ in 0..<2_000 {
            var bytes = Array(document(0, &random).utf8)
            guard bytes.count > 2 else { continue }
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes.remove(at: index)
            case 1: bytes[index] = UInt8.random(in: 0x20...0x7e, using: &random)
            default: bytes.insert(bytes[index], at: index)
            }
            var ours = try? JSONReader.read(JSONValue.self, from: bytes)
            // A digit more can make a number that only JSONValue holds.
            if let value = ours, Self.isHuge(value) { ours = nil }
            let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
            if ours == nil { refused += 1 }
            #expect((ours == nil) == (theirs == nil), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(refused > 200)
    }

    private static func isHuge(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let number): !number.double.isFinite
        case .array(let items): items.contains(where: isHuge)
        case .object(let members): members.values.contains(where: isHuge)
        default: false
        }
    }

    /// Numbers by value: a decoder does not keep how they were written.
    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number): JSONValue.Number(number.double).map { .number($0) } ?? .null
        case .array(let items): .array(items.map(plain))
        case .object(let members): .object(members.mapValues(plain))
        default: value
        }
    }
}
