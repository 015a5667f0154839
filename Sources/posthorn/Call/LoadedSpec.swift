internal import PosthornSpec

/// A service whose specs are read and checked, for the commands that call or serve it.
enum LoadedSpec {
    /// Reads the service in a folder or a file.
    ///
    /// - Parameter service: The name of one of several services; `nil` for the only one.
    /// - Throws: The diagnostics that the build prints, if there is an error.
    static func document(_ path: String, service: String?) throws(ToolFailure) -> SpecDocument {
        do throws(SpecFolder.Failure) {
            return try SpecFolder.document(at: path, service: service)
        } catch {
            throw failure(error, path, service)
        }
    }

    private static func failure(
        _ error: SpecFolder.Failure, _ path: String, _ service: String?
    ) -> ToolFailure {
        switch error {
        case .noFiles:
            return .noSpecs(in: path)
        case .unreadable(let diagnostics):
            return ToolFailure(.unreadable, diagnostics)
        case .broken(let diagnostics):
            return ToolFailure(.brokenSpec, diagnostics)
        case .noSuchService([]):
            return ToolFailure(
                .usage,
                "posthorn: the specs have a service; found only types; write the folder of a service"
            )
        case .noSuchService(let names):
            guard let service else {
                return ToolFailure(
                    .usage,
                    "posthorn: a command has one service; found \(names.joined(separator: ", ")); "
                        + "write '--service \(names[0])'")
            }
            let write = Suggestion.write(for: service, among: names, else: quotedList(names))
            return ToolFailure(
                .usage, "posthorn: unknown service; found \(quoted(service)); write \(write)")
        }
    }
}
