internal import PosthornSpec

/// The tables of keys in a document, between comments such as `<!-- keys: endpoint -->` and `<!-- end -->`.
enum KeyTables {
    /// Returns a document with the tables of today.
    static func updated(_ document: String) -> String {
        var lines: [String] = []
        var isInTable = false
        for part in document.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = String(part)
            if line == "<!-- end -->" { isInTable = false }
            if !isInTable { lines.append(line) }
            guard line.hasPrefix("<!-- keys: "), line.hasSuffix(" -->") else { continue }
            isInTable = true
            let names = line.dropFirst(11).dropLast(4).split(separator: ", ").map { String($0) }
            lines += table(of: KeyPlace.allCases.filter { names.contains("\($0)") })
        }
        return lines.joined(separator: "\n")
    }

    private static func table(of places: [KeyPlace]) -> [String] {
        let hasPlaces = places.count > 1
        var lines = ["| key | value | meaning | default |", "|---|---|---|---|"]
        if hasPlaces { lines = ["| in \(lines[0])", "|---\(lines[1])"] }
        for place in places {
            for row in place.rows {
                lines.append(
                    (hasPlaces ? "| \(place.title.replacing("'", with: "`")) " : "") + line(row))
            }
        }
        return lines
    }

    private static func line(_ row: SpecKey) -> String {
        let keys = row.names.map { "`\($0)`" }.joined(separator: " ")
        let value = row.form.notation.replacing("|", with: "\\|")
        let page = "../Documentation/Spec/\(row.page).md"
        return
            "| [\(keys)](\(page)) | `\(value)` | \(row.summary.replacing("|", with: "\\|")) | \(row.shownAbsence) |"
    }
}

extension SpecKey {
    /// What holds without the key, in a table.
    var shownAbsence: String {
        if let absence { return absence }
        let others = excludes.filter { !names.contains($0) }.map { "`\($0)`" }
            .joined(separator: ", ")
        return others.isEmpty ? "required" : "required, or \(others)"
    }
}
