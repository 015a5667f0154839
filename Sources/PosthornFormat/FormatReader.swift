internal import PosthornSpec

/// Builds what is printed from the tokens and the comments of a file.
///
/// A comment alone in its line belongs to what follows, or to the end of the group in whose column it stands. Others
/// belong to the key or the item in their line.
struct FormatReader {
    private let tokens: [FormatToken]
    private let lines: [String]
    private var comments: ArraySlice<FormatTokens.Comment>
    private var position = 0
    /// The last line of what was read.
    private var line = -1

    init(_ tokens: FormatTokens) {
        (self.tokens, comments, lines) = (tokens.tokens, tokens.comments[...], tokens.lines)
    }

    /// Whether all comments have a place.
    var isComplete: Bool { comments.isEmpty }

    /// Returns the keys of the file.
    mutating func members() -> [SpecMember] {
        guard case .open(isMapping: true, _)? = tokens.first?.kind else {
            return end(of: [], column: 0)
        }
        position = 1
        let isFlow = if case .open(_, isFlow: true) = tokens[0].kind { true } else { false }
        return end(of: entries(column: 0, isFlow: isFlow, from: tokens[0].line), column: 0)
    }

    /// Reads entries up to the end of their group.
    private mutating func entries(
        column: Int, isFlow: Bool, from start: Int
    ) -> [SpecMember] {
        var result: [SpecMember] = []
        while position < tokens.count {
            let token = tokens[position]
            if case .close = token.kind { break }
            let (leading, isSeparated) = leading(to: token)
            let key = text(of: token)
            position += 1
            line = token.endLine
            let isAtEnd = position < tokens.count && tokens[position].line > line
            let comment = isAtEnd ? trailing(from: start) : nil
            var member = SpecMember(key, value(), isSeparated: isSeparated)
            (member.isWritten, member.leading) = (true, leading)
            member.comment = comment ?? trailing(from: start)
            result.append(member)
        }
        return isFlow ? result + rest() : end(of: result, column: column)
    }

    /// Adds the comments at the end of a group, which stand in its column or further to the right.
    private mutating func end(of members: [SpecMember], column: Int) -> [SpecMember] {
        position += 1
        let next = position < tokens.count ? tokens[position...].first { !$0.isClose }?.line : nil
        var lines: [String] = []
        var isSeparated = false
        while let comment = comments.first, comment.isAlone, comment.line < next ?? .max,
            comment.column >= column
        {
            let isAfterGap = isEmpty(comment.line - 1)
            if lines.isEmpty { isSeparated = isAfterGap } else if isAfterGap { lines.append("") }
            lines.append(comment.text)
            comments.removeFirst()
        }
        guard !lines.isEmpty else { return members }
        return members + [SpecMember(comments: lines, isSeparated: isSeparated)]
    }

    /// Returns the comments within braces after the last entry.
    private mutating func rest() -> [SpecMember] {
        if position < tokens.count { line = tokens[position].line }
        position += 1
        var lines: [String] = []
        while let comment = comments.first, comment.isAlone, comment.line <= line {
            lines.append(comment.text)
            comments.removeFirst()
        }
        return lines.isEmpty ? [] : [SpecMember(comments: lines, isSeparated: false)]
    }

    private mutating func value() -> SpecValue {
        guard position < tokens.count else { return .nothing }
        let token = tokens[position]
        position += 1
        line = token.endLine
        switch token.kind {
        case .word(let text): return .plain(text)
        case .quoted(let text): return .quoted(text)
        case .literal(let header, let lines): return .literal(header: header, lines: lines)
        case .close: return .nothing
        case .pair:
            let pair = entries(column: token.column, isFlow: true, from: token.line)
                .first
            return .plain(pair.map { "\($0.key): \(SpecPrinter.line(of: $0.value))" } ?? "")
        case .open(isMapping: true, let isFlow):
            let members = entries(column: token.column, isFlow: isFlow, from: token.line)
            return isFlow ? .map(members) : .block(members)
        case .open(isMapping: false, let isFlow):
            let items = self.items(column: token.column, isFlow: isFlow, from: token.line)
            let isLine = isFlow && !items.contains(where: \.hasComments)
            return isLine ? .list(items.map(\.value)) : .items(items)
        }
    }

    private mutating func items(
        column: Int, isFlow: Bool, from start: Int
    ) -> [SpecMember] {
        var result: [SpecMember] = []
        while position < tokens.count {
            let token = tokens[position]
            if case .close = token.kind { break }
            let (leading, isSeparated) = leading(to: token)
            var item = SpecMember("", value(), isSeparated: isSeparated)
            item.leading = leading
            item.comment = trailing(from: start)
            result.append(item)
        }
        return isFlow ? result + rest() : end(of: result, column: column)
    }

    /// Returns the comments before a key or an item, and whether an empty line stands before them.
    private mutating func leading(to token: FormatToken) -> (lines: [String], isSeparated: Bool) {
        var result: [String] = []
        var first = token.line
        while let comment = comments.first,
            comment.line < token.line || comment.line == token.line && comment.column < token.column
        {
            if result.isEmpty {
                first = comment.line
            } else if isEmpty(comment.line - 1) {
                result.append("")
            }
            result.append(comment.text)
            comments.removeFirst()
        }
        if !result.isEmpty, isEmpty(token.line - 1) { result.append("") }
        return (result, first > line && isEmpty(first - 1))
    }

    /// Returns the comment at the end of the current line, unless more of the line stands before it.
    ///
    /// - Parameter start: The line in which the group begins. After its closing brace in this line, the comment is that of
    ///   the group.
    private mutating func trailing(from start: Int) -> String? {
        guard let comment = comments.first, comment.line == line, !comment.isAlone else {
            return nil
        }
        if position < tokens.count {
            let next = tokens[position]
            let isAtEnd = next.line > line || next.column > comment.column
            guard isAtEnd || next.isClose && start < line else { return nil }
        }
        comments.removeFirst()
        return String(comment.text.dropFirst().drop { $0 == " " })
    }

    private func text(of token: FormatToken) -> String {
        switch token.kind {
        case .word(let text): text
        case .quoted(let text): SpecPrinter.quoted(text)
        case .literal, .open, .pair, .close: ""
        }
    }

    private func isEmpty(_ line: Int) -> Bool {
        lines.indices.contains(line) && lines[line].allSatisfy { $0 == " " || $0 == "\t" }
    }
}

extension FormatToken {
    fileprivate var isClose: Bool { if case .close = kind { true } else { false } }
}
