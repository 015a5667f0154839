/// Splits a script into commands of words, as a shell does.
enum ShellWords {
    /// A command with the line at which it starts.
    struct Command {
        var line: Int
        var words: [String] = []
    }

    /// Returns the commands of a script.
    static func commands(_ script: String) -> [Command] {
        let text = Array(script.unicodeScalars)
        var commands: [Command] = []
        var command = Command(line: 1)
        var word = String.UnicodeScalarView()
        var (hasWord, quote): (Bool, Unicode.Scalar?) = (false, nil)
        var isANSI = false
        var line = 1
        var index = 0
        func at(_ index: Int) -> Unicode.Scalar? { index < text.count ? text[index] : nil }
        func endWord() {
            if hasWord { command.words.append(String(word)) }
            (word, hasWord) = (String.UnicodeScalarView(), false)
        }
        func endCommand() {
            endWord()
            if !command.words.isEmpty { commands.append(command) }
            command = Command(line: line)
        }
        while let sign = at(index) {
            index += 1
            if sign == "\n" { line += 1 }
            if let open = quote {
                if sign == open {
                    quote = nil
                } else if sign == "\\", open == "\"" || isANSI, let next = at(index) {
                    index += 1
                    if next == "\n" {
                        line += 1
                    } else if isANSI, next == "u" || next == "x" {
                        let digits = text[index...].prefix(next == "u" ? 4 : 2).prefix {
                            $0.properties.isASCIIHexDigit
                        }
                        index += digits.count
                        var number = String.UnicodeScalarView()
                        number.append(contentsOf: digits)
                        word.append(
                            UInt32(String(number), radix: 16).flatMap(Unicode.Scalar.init) ?? next)
                    } else if isANSI {
                        word.append(
                            next == "n" ? "\n" : next == "t" ? "\t" : next == "r" ? "\r" : next)
                    } else {
                        if !["\"", "\\", "$", "`"].contains(next) { word.append("\\") }
                        word.append(next)
                    }
                } else {
                    word.append(sign)
                }
                continue
            }
            switch sign {
            case "\\":
                guard let next = at(index) else { break }
                index += 1
                if next == "\r", at(index) == "\n" { index += 1 }
                if next == "\n" || next == "\r" {
                    line += 1
                    endWord()
                } else {
                    word.append(next)
                    hasWord = true
                }
            case "'", "\"":
                isANSI = sign == "'" && word.last == "$" && hasWord
                if isANSI { word.removeLast() }
                (quote, hasWord) = (sign, true)
            case "\n", ";", "|": endCommand()
            case "&" where at(index) == "&" || at(index) == " " || at(index) == "\n": endCommand()
            case " ", "\t", "\r": endWord()
            case "#" where !hasWord:
                while let next = at(index), next != "\n" { index += 1 }
            default:
                word.append(sign)
                hasWord = true
            }
        }
        endCommand()
        return commands
    }
}
