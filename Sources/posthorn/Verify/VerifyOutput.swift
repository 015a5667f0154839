internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec
internal import PosthornVerify

/// Prints what a run of `posthorn verify` has found.
struct VerifyOutput {
    let spec: InterpretedSpec
    let terminal: Terminal

    /// Prints the findings by endpoint, then what was not checked, then the numbers.
    func print(_ report: VerifyReport) {
        let palette = terminal.palette
        for (index, finding) in report.findings.enumerated() {
            if index == 0 || report.findings[index - 1].endpoint != finding.endpoint {
                terminal.print(palette.bold(title(finding.endpoint)))
            }
            let kind =
                finding.isHarmless
                ? palette.warning(finding.kind.name) : palette.bad(finding.kind.name)
            terminal.print("  \(kind): \(shown(finding.message))")
            // Findings that one request shows have its command once.
            let next = index + 1 < report.findings.count ? report.findings[index + 1] : nil
            if next?.line != finding.line { terminal.print("    " + shown(finding.line)) }
        }
        if !report.neverSeen.isEmpty {
            terminal.print(palette.bold("optional members that never came"))
            for member in report.neverSeen {
                terminal.print(
                    "  \(member.endpoint): \(member.place), in \(member.objects) objects")
            }
        }
        if !report.notes.isEmpty {
            terminal.print(palette.bold("not checked, or in part"))
            var reasons: [String] = []
            for note in report.notes where !reasons.contains(note.reason) {
                reasons.append(note.reason)
            }
            for reason in reasons {
                let names = report.notes.filter { $0.reason == reason }.map(\.endpoint)
                terminal.print("  \(names.joined(separator: ", ")): \(shown(reason))")
            }
        }
        let breaking = report.findings.count { !$0.isHarmless }
        terminal.print(
            "\(report.checked.count) of \(spec.endpoints.count) endpoints checked with "
                + "\(report.requests) requests; differences: \(report.findings.count), "
                + "of which \(breaking) can break clients")
    }

    private func shown(_ text: String) -> String { Terminal.shown(text, keepingLines: false) }

    private func title(_ name: String) -> String {
        guard let endpoint = spec.endpoints.first(where: { $0.fullName == name }) else {
            return name
        }
        return "\(name) \(endpoint.method.rawValue) \(endpoint.path)"
    }

    /// Prints the report as one line of JSON.
    func printJSON(_ report: VerifyReport) {
        let findings = report.findings.map { finding in
            OrderedJSON.object([
                ("endpoint", .text(finding.endpoint)), ("kind", .text(finding.kind.name)),
                ("status", .number(finding.status)), ("place", .text(finding.place)),
                ("message", .text(finding.message)),
                ("harmless", .value(.bool(finding.isHarmless))),
                ("count", .number(finding.count)), ("call", .text(finding.line)),
            ])
        }
        let never = report.neverSeen.map { member in
            OrderedJSON.object([
                ("endpoint", .text(member.endpoint)), ("place", .text(member.place)),
                ("objects", .number(member.objects)),
            ])
        }
        let notes = report.notes.map { note in
            OrderedJSON.object([
                ("endpoint", .text(note.endpoint)), ("reason", .text(note.reason)),
            ])
        }
        terminal.print(
            JSONPrinter().line(
                .object([
                    ("service", .text(spec.service.name)),
                    ("requests", .number(report.requests)),
                    ("checked", .array(report.checked.map { .text($0) })),
                    ("findings", .array(findings)), ("neverSeen", .array(never)),
                    ("notChecked", .array(notes)),
                ])))
    }
}
