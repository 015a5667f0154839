internal import FoundationEssentials
internal import Glibc
internal import PosthornSpec

/// The standard streams of the tool, and what the terminal behind them can show.
struct Terminal: Sendable {
    /// Whether standard output is a terminal.
    let isInteractive: Bool
    /// Whether messages on standard error are seen by a person at once.
    let showsProgress: Bool
    let palette: Palette
    /// The palette of standard error.
    let errorPalette: Palette
    /// The number of columns.
    let width: Int
    /// The secrets of calls, which no printed text contains.
    static let secrets = SecretScrubber()

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let refused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        isInteractive = isatty(STDOUT_FILENO) == 1
        showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        palette = Palette(isColoured: isInteractive && !refused)
        errorPalette = Palette(isColoured: isatty(STDERR_FILENO) == 1 && !refused)
        var size = winsize()
        let descriptor = isInteractive ? STDOUT_FILENO : STDERR_FILENO
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) }
        width = min(max(columns ?? 100, 40), 400)
    }

    /// Writes text to standard output.
    func print(_ text: String) {
        Self.write(Array((Self.secrets.scrubbed(text) + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Writes bytes to standard output.
    func print(_ bytes: Data) { Self.write(Array(bytes), to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    func complain(_ line: String) {
        Self.write(Array((Self.secrets.scrubbed(line) + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes text to standard error, without a line feed.
    func status(_ text: String) { Self.write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all bytes, and ends the tool without a message if nobody reads them any more.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    _exit(CallExit.brokenPipe.rawValue)
                } else if errno == EAGAIN {
                    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = Glibc.poll(&poll, 1, -1)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    /// Returns text of a server with visible escapes for the characters that a terminal interprets or hides.
    static func shown(_ text: String, keepingLines: Bool = true) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where keepingLines, "\t" where keepingLines:
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\u{1B}": result += "\\e"
            case _ where TextSafety.isUnsafe(scalar):
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension String {
    /// Returns the text with spaces up to a number of columns.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// Colours, which are off without a terminal and with `NO_COLOR` (no-color.org).
struct Palette: Sendable {
    let isColoured: Bool

    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }
    func good(_ text: String) -> String { paint(text, "32") }
    func bad(_ text: String) -> String { paint(text, "1;31") }
    func warning(_ text: String) -> String { paint(text, "33") }
    func name(_ text: String) -> String { paint(text, "34") }
    func text(_ text: String) -> String { paint(text, "32") }
    func number(_ text: String) -> String { paint(text, "36") }
    func sealed(_ text: String) -> String { paint(text, "35") }

    private func paint(_ text: String, _ style: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}
