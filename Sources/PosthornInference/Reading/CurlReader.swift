/// Reads the curl commands of a text.
struct CurlReader {
    private let commands: [ShellWords.Command]

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

    init(_ text: String) { commands = ShellWords.commands(text) }

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
        var data = CurlData()
        var parts: [Sample.Pair] = []
        var (isQuery, isFile) = (false, false)
        var query = CurlData()
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
            case "-d", "--data", "--data-binary", "--data-ascii": data.add(value())
            case "--data-raw": data.add(value(), isRaw: true)
            case "--data-urlencode": data.addEncoded(value())
            case "--url-query":
                let text = value()
                if text.hasPrefix("+") {
                    query.add(String(text.dropFirst()), isRaw: true)
                } else {
                    query.addEncoded(text)
                }
            case "--json":
                data.add(value())
                headers.append(Sample.Pair(name: "Content-Type", value: "application/json"))
            case "-F", "--form", "--form-string":
                let sides = value().split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let text = sides.count > 1 ? String(sides[1]) : ""
                let isFile = option != "--form-string" && (text.first == "@" || text.first == "<")
                parts.append(Sample.Pair(name: String(sides[0]), value: isFile ? nil : text))
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
                isFile = true
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
        guard url.fitsSpec else {
            reader.note(
                line: line, "the command has a longer path; \(TrafficURL.rule); it is ignored")
            return
        }
        for index in url.path.indices where url.path[index].text.hasPrefix("$") {
            url.path[index].variable = url.path[index].text.filter { !"${}".contains($0) }
                .lowercased()
        }
        url.query += query.pairs
        if isQuery { url.query += data.pairs }
        isFile = isFile || data.hasFile
        if isFile {
            reader.note(
                line: line,
                isQuery
                    ? "the file of the query is not read; it is ignored"
                    : "the file of the body is not read; the body is ignored")
        }
        if data.hasNameless || query.hasNameless {
            reader.note(line: line, "data without a name is ignored")
        }
        let hasData = !data.isEmpty || data.hasNameless
        let hasBody = !isQuery && hasData || !parts.isEmpty || isFile && !isQuery
        var sample = Sample(method: method ?? (hasBody ? "POST" : "GET"), url: url)
        sample.headers = headers
        if !parts.isEmpty {
            sample.body = .multipart(parts)
        } else if hasBody {
            sample.body =
                isFile
                ? .broken
                : data.body(sample.header("content-type").last) {
                    reader.note(line: line, $0)
                }
        }
        reader.add(sample)
    }
}
