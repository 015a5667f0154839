/// English nouns in paths and members.
enum Noun {
    /// Returns the singular of a plural.
    static func singular(_ word: String) -> String {
        let small = word.lowercased()
        for ending in ["ss", "us", "is", "news", "series"] where small.hasSuffix(ending) {
            return word
        }
        if small.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zzes"] where small.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return small.hasSuffix("s") && word.count > 2 ? String(word.dropLast()) : word
    }

    static func isPlural(_ word: String) -> Bool { singular(word) != word }
}
