/// Formats names that a server may have chosen, such as those of JSON members, for error messages.
package enum VisibleName {
    /// Returns a name of at most 64 characters, with invisible characters replaced by `�`.
    ///
    /// If the name is longer, the last character is `…`.
    package static func shown(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(limit) {
            shown.append(isVisible(scalar) ? scalar : "\u{fffd}")
        }
        if name.unicodeScalars.dropFirst(limit).isEmpty { return String(shown) }
        return String(shown.dropLast()) + "…"
    }

    /// Joins the steps of a path, such as `.orders` or `[3]`, with `…` in the middle of a long path.
    package static func path(_ steps: [String]) -> String {
        let ends = 8
        let kept =
            steps.count > 2 * ends ? steps.prefix(ends) + [".…"] + steps.suffix(ends) : steps[...]
        let path = kept.joined()
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }

    private static let limit = 64

    /// Returns whether a character can neither break a line nor change how other characters appear.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: true
        }
    }
}
