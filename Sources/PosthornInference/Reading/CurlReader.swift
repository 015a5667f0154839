/// Reads the curl commands of a text.
struct CurlReader {
    private struct Command {
        var line: Int
        var words: [String] = []
    }

    private var commands: [Command] = []

    /// The options that take a value which says nothing about the request.
    private static let others: Set<String> = [
        "-o", "-A", "-e", "-x", "-m", "-w", "-c", "-E", "-K", "-r", "-C", "-y", "-Y", "-z",
        "--output", "--user-agent", "--referer", "--proxy", "--max-time", "--write-out",
        "--cookie-jar", "--cert", "--key", "--cacert", "--connect-timeout", "--retry",
        "--retry-delay", "--resolve", "--config", "--range", "--interface", "--limit-rate",
        "--max-redirs", "--capath", "--ciphers", "--pass", "--proxy-user", "-U", "-D", "-P", "-Q",
        "-t", "-h", "--noproxy", "--dump-header", "--proxy-header", "--aws-sigv4", "--connect-to",
        "--cert-type", "--key-type", "--dns-servers", "--doh-url", "--preproxy", "--socks5",
        "--socks5-hostname", "--socks4", "--unix-socket", "--max-filesize", "--speed-limit",
        "--speed-time", "--retry-max-time", "--tlsuser", "--tlspassword", "--service-name",
        "--hsts",
        "--alt-svc", "--trace", "--trace-ascii", "--stderr", "--proto", "--proto-redir",
        "--request-target", "--login-options", "--keepalive-time", "--local-port", "--pinnedpubkey",
    ]
    /// The letters of the options that take a value.
    private static let valued: Set<Character> = Set("AbcCdDeEFhHKmoPQrtTuUwxXyYz")

    /// Returns whether a word may be the address, and not the value of an unknown option.
    private static func isAddress(_ word: String) -> Bool {
        if word.contains("://") { return true }
        let host = word.prefix { $0 != "/" && $0 != "?" && $0 != ":" }
        return (host == "localhost" || host.contains(".") || host.hasPrefix("$"))
            && host.allSatisfy { $0.isLetter || $0.isNumber || ".-_${}".contains($0) }
            && !word.contains("@")
    }

    init(_ text: String) { split(Array(text.unicodeScalars)) }

    /// Splits a script into commands of words, as a shell does.
    private mutating func split(_ text: [Unicode.Scalar]) {
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
    }

    func read(into reader: inout TrafficReader) {
        for command in commands {
            guard
                let start = command.words.firstIndex(where: {
                    $0 == "curl" || $0.hasSuffix("/curl")
                })
            else { continue }
            read(Array(command.words[(start + 1)...]), command.line, &reader)
        }
    }

    private func read(_ words: [String], _ line: Int, _ reader: inout TrafficReader) {
        var (address, method): (String?, String?) = (nil, nil)
        var headers: [Sample.Pair] = []
        var (data, parts): ([String], [Sample.Pair]) = ([], [])
        var (isQuery, isUnknown) = (false, false)
        var rest = words[...]
        while let word = rest.popFirst() {
            var option = word
            var own: String?
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                (option, own) = (
                    String(word[..<equals]), String(word[word.index(after: equals)...])
                )
            } else if word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 {
                // Options without a value, and at most one with a value at their end.
                let letters = word.dropFirst()
                let flags = letters.prefix { !Self.valued.contains($0) }
                if flags.contains("G") { isQuery = true }
                if flags.contains("I") { method = "HEAD" }
                guard let last = letters.dropFirst(flags.count).first else { continue }
                let after = letters.dropFirst(flags.count + 1)
                (option, own) = ("-\(last)", after.isEmpty ? nil : String(after))
            }
            func value() -> String { own ?? rest.popFirst() ?? "" }
            switch option {
            case "-X", "--request": method = value().uppercased()
            case "-H", "--header":
                let sides = value().split(separator: ":", maxSplits: 1)
                if sides.count == 2 {
                    headers.append(Sample.Pair(name: sides[0].trimmed, value: sides[1].trimmed))
                }
            case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode",
                "--json":
                let text = value()
                if text.hasPrefix("@"), option != "--data-raw" {
                    isUnknown = true
                    reader.note(line: line, "the file of the body is not read; the body is ignored")
                } else {
                    data.append(text)
                }
                if option == "--json" {
                    headers.append(Sample.Pair(name: "Content-Type", value: "application/json"))
                }
            case "-F", "--form", "--form-string":
                let sides = value().split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let text = sides.count > 1 ? String(sides[1]) : ""
                parts.append(
                    Sample.Pair(name: String(sides[0]), value: text.hasPrefix("@") ? nil : text))
            case "-u", "--user":
                let password = value().drop { $0 != ":" }.dropFirst()
                if password.count > 4 { reader.secrets.insert(String(password)) }
                headers.append(Sample.Pair(name: "Authorization", value: "Basic "))
            case "--oauth2-bearer":
                reader.secrets.insert(value())
                headers.append(Sample.Pair(name: "Authorization", value: "Bearer "))
            case "-T", "--upload-file":
                _ = value()
                method = method ?? "PUT"
                isUnknown = true
                reader.note(line: line, "the file of the body is not read; the body is ignored")
            case "-b", "--cookie": headers.append(Sample.Pair(name: "Cookie", value: value()))
            case "-G", "--get": isQuery = true
            case "-I", "--head": method = "HEAD"
            case "--url": address = value()
            default:
                if Self.others.contains(option) {
                    _ = value()
                } else if !word.hasPrefix("-"), address == nil, Self.isAddress(word) {
                    address = word
                }
            }
        }
        guard let address,
            var url = TrafficURL(address.contains("://") ? address : "http://\(address)")
        else {
            reader.note(line: line, "the command has no URL of HTTP; it is ignored")
            return
        }
        for index in url.path.indices where url.path[index].text.hasPrefix("$") {
            url.path[index].variable = url.path[index].text.filter { !"${}".contains($0) }
                .lowercased()
        }
        let text = data.joined(separator: "&")
        if isQuery { url.query += FormText.pairs(text) }
        let hasBody = !isQuery && !data.isEmpty || !parts.isEmpty || isUnknown
        var sample = Sample(method: method ?? (hasBody ? "POST" : "GET"), url: url)
        sample.headers = headers
        if !parts.isEmpty {
            sample.body = .multipart(parts)
        } else if hasBody {
            let type = sample.header("content-type").last ?? "application/x-www-form-urlencoded"
            sample.body =
                isUnknown
                ? .broken
                : BodyReader.read(text, type) { reader.note(line: line, $0) }
        }
        reader.add(sample)
    }
}
