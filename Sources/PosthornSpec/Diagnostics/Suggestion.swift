/// Suggestions for misspelled words.
package enum Suggestion {
    /// Returns what to write instead of an unknown word: a similar candidate, or another text.
    package static func write(
        for word: String, among candidates: some Sequence<String>,
        else other: @autoclosure () -> String
    ) -> String {
        (ForeignKeys.key(for: word, among: candidates) ?? closest(to: word, among: candidates))
            .map { "\(quoted($0)), if you mean that" } ?? other()
    }

    /// Returns the most similar candidate, if it is similar enough for a typing error.
    static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let target = Array(word.lowercased().utf8.prefix(64))
        // A word of one letter is similar to every other one.
        let allowed = min(max(1, target.count / 3), target.count - 1)
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where candidate != word {
            guard abs(candidate.utf8.count - word.utf8.count) <= allowed else { continue }
            let letters = Array(candidate.lowercased().utf8.prefix(64))
            let found = distance(target, letters)
            guard found <= allowed else { continue }
            if let known = best, (known.distance, known.candidate) <= (found, candidate) {
                continue
            }
            best = (found, candidate)
        }
        return best?.candidate
    }

    /// Returns the number of letters to insert, delete, replace or swap with a neighbour.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
                var least = min(replaced, previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    least = min(least, beforePrevious[j - 1] + 1)
                }
                current.append(least)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
