/// A place in a spec file: line and column, both counted from 1, the column in characters.
public struct SourceMark: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// Creates a mark.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a file.
    public static let start = SourceMark(line: 1, column: 1)

    /// Whether one mark stands before another.
    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// The mark so many characters further on the same line.
    func advanced(by columns: Int) -> SourceMark {
        SourceMark(line: line, column: column + columns)
    }
}
