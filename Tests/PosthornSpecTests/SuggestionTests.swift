import Testing

@testable import PosthornSpec

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "The closest word is found",
        arguments: [
            ("retuns", "returns"), ("get", "GET"), ("hedaers", "headers"), ("Returns", "returns"),
        ])
    func findsClosestWord(_ word: String, meant: String) {
        let known = ["returns", "headers", "GET", "PUT", "body"]
        #expect(Suggestion.closest(to: word, among: known) == meant)
    }

    @Test("A dissimilar word gets no suggestion", arguments: ["", "zzz", "completely else"])
    func dissimilarWordGetsNoSuggestion(_ word: String) {
        #expect(Suggestion.closest(to: word, among: ["returns", "headers", "body"]) == nil)
    }

    @Test("Ties go to the alphabetically first word")
    func tiesGoToTheFirstInAlphabet() {
        #expect(Suggestion.closest(to: "cat", among: ["hat", "bat"]) == "bat")
        #expect(Suggestion.closest(to: "cat", among: ["bat", "hat"]) == "bat")
        #expect(
            Suggestion.write(for: "cat", among: ["hat", "bat"], else: "")
                == "'bat' or 'hat', if you mean one of them")
        #expect(Suggestion.closest(to: "querry", among: ["QUERY", "query"]) == "query")
    }
}
