package import PosthornSpec

/// A replacement of a word in a spec file that a diagnostic advises, and that has one meaning.
///
/// Such are misspelled words with one similar known word, and types and texts that miss brackets or quotes.
package struct SpecFix: Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let mark: SourceMark
    package let found: String
    package let text: String

    /// Reads the advice of a diagnostic; `nil` if it leaves a choice, or changes more than a word.
    package init?(_ diagnostic: Diagnostic) {
        guard let found = Self.unquoted(diagnostic.found[...]), !found.hasSuffix("…") else {
            return nil
        }
        let suffix = ", if you mean that"
        let advice = diagnostic.write
        if advice.hasSuffix(suffix) {
            let word = Self.unquoted(advice.dropLast(suffix.count))
            guard let word, Suggestion.isMisspelling(found, of: word) else { return nil }
            text = word
        } else {
            guard let word = Self.unquoted(advice[...]), Self.differsInBrackets(word, found)
            else { return nil }
            text = word
        }
        (path, mark, self.found) = (diagnostic.path, diagnostic.mark, found)
    }

    /// The place, and both words.
    package var description: String {
        "\(oneLine(path)):\(mark.line):\(mark.column): \(quoted(found)) is now \(quoted(text))"
    }

    /// Returns the text between single quotes; `nil` if there is more than one such text.
    private static func unquoted(_ text: Substring) -> String? {
        guard text.count > 2, text.first == "'", text.last == "'" else { return nil }
        let inner = text.dropFirst().dropLast()
        return inner.contains("'") ? nil : String(inner)
    }

    /// Whether two texts are the same but for brackets, parentheses, double quotes and spaces.
    private static func differsInBrackets(_ text: String, _ other: String) -> Bool {
        func bare(_ text: String) -> String { text.filter { !"[]()\" ".contains($0) } }
        return text != other && !bare(text).isEmpty && bare(text) == bare(other)
    }

    /// Returns the file with the replacement; `nil` if the word is not at its place.
    func applied(to file: SourceFile) -> SourceFile? {
        guard let whole = String(validating: file.bytes, as: UTF8.self) else { return nil }
        var scalars = Array(whole.unicodeScalars)
        let old = Array(found.unicodeScalars)
        guard var start = offset(in: scalars) else { return nil }
        if let quote = scalars[start...].first, quote == "\"" || quote == "'" { start += 1 }
        let end = start + old.count
        guard end <= scalars.count, scalars[start..<end].elementsEqual(old),
            start == 0 || !Self.isWord(scalars[start - 1]) || !Self.isWord(old[0]),
            end == scalars.count || !Self.isWord(scalars[end]) || !Self.isWord(old[old.count - 1])
        else { return nil }
        scalars.replaceSubrange(start..<end, with: text.unicodeScalars)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return SourceFile(path: file.path, text: String(text))
    }

    /// Returns the index of the place; `nil` if the file has no such line.
    private func offset(in scalars: [Unicode.Scalar]) -> Int? {
        var start = 0
        for _ in 1..<mark.line {
            guard let end = scalars[start...].firstIndex(of: "\n") else { return nil }
            start = end + 1
        }
        let offset = start + mark.column - 1
        return offset < scalars.count ? offset : nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
    }
}
