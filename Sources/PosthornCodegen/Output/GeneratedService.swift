public import PosthornSpec

/// All Swift files of a service, or what is wrong in its spec.
public struct GeneratedService: Sendable {
    /// A Swift file.
    public struct File: Hashable, Sendable {
        /// Its name, which is that of the spec file with another ending.
        public var name: String
        /// What is in it.
        public var text: String
    }

    /// The files, in the order of the spec files' paths; none if there is an error.
    public var files: [File] = []
    /// All that is wrong or doubtful, by path, line and column.
    public var diagnostics: [Diagnostic]

    /// Whether nothing was generated.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Generates a service.
    ///
    /// - Parameters:
    ///   - folder: The spec files.
    ///   - root: The folder that the first line of each file counts the spec's path from, so that
    ///     it is the same on every machine. A spec outside of it is named without its folder.
    ///   - missing: The modules of Posthorn that the Swift can't import, because its target does not
    ///     depend on them; the default is none.
    public init(_ folder: SpecFolder, root: String?, missing: Set<String> = []) {
        diagnostics = folder.unreadable + Self.clashes(folder.sources)
        // What a file that could not be read may say is missing in the others.
        guard folder.unreadable.isEmpty else { return }
        let result = SpecReader.read(folder.sources)
        diagnostics = result.diagnostics + diagnostics
        guard !hasErrors, let document = result.document else { return }
        diagnostics += NeededModules.problems(of: document, without: missing)
        guard !hasErrors else { return }
        let generator = Generator(document)
        files = document.files.concurrentMap { file in
            File(
                name: Self.name(of: file.path),
                text: generator.swift(for: file, shownAs: Self.shown(file.path, root: root)))
        }
    }

    /// The name of the Swift file of a spec file.
    public static func name(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last
        return stem + ".swift"
    }

    /// Spec files that would become one Swift file.
    private static func clashes(_ sources: [SourceFile]) -> [Diagnostic] {
        var first: [String: String] = [:]
        return sources.compactMap { source in
            let name = name(of: source.path)
            if name == "main.swift" {
                return Diagnostic(
                    .error, path: source.path, mark: .start,
                    rule: "a spec is not named 'main', as Swift takes main.swift for a program",
                    found: "one that becomes main.swift", write: "it under another name")
            }
            guard let other = first.updateValue(source.path, forKey: name) else { return nil }
            return Diagnostic(
                .error, path: source.path, mark: .start,
                rule: "each file of a target has its own name",
                found: "two that become \(name), this and \(other)",
                write: "one of the two under another name")
        }
    }

    /// A spec's path as the generated file names it: the same on every machine.
    private static func shown(_ path: String, root: String?) -> String {
        if let root {
            let prefix = root.hasSuffix("/") ? root : root + "/"
            if path.hasPrefix(prefix) { return String(path.dropFirst(prefix.count)) }
        }
        guard path.hasPrefix("/") else { return path }
        return path.split(separator: "/").last.map(String.init) ?? path
    }
}
