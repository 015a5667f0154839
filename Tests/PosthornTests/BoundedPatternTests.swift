import PosthornJSON
import Testing

@Suite("Patterns in bounded time", .timeLimit(.minutes(2)))
struct BoundedPatternTests {
    private static let patterns = [
        "^[a-z]+$", "a", "", "^$", "^(a|aa)+$", "(a|b)*c", "^a{2,3}$", "^a{2}$", "^a{2,}$", "a?b+?",
        "^(?:ab|a)b$",
        "[^a-c]", #"^\d+$"#, #"\w+\s\w+"#, #"^\S*$"#, #"\bcat\b"#, #"\Bat"#, "^.$", #"a\.b"#,
        #"[\d_-]x"#, "[a-]",
        #"^[\]\[]+$"#, "^(a*)*$", "^(|a)+$", "(x|y|z){0,2}q",
        #"^[A-Z0-9._%+-]+@[a-z.]+\.[a-z]{2,}$"#, "é", "[à-ü]+",
        "^a|b$", "a$", "^(/|$)", #"\t|\n"#, #"\W"#, #"\D$"#, "((((a))))", "^[^@]+@[^@]+$",
    ]
    private static let texts = [
        "", "a", "aa", "aaa", "aaaa", "ab", "abb", "b", "c", "abc", "ABC", "cat", "a cat sat",
        "concat", "a.b", "axb",
        "1", "12", "1x", "_x", "-x", "[]", "é", "e\u{301}", "ü", "a\n", "\n", "a\nb", "/", "/a",
        "xyq", "q", "\t", " ",
        "٣", "me@example.com", "A1@b.co", "@", "日本", "👍🏽", "a\r\n",
    ]

    @Test("They match what Swift's regular expressions match", arguments: patterns)
    func matches(_ pattern: String) throws {
        let bounded = try #require(BoundedPattern.pattern(pattern))
        let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
        // Swift takes digits and marks outside of ASCII for no part of a word.
        let texts =
            pattern.contains("W") ? Self.texts.filter { $0 != "٣" && $0 != "e\u{301}" } : Self.texts
        for text in texts {
            var work = 100_000
            let isFound = try regex.firstMatch(in: text) != nil
            #expect(bounded.hasMatch(text, work: &work) == isFound, "\(text.debugDescription)")
        }
    }

    @Test(
        "What they lack is no pattern",
        arguments: [
            "(?=a)", "(?<!a)", #"(a)\1"#, "a++", "a*+", #"\p{L}"#, "[a&&b]", "[[a]b]", "(?i)a", "(",
            ")", "a{2", "[]a]",
            "(?<n>a)", #"\Aa"#, "a{30000}", "(a{200}){200}", "*",
        ])
    func unknown(_ pattern: String) { #expect(BoundedPattern.pattern(pattern) == nil) }

    @Test(
        "No text takes long",
        arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(a?){50}a{50}$"])
    func hostileTexts(_ pattern: String) throws {
        let bounded = try #require(BoundedPattern.pattern(pattern))
        var work = 20_000_000
        #expect(bounded.hasMatch(String(repeating: "a", count: 2_000) + "!", work: &work) == false)
        #expect(work > 0)
        work = 1_000
        #expect(bounded.hasMatch(String(repeating: "a", count: 2_000) + "!", work: &work) == nil)
    }
}
