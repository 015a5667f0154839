internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import PosthornInterpreter

/// The subcommand that keeps a credential or a key for calls.
struct Login: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps a credential or a key of a service for 'posthorn call'.",
        discussion: """
            The secret is read from standard input, without an echo on a terminal, and never from \
            the arguments. It is kept in a file that only you can read.

            Exit codes: 0 if the secret is kept, 1 if a spec has an error, 64 for wrong arguments or \
            a name that the spec does not have, 66 if a spec cannot be read, 73 if the file cannot \
            be written, 77 if others can read it.
            """)

    @OptionGroup var specs: SpecOptions

    @Argument(help: "The name of the credential, cipher or signer in the spec, as in 'user'.")
    var name: String

    @Option(name: .shortAndLong, help: "The only environment that the secret is for.")
    var environment: String?

    @Flag(help: "Forget the secret.")
    var remove = false

    func run() throws {
        let terminal = Terminal()
        let spec = try specs.read()
        let file = SecretFile(specs.secrets)
        // The file is checked before anything is typed.
        let stored = try file.read().keys
        let whole = try spec.secretName(
            name, environment: environment, besides: remove ? Array(stored) : [])
        try file.set(whole, remove ? nil : try read(terminal))
        terminal.complain("\(remove ? "removed" : "kept") \(whole) in \(file.path)")
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
