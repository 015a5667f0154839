internal import CYAML

/// An event of the YAML parser with the text that it has in the file.
struct FormatToken {
    enum Kind {
        /// A text in one line, as it is written.
        case word(String)
        /// A text in quotes that takes several lines, as what it means.
        case quoted(String)
        /// A text after `|` or `>`: the line of the sign, and the lines of the text without their indentation.
        case literal(header: String, lines: [String])
        case open(isMapping: Bool, isFlow: Bool)
        /// A key and its value without braces, an item of a list in brackets.
        case pair
        case close
    }

    var kind: Kind
    /// The first line and the first column, counted from 0.
    var line: Int
    var column: Int
    /// The line in which the text ends.
    var endLine: Int
}

/// Reads the tokens and the comments of a file that libyaml can parse.
struct FormatTokens {
    /// A comment with its `#`.
    struct Comment {
        var line: Int
        var column: Int
        var text: String
        /// Whether nothing stands before it in its line.
        var isAlone: Bool
    }

    private(set) var tokens: [FormatToken] = []
    private(set) var comments: [Comment] = []
    private(set) var lines: [String] = []

    /// Returns `nil` if the text cannot be parsed.
    init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.last == "\r" ? line.dropLast() : line)
        }
        var covered: [Range<Int>] = []
        guard read(scalars, Array(text.utf8), &covered) else { return nil }
        comments = Self.comments(in: scalars, outside: covered)
    }

    private mutating func read(
        _ scalars: [Unicode.Scalar], _ bytes: [UInt8], _ covered: inout [Range<Int>]
    ) -> Bool {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return false }
        defer { yaml_parser_delete(&parser) }
        return bytes.withUnsafeBufferPointer { input in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { return false }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return true }
                if event.type == YAML_SCALAR_EVENT {
                    covered.append(event.start_mark.index..<event.end_mark.index)
                }
                guard let kind = kind(of: event, scalars) else { continue }
                tokens.append(
                    FormatToken(
                        kind: kind, line: event.start_mark.line, column: event.start_mark.column,
                        endLine: endLine(of: event)))
            }
        }
    }

    /// The end of a text after `|` is the beginning of the next line with something else.
    private func endLine(of event: yaml_event_t) -> Int {
        let isAtStart = event.end_mark.column == 0 && event.end_mark.line > event.start_mark.line
        return isAtStart ? event.end_mark.line - 1 : event.end_mark.line
    }

    private func kind(of event: yaml_event_t, _ scalars: [Unicode.Scalar]) -> FormatToken.Kind? {
        switch event.type {
        case YAML_MAPPING_START_EVENT:
            let isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            let index = event.start_mark.index
            let hasBrace = index < scalars.count && scalars[index] == "{"
            return isFlow && !hasBrace ? .pair : .open(isMapping: true, isFlow: isFlow)
        case YAML_SEQUENCE_START_EVENT:
            return .open(
                isMapping: false,
                isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: return .close
        case YAML_SCALAR_EVENT: return scalar(event, scalars)
        default: return nil
        }
    }

    private func scalar(_ event: yaml_event_t, _ scalars: [Unicode.Scalar]) -> FormatToken.Kind {
        let scalar = event.data.scalar
        switch scalar.style {
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE:
            return literal(from: event.start_mark, to: event.end_mark)
        default:
            guard event.start_mark.line != event.end_mark.line else {
                let range = event.start_mark.index..<min(event.end_mark.index, scalars.count)
                return .word(String(String.UnicodeScalarView(scalars[range])))
            }
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
                as: UTF8.self)
            let isFolded = scalar.style == YAML_PLAIN_SCALAR_STYLE && !text.contains("\n")
            return isFolded ? .word(text) : .quoted(text)
        }
    }

    private func literal(from start: yaml_mark_t, to end: yaml_mark_t) -> FormatToken.Kind {
        let first = lines[start.line].unicodeScalars.dropFirst(start.column)
        var header = String(String.UnicodeScalarView(first))
        if let comment = header.firstIndex(of: "#") { header = String(header[..<comment]) }
        while header.last == " " { header.removeLast() }
        let last = end.column == 0 ? end.line : end.line + 1
        var text = Array(lines[min(start.line + 1, last)..<min(last, lines.count)])
        let keeps = header.contains("+")
        while !keeps, let line = text.last, line.allSatisfy({ $0 == " " }) { text.removeLast() }
        // An indentation that the header states counts from the parent's, which the printer changes by moving lines.
        let indents = text.filter { !$0.allSatisfy { $0 == " " } }.map {
            $0.prefix { $0 == " " }.count
        }
        let indent = indents.min() ?? 0
        return .literal(header: header, lines: text.map { String($0.dropFirst(indent)) })
    }

    private static func comments(
        in scalars: [Unicode.Scalar], outside covered: [Range<Int>]
    ) -> [Comment] {
        var result: [Comment] = []
        var next = covered[...]
        var (line, start, index) = (0, 0, 0)
        var isAlone = true
        while index < scalars.count {
            if let range = next.first, index >= range.lowerBound, index < range.upperBound {
                for scalar in scalars[index..<range.upperBound] where scalar == "\n" { line += 1 }
                // The end of a text after `|` is the start of a line.
                isAlone = range.upperBound > 0 && scalars[range.upperBound - 1] == "\n"
                index = range.upperBound
                start = scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0
                next.removeFirst()
                continue
            }
            if next.first?.isEmpty == true, next.first?.lowerBound == index { next.removeFirst() }
            switch scalars[index] {
            case "\n": (line, start, isAlone) = (line + 1, index + 1, true)
            case " ", "\r", "\t", "-", "?": if scalars[index] == "-" { isAlone = false }
            case "#" where index == start || " \t".unicodeScalars.contains(scalars[index - 1]):
                let end = scalars[index...].firstIndex(of: "\n") ?? scalars.count
                var text = String(String.UnicodeScalarView(scalars[index..<end]))
                while let last = text.last, last == " " || last == "\r" { text.removeLast() }
                result.append(
                    Comment(line: line, column: index - start, text: text, isAlone: isAlone))
                index = end
                continue
            default: isAlone = false
            }
            index += 1
        }
        return result
    }
}
