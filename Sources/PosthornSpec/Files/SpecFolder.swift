internal import FoundationEssentials

/// The spec files of a service on disk.
package struct SpecFolder: Sendable {
    /// The greatest size of a service's spec files in bytes.
    ///
    /// The reader holds all of them in memory, and several times as much for the result.
    private static let sizeLimit = 16 << 20

    /// The files that could be read.
    package var sources: [SourceFile] = []
    /// A diagnostic for each file that could not be read or is too large.
    package var unreadable: [Diagnostic] = []

    /// Creates a value from files that were read.
    package init(sources: [SourceFile]) { self.sources = sources }

    /// Reads files.
    ///
    /// A file can have at most 4 MiB, and all files together at most 16 MiB. ``unreadable`` lists the refused
    /// files.
    package init(files paths: [String]) {
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

    /// The reason why a file was not read, as parts of a diagnostic.
    private struct Refusal: Error {
        var rule: String
        var found: String
        var write: String

        init(_ rule: String = "a spec file can be read", found: String, write: String) {
            (self.rule, self.found, self.write) = (rule, found, write)
        }
    }

    /// Reads a regular file, after a check of its size.
    ///
    /// - Parameters:
    ///   - path: The path of the file or of a link to it.
    ///   - room: The number of bytes that the service may still have.
    private static func bytes(of path: String, room: Int) throws(Refusal) -> [UInt8] {
        let bytes: [UInt8]
        let size: Int
        do throws(SystemFile.Failure) {
            let file = try SystemFile(reading: path)
            size = try file.size()
            bytes = size <= min(room, SourceFile.sizeLimit) ? try file.bytes(upTo: size) : []
        } catch {
            switch error {
            case .refused(_, isMissing: true):
                throw Refusal(
                    "a spec is a file or a folder that exists", found: "nothing",
                    write: "its path")
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

    /// Returns the sorted paths of the spec files in a folder and its subfolders.
    ///
    /// Hidden files and folders are skipped, as in builds. Links to folders are not followed, because they
    /// could form a cycle.
    /// - Returns: The paths, or `nil` if the folder does not exist or cannot be listed.
    package static func files(below folder: String) -> [String]? {
        let manager = FileManager.default
        guard let names = try? manager.contentsOfDirectory(atPath: folder) else { return nil }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            if isSpec(name) { return [prefix + name] }
            // For a link, these are the attributes of the link itself.
            let type = try? manager.attributesOfItem(atPath: prefix + name)[.type]
            guard type as? FileAttributeType == .typeDirectory else { return [] }
            // A folder that cannot be listed is read as a file, which reports the reason.
            return files(below: prefix + name) ?? [prefix + name]
        }.sorted()
    }

    /// Returns whether a path ends with `.yaml` or `.yml`, in any case.
    package static func isSpec(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    }
}
