import Testing

@testable import PosthornSpec

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "The closest word is found",
        arguments: [
            ("retuns", "returns"), ("get", "GET"), ("hedaers", "headers"), ("Returns", "returns"),
        ])
    func finds(_ word: String, meant: String) {
        let known = ["returns", "headers", "GET", "PUT", "body"]
        #expect(Suggestion.closest(to: word, among: known) == meant)
    }

    @Test("A word that is like none gets no suggestion", arguments: ["", "zzz", "completely else"])
    func findsNone(_ word: String) {
        #expect(Suggestion.closest(to: word, among: ["returns", "headers", "body"]) == nil)
    }

    @Test("Of equals the first in the alphabet is taken, in any order")
    func isDeterministic() {
        #expect(Suggestion.closest(to: "cat", among: ["hat", "bat"]) == "bat")
        #expect(Suggestion.closest(to: "cat", among: ["bat", "hat"]) == "bat")
    }
}
