internal import FoundationEssentials
internal import PosthornSpec

/// What `posthorn-generate` does: one Swift file out of one spec file of a service.
public enum GenerateCommand {
    /// What came of a run.
    public struct Outcome: Hashable, Sendable {
        /// The exit code: 0 if the source has no error, 1 if it has, 2 for wrong arguments.
        public var exitCode: Int32
        /// What to print on standard error.
        public var messages: [String]

        /// Creates an outcome.
        public init(exitCode: Int32, messages: [String]) {
            self.exitCode = exitCode
            self.messages = messages
        }
    }

    /// Runs the command.
    ///
    /// A build has one command for each file of a service, and each reads all of them. So that an
    /// error appears once, a command prints only what is wrong in its own source. If the source is
    /// fine but another file is not, the command succeeds without touching its output: the command
    /// of the broken file stops the build, and mending that file runs all of them again.
    public static func run(_ arguments: [String]) -> Outcome {
        guard let arguments = GenerateArguments(arguments) else {
            return Outcome(exitCode: 2, messages: [GenerateArguments.usage])
        }
        var sources: [SourceFile] = []
        for path in arguments.all {
            guard let data = try? Data(contentsOf: URL(filePath: path)) else {
                guard path == arguments.source else { return Outcome(exitCode: 0, messages: []) }
                return Outcome(
                    exitCode: 1,
                    messages: [
                        "\(path):1:1: error: a spec file can be read; found none; write it"
                    ])
            }
            sources.append(SourceFile(path: path, bytes: Array(data)))
        }
        let result = SpecReader.read(sources)
        let own = result.diagnostics.filter { $0.path == arguments.source }
        var messages = own.map(\.description)
        guard let document = result.document else {
            let isBroken = own.contains { $0.severity == .error }
            return Outcome(exitCode: isBroken ? 1 : 0, messages: messages)
        }
        let text = Generator(document).swift(
            for: arguments.source, shownAs: arguments.shownSource)
        do {
            try OutputFile.write(text ?? "", to: arguments.output)
        } catch {
            messages.append("error: \(arguments.output) cannot be written: \(error)")
            return Outcome(exitCode: 1, messages: messages)
        }
        return Outcome(exitCode: 0, messages: messages)
    }
}
