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
            do throws(Refusal) {
                let bytes = try Self.bytes(of: path, room: room)
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

    /// Why a file was not read, in the words of a diagnostic.
    private struct Refusal: Error {
        var rule: String
        var found: String
        var write: String

        init(_ rule: String = "a spec file can be read", found: String, write: String) {
            (self.rule, self.found, self.write) = (rule, found, write)
        }
    }

    /// The bytes of a file, if it is one and not too large: both are known before a byte is read.
    ///
    /// - Parameters:
    ///   - path: The file; a link to one will do.
    ///   - room: How many bytes the service may have beyond those of the files before.
    private static func bytes(of path: String, room: Int) throws(Refusal) -> [UInt8] {
        let bytes: [UInt8]
        let size: Int
        do throws(SystemFile.Failure) {
            let file = try SystemFile(reading: path)
            size = try file.size()
            bytes = size <= min(room, SourceFile.sizeLimit) ? try file.bytes(upTo: size) : []
        } catch {
            switch error {
            case .refused(_, isMissing: true): throw Refusal(found: "none", write: "it")
            case .refused(let reason, _):
                throw Refusal(found: reason, write: "it where it can be read")
            case .noFile(let isFolder):
                throw Refusal(
                    "a spec is a file", found: isFolder ? "a folder" : "a pipe or a device",
                    write: "a file, or another name without '.yaml'")
            }
        }
        guard size <= SourceFile.sizeLimit else {
            throw Refusal(
                "a spec file has at most 4 MiB", found: "\(size) bytes",
                write: "several smaller files")
        }
        guard size <= room else {
            throw Refusal(
                "the spec files of a service have at most 16 MiB in all",
                found: "more, up to this file", write: "several services")
        }
        return bytes
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
