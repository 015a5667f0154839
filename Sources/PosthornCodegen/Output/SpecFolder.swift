internal import FoundationEssentials
public import PosthornSpec

/// The spec files of a service as they lie on disk.
public struct SpecFolder: Sendable {
    /// The largest service, as the sum of its files' bytes: the reader holds all of it, and what it
    /// makes of it is a multiple.
    private static let sizeLimit = 16 << 20

    /// The files that could be read.
    public var sources: [SourceFile] = []
    /// A diagnostic for each file that could not, or is too large to be.
    public var unreadable: [Diagnostic] = []

    /// Reads files.
    public init(files paths: [String]) {
        var room = Self.sizeLimit
        for path in paths {
            do throws(SpecFileBytes.Refusal) {
                let bytes = try SpecFileBytes.read(path, room: room)
                room -= bytes.count
                sources.append(SourceFile(path: path, bytes: bytes))
            } catch {
                unreadable.append(
                    Diagnostic(
                        .error, path: path, mark: .start, rule: error.rule, found: error.found,
                        write: error.write))
            }
        }
    }

    /// The spec files below a folder, sorted; nothing if there is no such folder.
    ///
    /// What is hidden is left out, as builds do. A link to a folder is not followed: it may lead
    /// back to where it lies.
    public static func files(below folder: String) -> [String]? {
        let manager = FileManager.default
        guard let names = try? manager.contentsOfDirectory(atPath: folder) else { return nil }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            if isSpec(name) { return [prefix + name] }
            // The attributes are those of the link, if it is one.
            let type = try? manager.attributesOfItem(atPath: prefix + name)[.type]
            guard type as? FileAttributeType == .typeDirectory else { return [] }
            // One that cannot be listed is read as a file, which then says why.
            return files(below: prefix + name) ?? [prefix + name]
        }.sorted()
    }

    /// Whether a file is a spec by its name: `.yaml` or `.yml`, in any case.
    public static func isSpec(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    }
}
