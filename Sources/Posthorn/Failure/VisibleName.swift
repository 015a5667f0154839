/// Names that a server may have chosen, such as those of members, as errors show them.
package enum VisibleName {
    /// A name of at most 64 characters, the last of them `…` if it is cut, and `�` for each that is
    /// not visible.
    package static func shown(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(limit) {
            shown.append(isVisible(scalar) ? scalar : "\u{fffd}")
        }
        if name.unicodeScalars.dropFirst(limit).isEmpty { return String(shown) }
        return String(shown.dropLast()) + "…"
    }

    /// The steps of a path, such as `.orders` or `[3]`: those in the middle of a long one are `…`.
    static func path(_ steps: [String]) -> String {
        let ends = 8
        let kept =
            steps.count > 2 * ends ? steps.prefix(ends) + [".…"] + steps.suffix(ends) : steps[...]
        let path = kept.joined()
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }

    private static let limit = 64

    /// Whether a character can neither break a line nor change how others are shown.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: true
        }
    }
}
