internal import PosthornDiff
internal import PosthornSpec

/// The changes between two specs as text.
struct DiffReport {
    let changes: [Change]
    /// Tells whether a run fails with a change.
    let fails: (Change) -> Bool
    /// Whether there is advice for those who change the service, with the places in the old spec.
    var hasAdvice = true

    var hasFailed: Bool { changes.contains(where: fails) }

    /// The changes below what they concern, and their numbers.
    var text: String {
        var subjects: [String] = []
        let groups = Dictionary(grouping: changes, by: \.subject)
        for change in changes where !subjects.contains(change.subject) {
            subjects.append(change.subject)
        }
        var lines: [String] = []
        for subject in subjects {
            guard let group = groups[subject] else { continue }
            let ends = group.map { $0.shownEndpoints.map { " (in \($0))" } ?? "" }
            // All changes of a type mostly concern the same endpoints.
            let isShared = Set(ends).count == 1
            lines.append(subject + (isShared ? ends[0] : ""))
            for (change, end) in zip(group, ends) {
                lines.append(
                    "  \(change.new.text): \(change.rule.severity.rawValue): \(change.text)"
                        + (isShared ? "" : end) + " [\(change.rule.id)]")
                if hasAdvice, let advice = change.rule.advice {
                    lines.append("    was at \(change.old.text); \(advice)")
                }
            }
            lines.append("")
        }
        return (lines + [summary]).joined(separator: "\n")
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
        let objects = changes.map { change -> String in
            let severity = change.rule.severity
            let breaks: [JSONText] =
                (severity.breaksWire ? ["wire"] : []) + (severity.breaksSource ? ["source"] : [])
            let object: JSONText = [
                "rule": .text(change.rule.id),
                "kind": .text(severity.isBreaking ? "breaking" : severity.rawValue),
                "breaks": .list(breaks), "subject": .text(change.subject),
                "member": .text(change.member), "message": .text(change.message),
                "advice": .text(change.rule.advice ?? ""),
                "endpoints": .list(change.endpoints.map(JSONText.text)),
                "old": Self.json(change.old), "new": Self.json(change.new),
            ]
            return "  \(object.line)"
        }
        return objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
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
            let path = LintFormat.escaped(change.new.path, isProperty: true)
            let advice = change.rule.advice.map { "; \($0)" } ?? ""
            let text = "\(change.rule.severity.rawValue): \(change.subject) \(change.text)\(advice)"
            return "::\(level) file=\(path),line=\(change.new.mark.line),"
                + "col=\(change.new.mark.column),title=\(change.rule.id)::"
                + LintFormat.escaped(text, isProperty: false)
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
