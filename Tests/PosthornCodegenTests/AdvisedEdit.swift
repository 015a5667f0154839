import PosthornSpec

/// An edit of a spec file that an advice may mean: the replacement of ranges by a text.
struct AdvisedEdit {
    let ranges: [Range<Int>]
    let text: String

    /// Returns the edits for the text that a diagnostic says to write.
    ///
    /// The diagnostic names no range. The edits replace what it found, a value, a key or an entry at its place, or add
    /// an entry there.
    static func edits(of file: [Character], for diagnostic: Diagnostic) -> [AdvisedEdit] {
        let sites = Sites(file: file, diagnostic: diagnostic)
        var edits: [AdvisedEdit] = []
        for text in texts(of: diagnostic) {
            for range in sites.ranges {
                edits.append(AdvisedEdit(ranges: [range], text: text))
                // Quotes stay around a text that had some.
                if file[range].first == "\"" || file[range].first == "'" {
                    edits.append(AdvisedEdit(ranges: [range], text: "\"\(text)\""))
                }
            }
            for place in sites.insertions(of: text) {
                edits.append(AdvisedEdit(ranges: [place.at..<place.at], text: place.text))
            }
            edits.append(AdvisedEdit(ranges: sites.occurrences, text: text))
        }
        if !diagnostic.write.matches(of: removing).isEmpty {
            edits += sites.removals(diagnostic.write).map { AdvisedEdit(ranges: [$0], text: "") }
        }
        return edits
    }

    func applied(to file: [Character]) -> String {
        var file = file
        for range in ranges.reversed() { file.replaceSubrange(range, with: text) }
        return String(file)
    }

    /// Returns the texts to write: those in single quotes, and some for a description.
    private static func texts(of diagnostic: Diagnostic) -> [String] {
        let quoted = diagnostic.write.matches(of: /'((?:[^']|'(?=[a-z]+: ))+)'/)
            .map { String($0.1).replacing("…", with: "x") }
        var encoded: [String] = []
        if diagnostic.write.contains("percent-encoded") {
            let found = diagnostic.found.dropFirst().dropLast()
            encoded = [found.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()]
        }
        return quoted + encoded
            + descriptions.filter { diagnostic.write.contains($0.key) }.flatMap(\.value)
    }

    /// The words of advice that removes something.
    private static var removing: Regex<Substring> {
        /\b(?:no|none|one of|once|less|without|remove|alone)\b/
    }

    /// What a description stands for.
    private static let descriptions: KeyValuePairs<String, [String]> = [
        "such a type": ["String"], "a whole number": ["1"], "a number": ["1"],
        "one value": ["1", "https://x.example/a", "2026-11-21T10:23:00Z"],
        "a list": ["[1]"], "or one code": ["200"], "the closing quote": ["\""],
        "another type": ["String"],
        "a built-in type": ["String"], "a type of the spec": ["String"],
        "a type of an object": ["Order"],
        "another default": ["2", "1.0", "a", "0a", "abcdefg", "[1]", "[a]", "YWJjZGVmZw=="],
        "another name": ["otherName", "OtherName"],
        "another 'name:'": ["otherName", "{ type: String, name: otherName }"],
        "the code of a failure": ["code 7777"], "a status": ["409"], "in quotes": ["\"x\""],
        "under 'types', and its name here": ["String"], "the path that is meant": ["/x"],
        "in a query or a body": ["/x"], "the value itself": ["x"],
        "in a form that the server reads": ["x"], "the character itself": ["x"],
    ]
}

/// The ranges of a file that belong to the place of a diagnostic.
private struct Sites {
    let file: [Character]
    let place: Int
    let found: String?

    init(file: [Character], diagnostic: Diagnostic) {
        self.file = file
        var (line, index) = (1, 0)
        while line < diagnostic.mark.line, index < file.count {
            if file[index].isNewline { line += 1 }
            index += 1
        }
        place = min(index + diagnostic.mark.column - 1, file.count)
        // The first text in quotes, or all of it for a text that has quotes itself.
        found = diagnostic.found.firstMatch(of: /^'(.+?)'(?: |,|$)/).map { String($0.1) }
    }

