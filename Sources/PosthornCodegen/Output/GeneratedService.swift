package import PosthornSpec

/// All Swift files of the services of a target, or the errors of their specs.
package struct GeneratedService: Sendable {
    /// A generated Swift file.
    package struct File: Hashable, Sendable {
        /// The name: that of the spec file, with the extension `swift`, after its folder's if another file has it.
        package var name: String
        package var text: String

        package init(name: String, text: String) { (self.name, self.text) = (name, text) }
    }

    /// The files in the order of the spec files' paths, empty if there is an error.
    package var files: [File] = []
    /// All errors and warnings.
    ///
    /// Those of the specs come first, sorted by path, line and column. Those of file names and missing
    /// modules follow. If a file cannot be read, only such files and file names are reported.
    package var diagnostics: [Diagnostic]

    /// Whether there is an error, so that nothing was generated.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Generates the services.
    ///
    /// - Parameters:
    ///   - folder: The spec files.
    ///   - root: The folder to which the spec path in the first line of each file is relative, so that the
    ///     output is the same on every machine. Of an absolute path elsewhere, or with `nil`, only the file
    ///     name appears.
    ///   - missing: The modules of Posthorn that the target does not depend on, so that generated code cannot
    ///     import them. None by default.
    ///   - module: The module that the files belong to, or `nil`, the default, if it is unknown.
    ///   - hasServerFile: Whether there is a file for the server even if no server is generated. `false` by default.
    ///   - modules: The specs of the modules that `uses` can name. None by default.
    ///   - document: The path of the document from which the specs were imported, which the first line of each file
    ///     names instead. `nil`, the default, means that the specs were written by hand.
    package init(
        _ folder: SpecFolder, root: String?, missing: Set<String> = [], module: String? = nil,
        hasServerFile: Bool = false, modules: OtherModules = OtherModules(), document: String? = nil
    ) {
        diagnostics = folder.unreadable + Self.clashes(folder.sources)
        // Missing declarations may be in the unreadable file.
        guard folder.unreadable.isEmpty else { return }
        let result = SpecReader.read(
            folder.sources, modules: modules, path: module.map { [$0] } ?? [])
        diagnostics = result.diagnostics + diagnostics
        guard !hasErrors, let service = result.document?.service else { return }
        for document in result.documents {
            diagnostics += NeededModules.problems(of: document, without: missing)
            diagnostics += Self.hiddenModule(module, by: document.service)
        }
        guard !hasErrors else { return }
        let generator = Generator(result.documents)
        let names = Self.names(of: folder.sources.map(\.path))
        files = generator.files.sorted { $0.file.path < $1.file.path }.concurrentMap { file in
            File(
                name: names[file.file.path] ?? Self.name(of: file.file.path),
                text: generator.swift(
                    for: file, shownAs: Self.shown(document ?? file.file.path, root: root)))
        }
        let shown = Self.shown(document ?? service.path, root: root)
        let nothing = "// Generated from \(shown), which has no 'serverProtocol'.\n"
        let server = generator.server { Self.shown(document ?? $0, root: root) }
        if let text = server ?? (hasServerFile ? nothing : nil) {
            files.append(File(name: "\(module ?? service.name)+Server.swift", text: text))
        }
    }

    /// Returns the names of the Swift files for spec files by their paths.
    ///
    /// Swift requires a unique name for each file of a module, so files of one name in several folders get the names
    /// of their folders too. The build plugin makes the same names.
    package static func names(of paths: [String]) -> [String: String] {
        var counts: [String: Int] = [:]
        for path in paths { counts[name(of: path), default: 0] += 1 }
        return Dictionary(
            paths.map { path in
                let name = name(of: path)
                let folder = path.split(separator: "/").dropLast().last
                guard counts[name, default: 0] > 1, let folder else { return (path, name) }
                return (path, "\(folder)+\(name)")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the name of the Swift file for a spec file whose name no other has.
    package static func name(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last
        return stem + ".swift"
    }

    /// Returns diagnostics for spec files whose Swift files would have the same name, or the name main.swift.
    private static func clashes(_ sources: [SourceFile]) -> [Diagnostic] {
        var first: [String: String] = [:]
        let names = names(of: sources.map(\.path))
        return sources.compactMap { source in
            let name = name(of: source.path)
            if name == "main.swift" {
                return Diagnostic(
                    .error, path: source.path, mark: .start,
                    rule: "a spec is not named 'main', as Swift takes main.swift for a program",
                    found: "one that becomes main.swift", write: "it under another name")
            }
            guard let other = first.updateValue(source.path, forKey: names[source.path] ?? name)
            else { return nil }
            return Diagnostic(
                .error, path: source.path, mark: .start,
                rule: "each file of a target has its own name",
                found: "two that become \(name), this and \(other)",
                write: "one of the two under another name")
        }
    }

    /// Returns a warning if the service hides its module in files that import it.
    private static func hiddenModule(_ module: String?, by service: ServiceSpec) -> [Diagnostic] {
        guard service.name == module, service.access != .internal else { return [] }
        return [
            Diagnostic(
                .warning, path: service.path, mark: service.mark,
                rule:
                    "a service with the name of its module hides it, so that no name can have the module "
                    + "before it",
                found: "'\(service.name)'",
                write: "another name for one of the two, as in '\(service.name)Client'")
        ]
    }

    /// Returns the path of a spec for the generated file, the same on every machine.
    package static func shown(_ path: String, root: String?) -> String {
        if let root {
            let prefix = root.hasSuffix("/") ? root : root + "/"
            if path.hasPrefix(prefix) { return String(path.dropFirst(prefix.count)) }
        }
        guard path.hasPrefix("/") else { return path }
        return path.split(separator: "/").last.map(String.init) ?? path
    }
}
