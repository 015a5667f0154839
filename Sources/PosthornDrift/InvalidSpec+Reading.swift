internal import PosthornSpec

extension DriftObserver.InvalidSpec {
    /// Creates the error for a folder from which no service can be read.
    init(_ failure: SpecFolder.Failure, _ folder: String) {
        switch failure {
        case .noFiles:
            self.init(diagnostics: [
                "\(oneLine(folder)): a spec is a folder with '*.yaml'; found none; write its path"
            ])
        case .unreadable(let diagnostics):
            self.init(diagnostics: diagnostics.map(\.description))
        case .broken(let diagnostics):
            let errors = diagnostics.filter { $0.severity == .error }
            self.init(diagnostics: errors.map(\.description))
        case .noSuchService(let names):
            self.init(diagnostics: [
                "\(oneLine(folder)): a folder has the service of the client; found "
                    + "\(quotedList(names)); write "
                    + (names.isEmpty ? "the folder of a service" : "its name as 'service'")
            ])
        }
    }
}
