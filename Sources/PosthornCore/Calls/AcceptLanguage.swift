import FoundationEssentials

/// The user's preferred languages as an `Accept-Language` value (RFC 9110, section 12.5.4).
enum AcceptLanguage {
    /// The value for this process's environment, computed once.
    ///
    /// `nil` if the environment names no language, as in the locales `C` and `POSIX`.
    static let environment = value(in: ProcessInfo.processInfo.environment)

    /// Returns the field value for an environment, such as `de-AT, de;q=0.9, en;q=0.8`.
    ///
    /// The locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty. Unless the
    /// locale is `C` or `POSIX`, the languages listed in `LANGUAGE` come before it. Each language is also
    /// added without its country, after the last of its tags, unless it is listed already. The value has at
    /// most nine languages.
    ///
    /// - Returns: `nil` if there is no language.
    static func value(in environment: [String: String]) -> String? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale, let own = tag(locale[...]) else { return nil }
        let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").compactMap(tag)
        var tags: [String] = []
        let all = preferred + [own]
        for tag in all where !tags.contains(tag) { tags.append(tag) }
        for language in all.map({ String($0.prefix { $0 != "-" }) }) where !tags.contains(language)
        {
            // Never falls back to the end: the language is the prefix of at least one tag in the list.
            let last = tags.lastIndex { $0.hasPrefix(language + "-") } ?? tags.endIndex - 1
            tags.insert(language, at: last + 1)
        }
        return tags.prefix(9).enumerated()
            .map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }
            .joined(separator: ", ")
    }

    /// Returns the language tag of a locale such as `de_AT.UTF-8@euro`.
    private static func tag(_ locale: some StringProtocol) -> String? {
        // `LANG` may hold a list, as `LANGUAGE` does.
        let name = Substring(locale).trimmingBlanks.prefix { !".@:".contains($0) }
        guard name != "C", name != "POSIX" else { return nil }
        let parts = name.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "_" || $0 == "-" })
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { $0.isLetter || $0.isDigit }
        }
        // Longer names are aliases of locales, such as `german`.
        guard isTag, let first = parts.first, (2...3).contains(first.utf8.count) else { return nil }
        return parts.joined(separator: "-")
    }
}
