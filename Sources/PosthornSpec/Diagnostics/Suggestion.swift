/// Suggestions for misspelled words.
package enum Suggestion {
    /// Returns what to write instead of an unknown word: similar candidates, or another text.
    package static func write(
        for word: String, among candidates: some Sequence<String>,
        else other: @autoclosure () -> String
    ) -> String {
        if let key = ForeignKeys.key(for: word, among: candidates) {
            return "\(quoted(key)), if you mean that"
        }
        let similar = similar(to: word, among: candidates)
        guard let first = similar.first else { return other() }
        return similar.count == 1
            ? "\(quoted(first)), if you mean that"
            : "\(quotedList(Array(similar.prefix(3)))), if you mean one of them"
    }

    /// Returns whether a word is similar enough to another one for a typing error.
    package static func isMisspelling(_ word: String, of other: String) -> Bool {
        closest(to: word, among: [other]) != nil
    }

    /// Returns the most similar candidate, if it is similar enough for a typing error.
    static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        similar(to: word, among: candidates).first
    }

    /// Returns the most similar candidates in their order, if they are similar enough for a typing error.
    private static func similar(
        to word: String, among candidates: some Sequence<String>
    ) -> [String] {
        let target = Array(word.lowercased().utf8.prefix(64))
        // A word of one letter is similar to every other one.
        let allowed = min(max(1, target.count / 3), target.count - 1)
        var best: (distance: Int, candidates: Set<String>) = (allowed, [])
        for candidate in candidates where candidate != word {
            guard abs(candidate.utf8.count - word.utf8.count) <= allowed else { continue }
            let letters = Array(candidate.lowercased().utf8.prefix(64))
            let found = distance(target, letters)
            guard found <= best.distance else { continue }
            if found < best.distance { best = (found, []) }
            best.candidates.insert(candidate)
        }
        guard best.candidates.count > 1 else { return Array(best.candidates) }
        // Words that differ in case only, such as `query` and `QUERY`.
        let spelled = best.candidates.map { (distance(Array(word.utf8), Array($0.utf8)), $0) }
        let least = spelled.map(\.0).min()
        return spelled.filter { $0.0 == least }.map(\.1).sorted()
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
