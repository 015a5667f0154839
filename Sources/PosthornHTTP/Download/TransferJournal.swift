import FoundationEssentials
import Glibc

/// The journal files that record the progress of downloads, to resume them after a crash.
///
/// Each entry is written under another name and renamed. Its bytes are on disk before that, unless the entry
/// names the boot of the system that received them. A damaged entry is ignored.
package struct TransferJournal: Sendable {
    /// The folder of all journal files; `nil` places each beside its partial file.
    let folder: String?

    package init(folder: String?) { self.folder = folder }

    private func path(for destination: String) -> String {
        guard let folder else { return destination + ".part.journal" }
        return folder + "/" + Fingerprint.hex(of: destination.utf8) + ".journal"
    }

    func entry(for destination: String) -> ResumeData? {
        guard case .entry(let entry) = Self.read(path(for: destination)),
            entry.destinationPath == destination, !entry.mayBeLost
        else { return nil }
        return entry
    }

    /// Returns all unfinished downloads whose partial files still exist.
    ///
    /// Removes the other entries.
    package func entries() -> [ResumeData] {
        guard let folder,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return [] }
        return names.sorted().filter { $0.hasSuffix(".journal") }.compactMap { name in
            let path = folder + "/" + name
            switch Self.read(path) {
            case .entry(let entry) where Self.isThere(entry): return entry
            case .entry, .damaged: unlink(path)
            // It may be readable later: descriptors or permissions may be missing at the moment.
            case .unreadable: break
            }
            return nil
        }
    }

    private static func isThere(_ entry: ResumeData) -> Bool {
        if entry.mayBeLost { return false }
        var found = stat()
        return lstat(entry.partPath, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
            && found.st_size >= off_t(entry.offset)
    }

    /// Writes an entry; on failure a later download starts again or from an earlier entry.
    func write(_ entry: ResumeData) {
        guard let data = try? JSONEncoder().encode(entry) else { return }
        let path = path(for: entry.destinationPath)
        let new = Self.unfinished(path)
        unlink(new)
        guard data.writeFile(at: path, through: new, syncs: entry.boot == nil) else { return }
        if entry.boot == nil { PartFile.syncFolder(of: path) }
    }

    /// Removes an entry, and the temporary file of a process that was killed while writing one.
    func remove(_ destination: String) {
        let path = path(for: destination)
        unlink(Self.unfinished(path))
        unlink(path)
    }

    /// Returns the path at which an entry is written before it replaces another.
    private static func unfinished(_ path: String) -> String { path + ".new" }

    private enum ReadResult { case entry(ResumeData), damaged, unreadable }

    private static func read(_ path: String) -> ReadResult {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return .unreadable }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return .unreadable }
        guard
            let entry = try? JSONDecoder().decode(ResumeData.self, from: Data(bytes[..<count])),
            entry.offset >= 0, entry.total.map({ $0 >= entry.offset }) ?? true
        else { return .damaged }
        return .entry(entry)
    }
}
