import FoundationEssentials
import Posthorn

/// One thing again and again and nothing else, for a profiler:
/// `crypto-bench alone JWECipher opens 65536 300`.
enum Alone {
    static func run(_ words: [String]) async throws {
        guard words.count == 4, let count = Int(words[2]), let times = Int(words[3]),
            let subject = try Subject.all().first(where: { $0.name.hasPrefix(words[0]) })
        else { return print("say: alone NAME seals|opens|bare-seals|bare-opens BYTES TIMES") }
        let body = Bodies.bytes(count)
        let plain = Bodies.request(body)
        switch words[1] {
        case "seals":
            for _ in 0..<times {
                var request = plain
                try await subject.cipher.seal(&request)
            }
        case "opens":
            var sent = plain
            try await subject.cipher.seal(&sent)
            let answer = try subject.answer(body, sent)
            for _ in 0..<times {
                var response = answer
                try await subject.cipher.open(&response, to: sent)
            }
        case "bare-seals": for _ in 0..<times { _ = try subject.seal(body) }
        default:
            let sealed = try subject.seal(body)
            for _ in 0..<times { _ = try subject.open(sealed) }
        }
    }
}
