/// Collects the diagnostics of one reading.
///
/// One per place: what a later rule says about a place that an earlier one has refused has the
/// same cause.
final class DiagnosticLog {
    /// How many diagnostics of a file are kept; a spec with more is wrong as a whole.
    static let limitPerFile = 100
    /// How many warnings are among them, so that they never crowd out an error.
    static let warningLimit = 50

    private var diagnostics: [String: [Diagnostic]] = [:]
    private var errorMarks: [String: Set<SourceMark>] = [:]
    private var warningMarks: [String: Set<SourceMark>] = [:]

    /// Whether an error was reported, in any file.
    private(set) var hasErrors = false

    func error(
        _ path: String, _ mark: SourceMark, _ rule: String, found: String, write: String
    ) {
        hasErrors = true
        add(Diagnostic(.error, path: path, mark: mark, rule: rule, found: found, write: write))
    }

    func warning(
        _ path: String, _ mark: SourceMark, _ rule: String, found: String, write: String
    ) {
        add(Diagnostic(.warning, path: path, mark: mark, rule: rule, found: found, write: write))
    }

    private func add(_ diagnostic: Diagnostic) {
        let path = diagnostic.path
        let isNew =
            switch diagnostic.severity {
            case .error: errorMarks[path, default: []].insert(diagnostic.mark).inserted
            case .warning:
                warningMarks[path, default: []].count < Self.warningLimit
                    && warningMarks[path, default: []].insert(diagnostic.mark).inserted
            }
        guard isNew, diagnostics[path, default: []].count < Self.limitPerFile else { return }
        // Not every rule puts what it repeats into quotes.
        var diagnostic = diagnostic
        diagnostic.rule = oneLine(diagnostic.rule)
        diagnostic.found = oneLine(diagnostic.found)
        diagnostic.write = oneLine(diagnostic.write)
        diagnostics[path, default: []].append(diagnostic)
    }

    /// Whether nothing more is kept of a file.
    func isFull(_ path: String) -> Bool {
        diagnostics[path, default: []].count >= Self.limitPerFile
    }

    /// All that was reported, by path, line and column.
    var sorted: [Diagnostic] {
        diagnostics.values.joined().sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
    }
}
