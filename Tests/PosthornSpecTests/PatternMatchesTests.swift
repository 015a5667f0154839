import Testing

@testable import PosthornSpec

@Suite("Patterns of defaults")
struct PatternMatchesTests {
    private static let matches = ["a", "b", "a"].map {
        PatternMatches.Match(pattern: "^a$", text: $0)
    }

    @Test("Each text is matched")
    func matches() {
        #expect(PatternMatches.outcomes(of: Self.matches) == [.found, .notFound, .found])
        #expect(PatternMatches.outcomes(of: []).isEmpty)
    }

    @Test("What is not tried is not taken for a match, also where each match ends")
    func saysThatTimeIsUp() {
        let outcomes = PatternMatches.outcomes(of: Self.matches, limit: .zero)
        #expect(outcomes.last == .endless)
        #expect(outcomes.count < Self.matches.count)
        let one = PatternMatches.outcomes(of: [Self.matches[0]], limit: .zero)
        #expect(one.count == 1)
    }
}
