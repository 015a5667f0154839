internal import PosthornSpec

/// What `posthorn-generate` does: a Swift file for each spec file of a service.
public enum GenerateCommand {
    /// What came of a run.
    public struct Outcome: Hashable, Sendable {
        /// The exit code: 0 if the spec has no error, 1 if it has, 2 for wrong arguments.
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
    /// One run does the whole service, because any file may use the types of the others: a run per
    /// file would read all of them every time. An output whose bytes stay the same is not touched,
    /// so that an edit recompiles the files that it changed. With an error in any file nothing is
    /// written.
    public static func run(_ arguments: [String]) -> Outcome {
        guard let arguments = GenerateArguments(arguments) else {
            return Outcome(exitCode: 2, messages: [GenerateArguments.usage])
        }
        let service = GeneratedService(
            SpecFolder(files: arguments.sources), root: arguments.root, missing: arguments.missing)
        var messages = service.diagnostics.map(\.description)
        guard !service.hasErrors else { return Outcome(exitCode: 1, messages: messages) }
        do throws(OutputFolder.Failure) {
            let folder = OutputFolder(path: arguments.output)
            let written = try folder.write(service)
            if arguments.reports {
                messages += written.map { "wrote \($0)" } + folder.leftovers(service)
            }
        } catch {
            return Outcome(exitCode: 1, messages: messages + ["\(error.path):1:1: error: \(error)"])
        }
        return Outcome(exitCode: 0, messages: messages)
    }
}
