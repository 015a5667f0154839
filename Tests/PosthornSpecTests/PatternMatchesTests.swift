import Testing

@testable import PosthornSpec

@Suite("Pattern matching of defaults")
struct PatternMatchesTests {
    private static let matches = ["a", "b", "a"].map {
        PatternMatches.Match(pattern: "^a$", text: $0)
    }

    @Test("Each text is matched")
    func matchesEachText() {
        #expect(PatternMatches.outcomes(of: Self.matches) == [.found, .notFound, .found])
        #expect(PatternMatches.outcomes(of: []).isEmpty)
    }

    @Test("Texts not tried before the time limit are not matches")
    func reportsWhenTheTimeIsUp() {
        let outcomes = PatternMatches.outcomes(of: Self.matches, limit: .zero)
        #expect(outcomes.last == .endless)
        #expect(outcomes.count < Self.matches.count)
        let one = PatternMatches.outcomes(of: [Self.matches[0]], limit: .zero)
        #expect(one.count == 1)
    }
}
