/// A place in a spec file, as a line and a column.
package struct SourceMark: Hashable, Comparable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The column in Unicode scalars, counted from 1.
    package var column: Int

    /// The way in which the text at this place is written in the file.
    ///
    /// Comparisons ignore it.
    var layout = Layout.plain

    /// The relation between an offset in the text and a column in the file.
    enum Layout: Sendable {
        /// Each character of the text is one character of the file.
        case plain
        /// The same, but after an opening quote.
        case quoted
        /// The text spans lines or has escapes, so that offsets give no column.
        case broken
    }

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a file.
    package static let start = SourceMark(line: 1, column: 1)

    /// Returns whether the left mark comes before the right one.
    package static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// Returns whether two marks have the same line and column.
    package static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column
    }

    /// Hashes the line and the column.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(column)
    }

    /// Returns the mark of a later character of the text at this place.
    ///
    /// If its column is unknown, the method returns the start of the text.
    func advanced(by columns: Int) -> SourceMark {
        switch layout {
        case .plain: SourceMark(line: line, column: column + columns)
        case .quoted where columns > 0: SourceMark(line: line, column: column + columns + 1)
        case .quoted, .broken: self
        }
    }
}
