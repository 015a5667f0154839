internal import PosthornDiff
internal import PosthornSpec

extension Change {
    /// What equal changes of endpoints or types have in common.
    fileprivate var key: [String] {
        let kind = subject.prefix { $0 != " " }
        return [String(kind), rule.id, member, message]
    }
}

/// The changes between two specs as text.
struct DiffReport {
    let changes: [Change]
    /// Tells whether a run fails with a change.
    let fails: (Change) -> Bool
    /// Whom the advice is for: who changes a service also gets the places in the old spec.
    var reader = Reader.service
    /// Whether changes that more than three endpoints or types have are listed each.
    var listsAll = false

    enum Reader { case service, caller }

    var hasFailed: Bool { changes.contains(where: fails) }

    /// The changes below what they concern, and their numbers.
    var text: String {
        let shared = listsAll ? [:] : repeated
        var lines: [String] = []
        var headings: [String] = []
        var groups: [String: [Change]] = [:]
        var seen: Set<[String]> = []
        for change in changes {
            let subjects = shared[change.key]
            if subjects != nil, !seen.insert(change.key).inserted { continue }
            let heading = subjects.map(Self.heading) ?? change.subject
            if groups[heading] == nil { headings.append(heading) }
            groups[heading, default: []].append(change)
        }
        for heading in headings {
            guard let group = groups[heading] else { continue }
            let isMany = shared[group[0].key] != nil
            let ends = group.map { change -> String in
                guard !isMany, let shown = change.shownEndpoints else { return "" }
                return " (in \(shown))"
            }
            // All changes of a type mostly concern the same endpoints.
            let isShared = Set(ends).count == 1
            lines.append(heading + (isShared ? ends[0] : ""))
            for (change, end) in zip(group, ends) {
                lines.append(
                    "  \(change.new.text): \(change.rule.severity.rawValue): \(change.text)"
                        + (isShared ? "" : end) + " [\(change.rule.id)]")
                if let advice = advice(for: change) { lines.append("    \(advice)") }
            }
            lines.append("")
        }
        let hint = shared.isEmpty ? "" : "; '--all' lists each"
        return (lines + [summary + hint]).joined(separator: "\n")
    }

    private func advice(for change: Change) -> String? {
        guard reader == .service else { return change.rule.callerAdvice }
        return change.rule.advice.map { advice in "was at \(change.old.text); \(advice)" }
    }

    /// The subjects of each change that more than three endpoints or types have, by its key.
    private var repeated: [[String]: [String]] {
        let subjects = changes.reduce(into: [[String]: [String]]()) { result, change in
            guard !change.subject.hasPrefix("service ") else { return }
            result[change.key, default: []].append(change.subject)
        }
        return subjects.filter { $0.value.count > 3 }
    }

    /// Returns a heading such as `296 endpoints: getFile, listFiles, moveFile and 293 more`.
    private static func heading(_ subjects: [String]) -> String {
        let names = subjects.map { $0.split(separator: " ", maxSplits: 1) }
        let kind = names[0][0]
        let shown = names.prefix(3).compactMap(\.last).joined(separator: ", ")
        return "\(subjects.count) \(kind)s: \(shown) and \(subjects.count - 3) more"
    }

    private var summary: String {
        guard !changes.isEmpty else { return "no changes" }
        func count(_ test: (Severity) -> Bool) -> Int {
            changes.count { test($0.rule.severity) }
        }
        return "\(changes.count) change\(changes.count == 1 ? "" : "s"): "
            + "wire \(count(\.breaksWire)), source \(count(\.breaksSource)), "
            + "added \(count { $0 == .added }), other \(count { $0 == .other })"
    }

    /// A JSON array of objects.
    var json: String {
        let objects = changes.map { change -> JSONText in
            let severity = change.rule.severity
            let breaks: [JSONText] =
                (severity.breaksWire ? ["wire"] : []) + (severity.breaksSource ? ["source"] : [])
            return [
                "rule": .text(change.rule.id),
                "kind": .text(severity.isBreaking ? "breaking" : severity.rawValue),
                "breaks": .list(breaks), "subject": .text(change.subject),
                "member": .text(change.member), "message": .text(change.message),
                "advice": .text(change.rule.advice ?? ""),
                "endpoints": .list(change.endpoints.map(JSONText.text)),
                "old": Self.json(change.old), "new": Self.json(change.new),
            ]
        }
        return JSONText.rows(objects)
    }

    private static func json(_ place: Change.Place) -> JSONText {
        [
            "path": .text(place.path), "line": .number(place.mark.line),
            "column": .number(place.mark.column),
        ]
    }

    /// Workflow commands of GitHub: an error for each change with which the run fails.
    var annotations: String {
        changes.map { change in
            let level =
                fails(change) ? "error" : change.rule.severity.isBreaking ? "warning" : "notice"
            let advice = change.rule.advice.map { "; \($0)" } ?? ""
            let text = "\(change.rule.severity.rawValue): \(change.subject) \(change.text)\(advice)"
            return LintFormat.annotation(
                level, change.new.path, change.new.mark, title: change.rule.id, text)
        }.joined(separator: "\n")
    }

    /// The table of rules in Markdown.
    static var rules: String {
        let rows = ChangeRule.allCases.map { rule in
            "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.sentence) |"
        }
        return (["| rule | breaks | what changes |", "|---|---|---|"] + rows)
            .joined(separator: "\n")
    }
}
