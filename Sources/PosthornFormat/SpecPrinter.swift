internal import PosthornSpec

/// A printer of spec files in the layout in which people write them.
///
/// A group of keys that fits in a line is written in braces. All others have a line for each key, as have those with
/// comments and proposed keys.
package struct SpecPrinter {
    /// The column at which lines end, if their texts can be broken.
    private static let width = 100

    private var text = ""

    private init() {}

    /// Returns the text of a file with these keys.
    package static func text(of members: [SpecMember]) -> String {
        var printer = SpecPrinter()
        printer.block(members, indent: 0)
        return printer.text
    }

    /// Returns a value in one line, however long.
    package static func line(of value: SpecValue) -> String {
        var line = ""
        _ = flow(value, into: &line, room: .max, depth: 1)
        return line
    }

    /// Writes a line for each key, the first of which may follow a dash.
    private mutating func block(_ members: [SpecMember], indent: Int, afterDash: Bool = false) {
        for (index, member) in members.enumerated() {
            if member.isSeparated, index > 0 { text += "\n" }
            if index > 0 || !afterDash { leading(member, indent: indent) }
            if member.isComment { continue }
            guard !member.isProposed else {
                proposal(member, indent: indent)
                continue
            }
            if index > 0 || !afterDash { space(indent) }
            text += Self.key(member)
            text += ":"
            line(of: member, after: indent + member.key.utf8.count + 2, indent: indent)
        }
    }

    /// Writes the comments before a key or an item.
    private mutating func leading(_ member: SpecMember, indent: Int) {
        for line in member.leading {
            if !line.isEmpty { space(indent) }
            text += line
            text += "\n"
        }
    }

    /// Writes a value with the comment at the end of its first line.
    private mutating func line(of member: SpecMember, after column: Int, indent: Int) {
        guard let comment = member.comment else {
            return value(member.value, after: column, indent: indent)
        }
        var printer = SpecPrinter()
        printer.value(member.value, after: column, indent: indent)
        let end = printer.text.firstIndex(of: "\n") ?? printer.text.endIndex
        text += "\(printer.text[..<end])  # \(comment)\(printer.text[end...])"
    }

    /// Writes a key in comments, which is valid without the two characters before each line.
    private mutating func proposal(_ member: SpecMember, indent: Int) {
        var key = member
        (key.isProposed, key.comment) = (false, nil)
        var printer = SpecPrinter()
        printer.block([key], indent: indent + 2)
        let lines = printer.text.split(separator: "\n").map { $0.dropFirst(indent + 2) }
        for line in (member.comment.map { [$0[...]] } ?? []) + lines {
            space(indent)
            text += "# \(line)\n"
        }
    }

    private mutating func space(_ count: Int) {
        text += String(repeating: " ", count: count)
    }

    /// Writes a value after its key or dash, and ends the line.
    private mutating func value(_ value: SpecValue, after column: Int, indent: Int) {
        switch value {
        case .plain(""): text += "\n"
        case .text(let string)
        where string.utf8.count + column > Self.width || Self.hasLines(string):
            long(string, indent: indent + 2)
        case .block(let members) where !members.isEmpty:
            text += "\n"
            block(members, indent: indent + 2)
        case .items(let items):
            text += "\n"
            self.items(items, indent: indent + 2)
        case .literal(let header, let lines):
            text += " \(header)\n"
            for line in lines {
                if !line.isEmpty { space(indent + 2) }
                text += line
                text += "\n"
            }
        case .text, .quoted, .plain, .block, .list, .map:
            var line = ""
            if Self.flow(value, into: &line, room: Self.width - column, depth: 0) {
                text += " "
                text += line
                text += "\n"
            } else {
                broken(value, indent: indent)
            }
        }
    }

    /// Writes a list or a group of keys that does not fit in a line.
    private mutating func broken(_ value: SpecValue, indent: Int) {
        switch value {
        case .map(let members):
            text += "\n"
            block(members, indent: indent + 2)
        case .list(let items):
            text += "\n"
            self.items(items.map { SpecMember("", $0) }, indent: indent + 2)
        case .text, .quoted, .plain, .block, .items, .literal:
            var line = ""
            _ = Self.flow(value, into: &line, room: .max, depth: 0)
            text += " "
            text += line
            text += "\n"
        }
    }

    /// Writes a line for each item.
    private mutating func items(_ items: [SpecMember], indent: Int) {
        for (index, item) in items.enumerated() {
            if item.isSeparated, index > 0 { text += "\n" }
            leading(item, indent: indent)
            if item.isComment { continue }
            space(indent)
            text += "-"
            if let members = Self.lines(of: item, room: Self.width - indent - 2) {
                text += " "
                block(members, indent: indent + 2, afterDash: true)
            } else {
                line(of: item, after: indent + 2, indent: indent)
            }
        }
    }

    /// Returns the keys of an item that has a line for each of them, the first of which stands after the dash.
    private static func lines(of item: SpecMember, room: Int) -> [SpecMember]? {
        switch item.value {
        case .block(let members):
            guard let first = members.first, first.leading.isEmpty, item.comment == nil else {
                return nil
            }
            return members
        case .map(let members):
            var line = ""
            guard !members.isEmpty, !flow(item.value, into: &line, room: room, depth: 0) else {
                return nil
            }
            return members
        case .text, .quoted, .plain, .list, .items, .literal: return nil
        }
    }

    /// Writes a text of several lines: one paragraph folded, and several as they are.
    private mutating func long(_ string: String, indent: Int) {
        let lines =
            Self.hasLines(string)
            ? string.split(separator: "\n", omittingEmptySubsequences: false) : []
        let isFolded = lines.count < 2
        text += isFolded ? " >-\n" : " |-\n"
        for line in isFolded ? Self.wrapped(string, width: Self.width - indent) : lines {
            if !line.isEmpty {
                space(indent)
                text += line
            }
            text += "\n"
        }
    }

    /// Returns the lines of a paragraph.
    private static func wrapped(_ string: String, width: Int) -> [Substring] {
        var lines: [Substring] = []
        var start = string.startIndex
        var end = start
        for word in string.utf8.split(separator: 0x20) {
            if end > start,
                string.utf8.distance(from: start, to: word.endIndex) > max(width, 20)
            {
                lines.append(string[start..<end])
                start = word.startIndex
            }
            end = word.endIndex
        }
        lines.append(string[start..<end])
        return lines
    }

    private static func hasLines(_ string: String) -> Bool { string.hasByte(0x0A) }

    /// Appends a value in one line, and returns `false` if it takes more room or has several lines.
    private static func flow(
        _ value: SpecValue, into line: inout String, room: Int, depth: Int
    ) -> Bool {
        switch value {
        case .plain(let word): line += word
        case .quoted(let string): line += quoted(string)
        case .text(let string):
            if hasLines(string) { return false }
            line += isPlain(string, inBraces: depth > 0) ? string : quoted(string)
        case .block, .items, .literal: return false
        case .list(let items):
            line += "["
            for (index, item) in items.enumerated() {
                if index > 0 { line += ", " }
                guard flow(item, into: &line, room: room, depth: depth + 1) else { return false }
            }
            line += "]"
        case .map(let members):
            guard depth < 4, members.count < 9 || depth > 0 else { return false }
            line += members.isEmpty ? "{" : "{ "
            for (index, member) in members.enumerated() {
                if member.hasComments || member.isProposed { return false }
                if index > 0 { line += ", " }
                line += key(member, inBraces: true)
                line += member.value == .nothing && index == members.count - 1 ? ":" : ": "
                guard flow(member.value, into: &line, room: room, depth: depth + 1) else {
                    return false
                }
            }
            line += members.isEmpty ? "}" : " }"
        }
        return line.utf8.count <= room
    }

    private static func key(_ member: SpecMember, inBraces: Bool = false) -> String {
        let key = member.key
        if member.isWritten { return key }
        if member.isQuoted { return quoted(key) }
        return isPlainKey(key, inBraces: inBraces) ? key : quoted(key)
    }

    private static func isPlainKey(_ key: String, inBraces: Bool) -> Bool {
        guard let first = key.utf8.first, key.utf8.last != 0x20 else { return false }
        if !first.isLetter, case .integer = PlainValue(key) { return true }
        guard first.isLetter || first.isDigit || first == 0x5F || first == 0x24 else {
            return false
        }
        return key.allBytes { byte in
            if byte.isLetter || byte.isDigit { return true }
            return switch byte {
            case 0x20, 0x24, 0x2D, 0x2E, 0x2F, 0x3F, 0x5F, 0x7C: true
            default: false
            }
        }
    }

    /// Returns whether YAML reads a text without quotes as this text.
    private static func isPlain(_ string: String, inBraces: Bool) -> Bool {
        guard let first = string.utf8.first, let last = string.utf8.last, last != 0x20,
            last != 0x3A
        else { return false }
        guard first.isLetter || first.isDigit || first == 0x2F || first == 0x5F || first == 0x28
        else { return false }
        guard PlainValue(string) == .text else { return false }
        var previous: UInt8 = 0
        return string.allBytes { byte in
            defer { previous = byte }
            switch byte {
            case 0x20 where previous == 0x3A: return false
            case 0x23 where previous == 0x20: return false
            case 0x2C, 0x5B, 0x5D, 0x7B, 0x7D: if inBraces { return false }
            case 0x3A where inBraces && previous == 0x3A: return false
            default: if byte < 0x20 { return false }
            }
            return true
        }
    }

    /// Returns a text in double quotes.
    package static func quoted(_ string: String) -> String {
        // Most texts have nothing to escape.
        if string.allBytes({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            return "\"\(string)\""
        }
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where TextSafety.isUnsafe(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
