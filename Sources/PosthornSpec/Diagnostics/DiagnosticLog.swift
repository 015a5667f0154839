/// The collected diagnostics of one reading.
///
/// Only the first error and the first warning of a place are kept, because a later rule usually reports the
/// same cause.
final class DiagnosticLog {
    /// The highest number of diagnostics kept per file.
    ///
    /// The others are only counted.
    static let limitPerFile = 100
    /// The highest number of warnings among them, so that warnings do not displace errors.
    static let warningLimit = 50

    /// The reported diagnostics by file.
    struct Contents: Sendable {
        fileprivate(set) var diagnostics: [String: [Diagnostic]] = [:]
        fileprivate(set) var errorMarks: [String: Set<SourceMark>] = [:]
        fileprivate(set) var warningMarks: [String: Set<SourceMark>] = [:]
        fileprivate(set) var hasErrors = false
    }

    private(set) var contents = Contents()

    /// Whether an error was reported in any file.
    var hasErrors: Bool { contents.hasErrors }

    /// Adds the diagnostics of other files.
    func append(_ other: Contents) {
        contents.diagnostics.merge(other.diagnostics) { $0 + $1 }
        count(other)
    }

    /// Adds the diagnostics of a rule, except at places that were reported before.
    func append(rule other: Contents) {
        for diagnostic in other.diagnostics.values.joined() { add(diagnostic) }
        // Includes the places whose diagnostics the rule did not keep.
        count(other)
    }

    private func count(_ other: Contents) {
        contents.errorMarks.merge(other.errorMarks) { $0.union($1) }
        contents.warningMarks.merge(other.warningMarks) { $0.union($1) }
        if other.hasErrors { contents.hasErrors = true }
    }

    func file(_ path: String) -> FileLog { FileLog(path: path, log: self) }

    func error(_ path: String, _ problem: SpecProblem) {
        contents.hasErrors = true
        add(Diagnostic(.error, path: path, problem))
    }

    func warning(_ path: String, _ problem: SpecProblem) {
        add(Diagnostic(.warning, path: path, problem))
    }

    private func add(_ diagnostic: Diagnostic) {
        let path = diagnostic.path
        let isNew =
            switch diagnostic.severity {
            case .error: contents.errorMarks[path, default: []].insert(diagnostic.mark).inserted
            case .warning:
                contents.warningMarks[path, default: []].insert(diagnostic.mark).inserted
                    && contents.warningMarks[path, default: []].count <= Self.warningLimit
            }
        guard isNew, contents.diagnostics[path, default: []].count < Self.limitPerFile else {
            return
        }
        // Some rules repeat text of the spec without quotes.
        var diagnostic = diagnostic
        diagnostic.rule = shown(diagnostic.rule, orElse: SecretScan.rule)
        diagnostic.found = shown(diagnostic.found, orElse: "what looks like one")
        diagnostic.write = shown(
            diagnostic.write,
            orElse: "it without what looks like a secret, which belongs into Swift")
        contents.diagnostics[path, default: []].append(diagnostic)
    }

    /// Returns the text on one line, or a neutral one if it contains a possible secret.
    ///
    /// Build logs are stored and shared.
    private func shown(_ text: String, orElse neutral: String) -> String {
        SecretScan.finds(in: text) ? neutral : oneLine(text)
    }

    /// Returns whether the file has the highest number of diagnostics, and counts an error if so.
    ///
    /// The caller then skips slow work such as the search for a suggestion.
    func isFull(_ path: String, countingErrorAt mark: SourceMark) -> Bool {
        guard contents.diagnostics[path, default: []].count >= Self.limitPerFile else {
            return false
        }
        contents.errorMarks[path, default: []].insert(mark)
        return true
    }

    /// Counts a warning that is not kept.
    func countWarning(_ path: String, _ mark: SourceMark) {
        contents.warningMarks[path, default: []].insert(mark)
    }

    /// All diagnostics by path, line and column, with a final one per file for those not kept.
    var sorted: [Diagnostic] {
        contents.diagnostics.sorted { $0.key < $1.key }.flatMap { path, diagnostics in
            let errors = contents.errorMarks[path, default: []]
            let kept = diagnostics.sorted { $0.mark < $1.mark }
            let count = errors.count + contents.warningMarks[path, default: []].count
            guard let last = kept.last, count > kept.count else { return kept }
            let more = Diagnostic(
                errors.count > kept.count { $0.severity == .error } ? .error : .warning, path: path,
                mark: last.mark,
                rule: "at most \(Self.limitPerFile) places of a file are shown, "
                    + "\(Self.warningLimit) of them with warnings",
                found: "\(count - kept.count) more", write: "the corrections above first")
            return kept + [more]
        }
    }
}
