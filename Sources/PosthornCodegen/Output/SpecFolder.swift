internal import FoundationEssentials
public import PosthornSpec

/// The spec files of a service as they lie on disk.
public struct SpecFolder: Sendable {
    /// The files that could be read.
    public var sources: [SourceFile] = []
    /// A diagnostic for each file that could not.
    public var unreadable: [Diagnostic] = []

    /// Reads files.
    public init(files paths: [String]) {
        for path in paths {
            guard let data = try? Data(contentsOf: URL(filePath: path)) else {
                unreadable.append(
                    Diagnostic(
                        .error, path: path, mark: .start, rule: "a spec file can be read",
                        found: "none", write: "it"))
                continue
            }
            sources.append(SourceFile(path: path, bytes: Array(data)))
        }
    }

    /// The spec files below a folder, sorted; nothing if there is no such folder.
    ///
    /// What is hidden is left out, as builds do.
    public static func files(below folder: String) -> [String]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return nil
        }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.filter { !$0.hasPrefix(".") }.flatMap { name in
            isSpec(name) ? [prefix + name] : files(below: prefix + name) ?? []
        }.sorted()
    }

    /// Whether a file is a spec by its name.
    public static func isSpec(_ path: String) -> Bool {
        path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    }
}