    /// The ranges, from the smallest one.
    var ranges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        if let found {
            for start in [place, place + 1] {
                if start + found.count <= file.count,
                    String(file[start..<start + found.count]) == found
                {
                    ranges.append(start..<start + found.count)
                }
            }
        }
        ranges.append(node(at: place))
        if let entry = entry(at: place) { ranges += [entry.value, entry.whole] }
        if let entry = entryOfValue(at: place) { ranges.append(entry) }
        if let quote = file[line.lowerBound..<place].lastIndex(where: { "\"'".contains($0) }) {
            let quoted = node(at: quote)
            if quoted.contains(place) {
                ranges.append(quoted)
                if let entry = entryOfValue(at: quote) { ranges.append(entry) }
            }
        }
        if let colon = file[line.lowerBound..<place].lastIndex(of: ":") {
            ranges.append(min(colon + 2, place)..<line.upperBound)
        }
        ranges += [place..<place, place..<line.upperBound]
        if let found, let first = String(file[line]).firstRange(of: found) {
            let text = String(file[line])
            let start = line.lowerBound + text.distance(from: text.startIndex, to: first.lowerBound)
            ranges.append(start..<start + found.count)
        }
        return ranges
    }

    /// The places of the text that the diagnostic found.
    var occurrences: [Range<Int>] {
        guard let found, !found.isEmpty, found.count <= file.count else { return [] }
        let text = Array(found)
        return (0...file.count - text.count).compactMap { start in
            file[start..<start + text.count].elementsEqual(text) ? start..<start + text.count : nil
        }
    }

    /// Returns where an entry can be added: among the entries of a group in braces, below a key, or in the file.
    func insertions(of text: String) -> [(at: Int, text: String)] {
        guard text.contains(":") else { return [] }
        var places = [(at: file.count, text: "\n\(text)\n")]
        if let entry = entry(at: place) {
            if file[entry.value].first == "{" {
                places.append((entry.value.lowerBound + 1, " \(text), "))
            }
            places.append((line.upperBound, " { \(text) }"))
        }
        if let brace = file[line.lowerBound..<place].lastIndex(of: "{") {
            places.append((brace + 1, " \(text), "))
        }
        let indent = String(file[line].prefix { $0 == " " })
        places.append((line.upperBound, "\n\(indent)\(text)"))
        places.append((line.upperBound, "\n\(indent)  \(text)"))
        return places
    }

    /// Returns the ranges to remove for `no 'key'` and for one of two entries.
    func removals(_ advice: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        if let entry = entry(at: place) { ranges.append(entry.whole) }
        if let entry = entryOfValue(at: place) { ranges.append(entry) }
        ranges.append(node(at: place))
        for match in advice.matches(of: /no '([\w ]+)'/) {
            for start in line.lowerBound..<line.upperBound {
                if String(file[start..<min(start + match.1.count + 1, line.upperBound)])
                    == match.1 + ":", let entry = entry(at: start)
                {
                    ranges.append(entry.whole)
                }
            }
        }
        return ranges.map(withComma) + [line]
    }

    /// Returns a range with the comma after or before it.
    private func withComma(_ range: Range<Int>) -> Range<Int> {
        if file[range.upperBound...].first == "," { return range.lowerBound..<range.upperBound + 1 }
        let before = file[..<range.lowerBound].lastIndex { $0 != " " }
        return before.map { file[$0] == "," ? $0..<range.upperBound : range } ?? range
    }

    private var line: Range<Int> {
        let start = file[..<place].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        return start..<(file[place...].firstIndex(where: \.isNewline) ?? file.count)
    }

    /// Returns the entry whose key is at a place.
    private func entry(at start: Int) -> (value: Range<Int>, whole: Range<Int>)? {
        let key = node(at: start, isKey: true)
        guard file[key.upperBound...].first == ":" else { return nil }
        var value = key.upperBound + 1
        while value < file.count, file[value] == " " { value += 1 }
        guard value < file.count else { return nil }
        let range = node(at: value)
        return (range, start..<max(range.upperBound, key.upperBound + 1))
    }

    /// Returns the entry whose value is at a place.
    private func entryOfValue(at start: Int) -> Range<Int>? {
        var colon = start - 1
        while colon >= 0, file[colon] == " " { colon -= 1 }
        guard colon > 0, file[colon] == ":" else { return nil }
        let key = file[..<colon].lastIndex { " {[,\n".contains($0) }.map { $0 + 1 } ?? 0
        return key..<node(at: start).upperBound
    }

    /// Returns the range of the value, or of the key, that starts at a place.
    private func node(at start: Int, isKey: Bool = false) -> Range<Int> {
        guard start < file.count else { return start..<start }
        let pairs: [Character: Character] = ["{": "}", "[": "]"]
        if file[start] == "\"" || file[start] == "'" {
            let end = file[(start + 1)...].firstIndex(of: file[start])
            return start..<(end.map { $0 + 1 } ?? file.count)
        }
        if let close = pairs[file[start]] {
            var depth = 0
            for index in file[start...].indices {
                if file[index] == file[start] { depth += 1 }
                if file[index] == close { depth -= 1 }
                if depth == 0 { return start..<index + 1 }
            }
        }
        var end = start
        while end < file.count, !file[end].isNewline {
            if ",}]".contains(file[end]), isInBraces(end) { break }
            if file[end] == ":", isKey, [" ", "\n"].contains(file[(end + 1)...].first ?? "\n") {
                break
            }
            end += 1
        }
        while end > start, file[end - 1] == " " { end -= 1 }
        return start..<end
    }

    private func isInBraces(_ index: Int) -> Bool {
        var depth = 0
        for character in file[line.lowerBound..<index] {
            if "{[".contains(character) { depth += 1 }
            if "}]".contains(character) { depth -= 1 }
        }
        return depth > 0
    }
}
