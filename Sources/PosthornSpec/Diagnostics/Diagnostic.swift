/// What is wrong in a spec, where, and what to write instead.
///
/// Printed as `path:line:col: error: rule; found X; write Y`, which build systems show as a
/// compiler error.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// Whether code is still generated.
    public enum Severity: String, Hashable, Sendable {
        /// Nothing is generated.
        case error
        /// Something looks wrong, code is generated all the same.
        case warning
    }

    /// Whether code is still generated.
    public var severity: Severity
    /// The file, as it was given to the reader.
    public var path: String
    /// The place in the file.
    public var mark: SourceMark
    /// The rule that is broken, as a short sentence.
    public var rule: String
    /// What the spec says instead.
    public var found: String
    /// What to write.
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

    /// The one line that is printed.
    public var description: String {
        "\(oneLine(path)):\(mark.line):\(mark.column): \(severity.rawValue): "
            + "\(rule); found \(found); write \(write)"
    }
}
