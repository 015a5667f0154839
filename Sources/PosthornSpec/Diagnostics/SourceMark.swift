/// A place in a spec file: line and column, both counted from 1, the column in characters.
public struct SourceMark: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// How the text that starts here stands in the file; not a part of what marks are compared by.
    var layout = Layout.plain

    /// Whether a place in a text can be counted from where it starts.
    enum Layout: Sendable {
        /// Each character of the text is one of the file.
        case plain
        /// As well, after the quote.
        case quoted
        /// Some stand on other lines, or are written as escapes.
        case broken
    }

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

    /// Whether two marks are one place.
    public static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(column)
    }

    /// The mark of the character so much further in the text that starts here; the start, if there is
    /// no telling where that is.
    func advanced(by columns: Int) -> SourceMark {
        switch layout {
        case .plain: SourceMark(line: line, column: column + columns)
        case .quoted where columns > 0: SourceMark(line: line, column: column + columns + 1)
        case .quoted, .broken: self
        }
    }
}
