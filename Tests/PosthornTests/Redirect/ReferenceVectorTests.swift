import Foundation
import Posthorn
import TestSupport
import Testing

/// The URL test set of browsers, and random references.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ReferenceVectorTests {
    /// An example; the list also has comments, which are strings.
    private struct Example: Decodable {
        var input = ""
        var base: String?
        var href: String?

        enum CodingKeys: CodingKey { case input, base, href }

        init(from decoder: any Decoder) throws {
            guard let values = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            input = try values.decode(String.self, forKey: .input)
            base = try values.decodeIfPresent(String.self, forKey: .base)
            href = try values.decodeIfPresent(String.self, forKey: .href)
        }
    }

    // Browsers and Posthorn may refuse different URLs. An accepted URL needs the origin that browsers see:
    // credentials leak if a check and a socket disagree about the host.
    @Test func acceptedURLsHaveSameOriginAsInBrowsers() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/urltestdata.json")
        let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
        var (count, taken, same) = (0, 0, 0)
        var differing: [String] = []
        for example in examples {
            guard let url = Self.url(example) else { continue }
            count += 1
            guard let url = url.value else { continue }
            taken += 1
            guard let href = example.href, let theirs = try? HTTPURL(href) else {
                differing.append("\(example.input) at \(example.base ?? "")")
                continue
            }
            if url == theirs { same += 1 }
            if url.origin != theirs.origin { differing.append("\(example.input): \(url.text)") }
        }
        print(
            "URLs of browsers: \(count) with http, \(taken) taken, \(same) of them to the letter,"
                + " \(differing.count) to another origin")
        #expect(differing == [])
    }

    private struct Outcome { var value: HTTPURL? }

    /// The result for an example; `nil` if it is not about http.
    private static func url(_ example: Example) -> Outcome? {
        guard let base = example.base else {
            guard example.input.lowercased().hasPrefix("http") else { return nil }
            return Outcome(value: try? HTTPURL(example.input))
        }
        guard base.hasPrefix("http"), let base = try? HTTPURL(base) else { return nil }
        return Outcome(value: try? base.resolve(example.input))
    }

    @Test func randomReferencesGiveValidURLs() throws {
        var random = Generator(seed: 7)
        let base = try HTTPURL("https://h.example/a/b?c")
        let pieces = [
            "http:", "https:", "//", "/", "\\", "?", "#", "..", ".", "%2e", "%", "@", ":", "[", "]",
            "::1", "h", "8080", " ", "\t", "\r\n", "ü", "\u{0}", "\u{fffd}", "a", "<", "|", ";",
        ]
        var taken = 0
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...8, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let url = try? base.resolve(text) else { continue }
            taken += 1
            let isSendable = url.sent.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7f && !"\"<>\\^`{|}#".utf8.contains($0)
            }
            #expect(isSendable, "\(text)")
            #expect(!url.sent.contains("@") || url.requestTarget.contains("@"), "\(text)")
            // Parsing the result again gives the same URL.
            let again = try HTTPURL(url.sent)
            #expect(again.origin == url.origin && again.sent == url.sent, "\(text)")
        }
        print("random references: \(taken) of 50000 taken")
    }

    @Test func randomSetCookiesGiveValidFields() {
        var random = Generator(seed: 8)
        let store = CookieStore()
        let pieces = [
            "a", "=", ";", " ", "\t", "\r\n", "\u{0}", "\u{1}", "ü", "\"", ",", "expires",
            "max-age",
            "domain", "path", "secure", "samesite", "strict", "/", ".", "h.example", "-", "99999",
            "Thu, 01 Jan 2099 00:00:00 GMT", "__Host-", "%41", "example", ":",
        ]
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            store.set(text, from: "https://h.example/a/")
        }
        let field = store.field(for: "https://h.example/a/") ?? ""
        #expect(!field.isEmpty)
        #expect(field.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7f })
        #expect(store.cookies.count <= 100)
    }

    /// The same numbers in every run (SplitMix64).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
            return value ^ (value >> 31)
        }
    }
}
