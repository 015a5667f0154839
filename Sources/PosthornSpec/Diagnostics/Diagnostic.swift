/// A problem in a spec: its place, the rule, the text found, and what to write instead.
///
/// Printed as `path:line:col: error: rule; found X; write Y`, which build systems show as a compiler error.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The severity of a diagnostic.
    public enum Severity: String, Hashable, Sendable {
        /// An error, with which no code is generated.
        case error
        /// A warning, with which code is still generated.
        case warning
    }

    /// The severity, which decides whether code is generated.
    public var severity: Severity
    /// The path of the file, as it was passed to the reader.
    public var path: String
    /// The place in the file.
    public var mark: SourceMark
    /// The broken rule as a short sentence.
    public var rule: String
    /// The text or value found in the spec.
    public var found: String
    /// The text to write instead.
    public var write: String

    /// Creates a diagnostic.
    public init(
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
    public var description: String {
        "\(oneLine(path)):\(mark.line):\(mark.column): \(severity.rawValue): "
            + "\(rule); found \(found); write \(write)"
    }
}
