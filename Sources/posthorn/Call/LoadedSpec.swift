internal import PosthornCodegen
internal import PosthornInterpreter
internal import PosthornSpec

/// A service whose specs are read and checked, for the commands that call it.
enum LoadedSpec {
    /// Reads the service in a folder or in files.
    ///
    /// - Parameter service: The name of one of several services; `nil` for the only one.
    /// - Throws: The diagnostics that the build prints, if there is an error.
    static func read(_ path: String, service: String? = nil) throws(ToolFailure) -> InterpretedSpec
    {
        let folder = SpecFolder.files(below: path)
        let files = folder ?? [path]
        guard !files.isEmpty else {
            throw ToolFailure(.unreadable, "posthorn: there is no *.yaml in \(oneLine(path))")
        }
        let specs = SpecFolder(files: files)
        var failure = ToolFailure(.unreadable)
        failure.lines = specs.unreadable.map(\.description)
        guard specs.unreadable.isEmpty else { throw failure }
        let modules = folder == nil ? OtherModules() : OtherModules(beside: path)
        let read = SpecReader.read(specs.sources, modules: modules)
        let errors = read.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else {
            (failure.exit, failure.lines) = (.brokenSpec, read.diagnostics.map(\.description))
            throw failure
        }
        let names = read.documents.map(\.service.name).filter { !$0.isEmpty }
        if let service {
            if let found = read.documents.first(where: { $0.service.name == service }) {
                return InterpretedSpec(found)
            }
            let write = Suggestion.write(for: service, among: names, else: quotedList(names))
            throw ToolFailure(
                .usage,
                "posthorn: unknown service; found \(quoted(service)); write \(write)")
        }
        guard names.count == 1,
            let document = read.documents.first(where: { $0.service.name == names[0] })
        else {
            throw ToolFailure(
                .usage,
                names.isEmpty
                    ? "posthorn: a call has a service; found only types; write the folder of a service"
                    : "posthorn: a call has one service; found \(names.joined(separator: ", ")); "
                        + "write '--service \(names[0])'")
        }
        return InterpretedSpec(document)
    }
}
