import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornHTTP

/// The published cases of cookies, dates and public suffixes.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CookieVectorTests {
    private struct Vectors: Decodable {
        struct Case: Decodable {
            var test: String
            var received: [String]
            var sent: [Pair]
            var sentTo: String?

            enum CodingKeys: String, CodingKey {
                case test, received, sent
                case sentTo = "sent-to"
            }
        }
        struct Pair: Decodable { var name: String, value: String }
        struct DateCase: Decodable { var test: String, expected: String? }

        var parser: [Case]
        var dates: [DateCase]
        var moreDates: [DateCase]

        enum CodingKeys: String, CodingKey {
            case parser, dates
            case moreDates = "dates_bsd"
        }
    }

    @Test func passesHTTPStateTestSuite() throws {
        let vectors = try Self.vectors()
        var failed: [String] = []
        for example in vectors.parser {
            let store = CookieStore(clock: { Date(timeIntervalSince1970: 1_483_228_800) })
            let origin = "http://home.example.org:8888"
            let url = "\(origin)/cookie-parser?\(example.test.lowercased())"
            for field in example.received { store.set(field, from: url) }
            let place = example.sentTo ?? "/cookie-parser-result?\(example.test.lowercased())"
            let sent = store.field(for: place.hasPrefix("http") ? place : origin + place) ?? ""
            let expected = example.sent
                .map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
                .joined(separator: "; ")
            if sent != expected { failed.append("\(example.test): \(sent) for \(expected)") }
        }
        print("http-state: \(vectors.parser.count - failed.count) of \(vectors.parser.count)")
        #expect(failed == [])
        #expect(vectors.parser.count == 222)
    }

    @Test func parsesAllCookieDateVectors() throws {
        let vectors = try Self.vectors()
        let cases = vectors.dates + vectors.moreDates
        var failed: [String] = []
        for example in cases {
            let date = CookieDate.date(from: example.test)
            let text = try date.map { try Self.text(for: $0) }
            if text != example.expected {
                failed.append(
                    "\(example.test): \(text ?? "none") for \(example.expected ?? "none")")
            }
        }
        print("cookie dates: \(cases.count - failed.count) of \(cases.count)")
        #expect(failed == [])
        #expect(cases.count == 70)
    }

    @Test func passesPublicSuffixListTests() throws {
        let suffixes = try #require(PublicSuffixes.system)
        let text = try String(
            contentsOf: Self.folder.appending(path: "test_psl.txt"), encoding: .utf8)
        var (count, failed) = (0, [String]())
        for line in text.split(separator: "\n") where line.hasPrefix("checkPublicSuffix(") {
            count += 1
            let parts = line.dropFirst(18).prefix { $0 != ")" }.split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["'"])
            }
            // A host never starts with a dot, and there is always one.
            let isHost = parts[0] != "null" && !parts[0].hasPrefix(".")
            let found = isHost ? suffixes.registrable(parts[0].lowercased()) : nil
            let expected = parts[1] == "null" ? nil : parts[1]
            if found != expected { failed.append("\(line): \(found ?? "null")") }
        }
        let disabled = text.split(separator: "\n").count { $0.hasPrefix("//checkPublicSuffix(") }
        print(
            "public suffixes: \(count - failed.count) of \(count), \(disabled) disabled in the file"
        )
        #expect(failed == [])
        #expect(count + disabled == 82)
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Vectors")

    private static func vectors() throws -> Vectors {
        let data = try Data(contentsOf: folder.appending(path: "http-state-cookies.json"))
        return try JSONDecoder().decode(Vectors.self, from: data)
    }

    /// `Mon, 10 Dec 2007 17:02:24 GMT`, by Foundation.
    private static func text(for date: Date) throws -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
