extension SpecFolder {
    /// The reason why a service cannot be read.
    package enum Failure: Error {
        /// There is no spec file.
        case noFiles
        /// Files that cannot be read.
        case unreadable([Diagnostic])
        /// Specs with errors, with the errors and the warnings.
        case broken([Diagnostic])
        /// There is not one service, or none with the name; the names of those that there are.
        case noSuchService([String])
    }

    /// Reads and checks the service in a folder or in a file, as the build does.
    ///
    /// - Parameter service: The name of one of several services; `nil` for the only one.
    package static func document(
        at path: String, service: String?
    ) throws(Failure) -> SpecDocument {
        let below = files(below: path)
        let specs = SpecFolder(files: below ?? [path])
        guard specs.unreadable.isEmpty else { throw .unreadable(specs.unreadable) }
        guard !specs.sources.isEmpty else { throw .noFiles }
        let modules = below == nil ? OtherModules() : OtherModules(beside: path)
        let read = SpecReader.read(specs.sources, modules: modules)
        guard read.document != nil else { throw .broken(read.diagnostics) }
        let services = read.documents.filter { !$0.service.name.isEmpty }
        let found = service.map { name in services.filter { $0.service.name == name } } ?? services
        guard found.count == 1 else { throw .noSuchService(services.map(\.service.name)) }
        return found[0]
    }
}
