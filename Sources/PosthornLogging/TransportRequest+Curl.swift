import FoundationEssentials
public import PosthornCore

extension TransportRequest {
    /// Returns the request as a shell command for `curl`.
    ///
    /// The command has the method, URL, header fields, body and time limits of the request. It does not have
    /// what the session adds: `User-Agent`, cookies and `Accept-Encoding`. Bodies from files are read when
    /// the command runs. A streamed body is not included; a comment in the command states that.
    /// - Parameter showingSecrets: Whether the command contains the values that are sent. `false`, the
    ///   default, makes the command safe to log but not useful to run. It then has the route in place of the
    ///   path, and redacts query values, the body, and all header fields that are not known to be harmless.
    public func curlCommand(showingSecrets: Bool = false) -> String {
        // A session rejects this request, and so does curl.
        if method == .head, body != nil {
            var bare = self
            bare.body = nil
            return "# a HEAD has no body\n" + bare.curlCommand(showingSecrets: showingSecrets)
        }
        var words = ["curl"]
        // Keeps curl from expanding brackets and from resolving dot segments in the URL.
        words += ["--globoff", "--path-as-is"]
        // Curl sends a request with data as POST, so other methods need an option.
        let sendsData =
            body.map { body in
                !showingSecrets
                    || body.pieces.contains { if case .stream = $0 { false } else { true } }
            } ?? false
        switch (method, sendsData) {
        case (.head, false): words.append("--head")
        case (.get, false), (.post, true): break
        default: words += ["--request", Shell.quoted(method.rawValue)]
        }
        // A session sends `Content-Length: 0` for these (RFC 9110, section 8.6).
        if body == nil, method == .post || method == .put || method == .patch {
            words += ["--header", "'Content-Length: 0'"]
        }
        for field in headers {
            let value = showingSecrets ? field.value : RedactedFields.value(of: field)
            // Curl drops a field without a value unless its name ends with a semicolon.
            let name = field.name.rawName
            words += ["--header", Shell.quoted(value.isEmpty ? "\(name);" : "\(name): \(value)")]
        }
        // Removes the fields that curl adds by default.
        if headers[.accept] == nil { words += ["--header", "Accept:"] }
        if body != nil, headers[.contentType] == nil { words += ["--header", "Content-Type:"] }
        if body != nil, headers[.expect] == nil { words += ["--header", "Expect:"] }
        if let limit = limits.total {
            words += ["--max-time", Shell.seconds(limit)]
        }
        if let limit = limits.connect {
            words += ["--connect-timeout", Shell.seconds(limit)]
        }
        let shown = Origin.valid(of: url).map { $0 + route + RedactedFields.query(of: target) }
        let place = showingSecrets ? url : shown ?? Origin.text(of: url)
        guard let body else { return (words + [Shell.quoted(place)]).joined(separator: " ") }
        guard showingSecrets else {
            words += [
                "--data-raw",
                Shell.quoted("\(RedactedFields.mark) \(HTTPBody.size(body.count))"),
            ]
            return (words + [Shell.quoted(place)]).joined(separator: " ")
        }
        let command = Shell.sending(body, words)
        return (command + [Shell.quoted(place)]).joined(separator: " ")
    }
}

/// Writes words for a POSIX shell.
private enum Shell {
    /// Returns a word in single quotes, in which only the quote itself is special.
    ///
    /// The word is split by bytes, as in the shell, because a combining mark may form one `Character` with a
    /// quote.
    static func quoted(_ text: String) -> String {
        let pieces = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
    }

    static func seconds(_ duration: Duration) -> String {
        let parts = duration.components
        return "\(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)"
    }

    /// Returns the words with those that send a body, as an argument if it is text, else through a pipe.
    static func sending(_ body: HTTPBody, _ words: [String]) -> [String] {
        if let data = body.data, data.count <= 65_536, let text = plain(data) {
            return words + ["--data-raw", quoted(text)]
        }
        var commands: [String] = []
        var comment: [String] = []
        for piece in body.pieces {
            switch piece {
            case .data(let data): commands.append("printf '\(octal(data))'")
            case .file(let file):
                commands.append(
                    "head -c \(file.count) < \(quoted(file.url.path(percentEncoded: false)))")
            case .stream: comment = ["# a part of the body is made while it is sent\n"]
            }
        }
        let source =
            commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
        let pipe = commands.isEmpty ? [] : [source, "|"]
        return comment + pipe + words + (commands.isEmpty ? [] : ["--data-binary", "@-"])
    }

    private static func plain(_ data: Data) -> String? {
        data.contains(0) ? nil : String(validating: data, as: UTF8.self)
    }

    // Escapes all bytes except letters, which every `printf` reads.
    private static func octal(_ data: Data) -> String {
        var text = ""
        for byte in data {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text
    }
}
