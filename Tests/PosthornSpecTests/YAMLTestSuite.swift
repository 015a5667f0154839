import Foundation
import TestSupport
import Testing

@testable import PosthornSpec

/// The 406 documents of yaml-test-suite and their verdicts.
///
/// A spec is a strict subset of YAML, so that most documents which are valid are refused all the
/// same, by a rule that says why; none that is invalid becomes a spec unnoticed, but for those that
/// libyaml itself accepts.
@Suite("yaml-test-suite", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct YAMLTestSuite {
    private struct Suite: Decodable {
        var cases: [Case]
    }

    private struct Case: Decodable {
        var id: String
        var base64: String
        var valid: Bool
        var events: String?

        private enum CodingKeys: String, CodingKey {
            case id
            case base64 = "yaml_b64"
            case valid
            case events
        }

        var bytes: [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
    }

    /// What libyaml 0.2.5 accepts though it is invalid, and a spec does not refuse for another reason.
    private static let acceptedByParser: Set<String> = [
        "9C9N", "9JBA", "CVW2", "DK95/1", "G5U8", "MUS6/0", "QB6E", "S98Z", "SU5Z", "X4QW",
        "Y79Y/3", "YJV2",
    ]

    /// What libyaml 0.2.5 reads as something else than YAML 1.2 says, as it knows YAML 1.1.
    private static let readOtherwise: Set<String> = ["652Z", "HM87/1", "JEF9/2", "L24T/1"]

    /// The rules by which a spec is less than YAML, and those that explain what libyaml refuses
    /// though it is valid.
    private static let subsetRules: Set<String> = [
        "a key is a text", "a spec file is one YAML document",
        "an escape does not stand for an invisible character",
        "anchors are not part of the spec language", "tags are not part of the spec language",
        "a text that starts with '*' or '&' stands in quotes",
        // libyaml's.
        "YAML is indented with spaces", "a '{' ends with its '}'",
        "a key in braces has a space after its ':'",
        "a spec file is one group of keys", "the file is not YAML",
        "the keys of one group stand in one column",
    ]

    private static func cases() throws -> [Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Vectors/yaml-test-suite.json")
        return try JSONDecoder().decode(Suite.self, from: Data(contentsOf: file)).cases
    }

    @Test("The parser's events match libyaml: at least 330 of 406 cases")
    func eventsMatchLibyaml() throws {
        var right = 0
        let cases = try Self.cases()
        for test in cases {
            let events = Self.events(of: test.bytes)
            right += (test.valid ? events == test.events.map(Self.reduced) : events == nil) ? 1 : 0
        }
        print("yaml-test-suite, events: ran \(cases.count), passed \(right)")
        #expect(cases.count == 406)
        #expect(right >= 330)
    }

    @Test("Each document is read as YAML defines or refused by a subset rule")
    func documentsAreReadOrRefusedByARule() throws {
        var passed = 0
        var refused: [String: Int] = [:]
        var accepted: Set<String> = []
        var otherwise: Set<String> = []
        for test in try Self.cases() {
            let log = DiagnosticLog()
            let node = YAMLComposer.compose(SourceFile(path: test.id, bytes: test.bytes), log: log)
            let isRefused = node == nil || log.hasErrors
            switch (test.valid, isRefused) {
            case (false, true): passed += 1
            case (false, false): accepted.insert(test.id)
            case (true, true): refused[log.sorted.first?.rule ?? "", default: 0] += 1
            case (true, false):
                let expected = test.events.map(Self.reduced) ?? []
                // A file without a document is an empty text.
                if node.map(Self.events) == (expected.isEmpty ? ["="] : expected) {
                    passed += 1
                } else {
                    otherwise.insert(test.id)
                }
            }
        }
        let count = refused.values.reduce(0, +)
        print("yaml-test-suite, specs: ran 406, passed \(passed), refused \(count)")
        #expect(accepted == Self.acceptedByParser)
        #expect((passed, count) == (257, 133))
        #expect(Set(refused.keys) == Self.subsetRules)
        #expect(otherwise == Self.readOtherwise)
        #expect(passed + count + accepted.count + otherwise.count == 406)
    }

    /// The events of the parser; nothing if it refuses the bytes.
    private static func events(of bytes: [UInt8]) -> [String]? {
        guard let parser = YAMLEvents(bytes) else { return nil }
        var result: [String] = []
        while let event = try? parser.next() {
            switch event.kind {
            case .scalar(let text, _): result.append(value(text))
            case .alias(let name): result.append("*" + name)
            case .sequenceStart: result.append("+SEQ")
            case .sequenceEnd: result.append("-SEQ")
            case .mappingStart: result.append("+MAP")
            case .mappingEnd: result.append("-MAP")
            case .streamEnd: return result
            case .documentStart, .other: break
            }
        }
        return nil
    }

    /// The events that would make a node.
    private static func events(of node: YAMLNode) -> [String] {
        switch node.kind {
        case .scalar(let text, _): [value(text)]
        case .sequence(let items): ["+SEQ"] + items.flatMap(events) + ["-SEQ"]
        case .mapping(let entries):
            ["+MAP"] + entries.flatMap { [value($0.key)] + events(of: $0.value) } + ["-MAP"]
        }
    }

    /// A value without the blanks at its end, which the file with the suite has lost.
    private static func value(_ text: String) -> String {
        var text = text
        while text.hasSuffix(" ") || text.hasSuffix("\t") { text.removeLast() }
        return "=" + text
    }

    /// The events of the suite without documents, styles, tags and anchors.
    private static func reduced(_ events: String) -> [String] {
        events.split(separator: "\n").compactMap { line in
            switch line.prefix(4) {
            case "+SEQ", "-SEQ", "+MAP", "-MAP": return String(line.prefix(4))
            case "=ALI": return String(line.dropFirst(5))
            case "=VAL":
                var rest = line.dropFirst(5)
                while let first = rest.first, first == "&" || first == "<" {
                    rest = rest.drop { $0 != " " }.dropFirst()
                }
                return value(unescaped(rest.dropFirst()))
            default: return nil
            }
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            guard isEscaped || character == "\\" else {
                result.append(character)
                continue
            }
            guard isEscaped else {
                isEscaped = true
                continue
            }
            isEscaped = false
            let escapes: [Character: Character] = [
                "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "0": "\0",
            ]
            result.append(escapes[character] ?? character)
        }
        return result
    }
}
