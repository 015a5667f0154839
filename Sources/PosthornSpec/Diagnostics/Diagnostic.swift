/// A problem in a spec: its place, the rule, the text found, and what to write instead.
///
/// Printed as `path:line:col: error: rule; found X; write Y`, which build systems show as a compiler error.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The severity of a diagnostic.
    package enum Severity: String, Hashable, Sendable {
        /// An error, with which no code is generated.
        case error
        /// A warning, with which code is still generated.
        case warning
    }

    /// The severity, which decides whether code is generated.
    package var severity: Severity
    /// The path of the file, as it was passed to the reader.
    package var path: String
    /// The place in the file.
    package var mark: SourceMark
    /// The broken rule as a short sentence.
    package var rule: String
    /// The text or value found in the spec.
    package var found: String
    /// The text to write instead.
    package var write: String

    package init(
        _ severity: Severity, path: String, mark: SourceMark, rule: String, found: String,
        write: String
    ) {
        self.severity = severity
        self.path = path
        self.mark = mark
        self.rule = rule
        self.found = found
        self.write = write
    }

    init(_ severity: Severity, path: String, _ problem: SpecProblem) {
        self.init(
            severity, path: path, mark: problem.mark, rule: problem.rule, found: problem.found,
            write: problem.write)
    }

    /// The diagnostic as one printable line.
    package var description: String {
        "\(oneLine(path)):\(mark.line):\(mark.column): \(severity.rawValue): "
            + "\(rule); found \(found); write \(write)"
    }
}
