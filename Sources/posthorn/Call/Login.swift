internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import PosthornSpec

/// The subcommand that keeps a credential or a key for calls.
struct Login: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps a credential or a key of a service for 'posthorn call'.",
        discussion: """
            The secret is read from standard input, without an echo on a terminal, and never from \
            the arguments. It is kept in a file that only you can read.

            Exit codes: 0 if the secret is kept, 64 for wrong arguments, 73 if the file cannot be \
            written, 77 if others can read it.
            """)

    @Argument(
        help:
            "The service and the name in its spec, as in 'ShopAPI.user'; 'ShopAPI.user@sandbox' for one environment."
    )
    var name: String

    @Flag(help: "Forget the secret.")
    var remove = false

    @Option(help: "The file of secrets; by default that of POSTHORN_SECRETS, or of the user.")
    var secrets: String?

    func validate() throws {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else {
            throw ValidationError(
                "a secret is named by its service and the name in the spec; found \(quoted(name)); write 'ShopAPI.user'"
            )
        }
    }

    func run() throws {
        let terminal = Terminal()
        let file = SecretFile(secrets)
        do throws(ToolFailure) {
            // The file is checked before anything is typed.
            _ = try file.read()
            let text = remove ? nil : try read(terminal)
            try file.set(name, text)
        } catch {
            for line in error.lines { terminal.complain(line) }
            throw error.exit.code
        }
        terminal.complain("\(remove ? "removed" : "kept") \(name) in \(file.path)")
    }

    private func read(_ terminal: Terminal) throws(ToolFailure) -> String {
        var text = ""
        if isatty(STDIN_FILENO) == 1 {
            var old = termios()
            tcgetattr(STDIN_FILENO, &old)
            var silent = old
            silent.c_lflag &= ~tcflag_t(ECHO)
            terminal.status("\(name): ")
            let interruption = Interruption { [old] in
                var old = old
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &old)
                _exit(CallExit.interrupted.rawValue)
            }
            defer { interruption.end() }
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
            text = readLine() ?? ""
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &old)
            terminal.complain("")
        } else {
            // A key in PEM has several lines.
            while let line = readLine(strippingNewline: false), text.utf8.count < 1 << 16 {
                text += line
            }
        }
        while text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else {
            throw ToolFailure(
                .usage, "posthorn: a secret is read from standard input; found none; write it there"
            )
        }
        return text
    }
}
