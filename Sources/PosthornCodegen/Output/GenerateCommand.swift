internal import PosthornSpec

/// The command `posthorn-generate`, which writes a Swift file for each spec file of a service.
package enum GenerateCommand {
    /// The result of a run.
    package struct Outcome: Hashable, Sendable {
        /// The exit code.
        ///
        /// 0 means success, 1 that a spec has errors or a file cannot be written, and 2 that the arguments
        /// are wrong.
        package var exitCode: Int32
        /// The lines to print on standard error.
        package var messages: [String]

        package init(exitCode: Int32, messages: [String]) {
            self.exitCode = exitCode
            self.messages = messages
        }
    }

    /// Runs the command.
    ///
    /// One run generates the whole service, because any file may use the types of the others. A run per file
    /// would read all of them each time. The command does not touch an output that would not change, so that
    /// an edit recompiles only the changed files. If a spec has an error, the command writes nothing.
    /// - Parameter arguments: The arguments without the program's name.
    package static func run(_ arguments: [String]) -> Outcome {
        guard let arguments = GenerateArguments(arguments) else {
            return Outcome(exitCode: 2, messages: [GenerateArguments.usage])
        }
        let service = GeneratedService(
            SpecFolder(files: arguments.sources), root: arguments.root, missing: arguments.missing,
            module: arguments.module, hasServerFile: arguments.hasServerFile,
            modules: OtherModules(files: arguments.dependencies))
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
