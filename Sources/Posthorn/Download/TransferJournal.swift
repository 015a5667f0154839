import FoundationEssentials
import Glibc

/// The side-files that say how far downloads have come, so that they can go on after a crash.
///
/// Each is written beside the other and renamed, after the bytes that it speaks of are on disk, or with
/// the start of the system since which they are there. One that is damaged is the same as none.
package struct TransferJournal: Sendable {
    /// The folder of all side-files; `nil` puts each beside its partial file.
    let folder: String?

    package init(folder: String?) { self.folder = folder }

    private func path(for destination: String) -> String {
        guard let folder else { return destination + ".part.journal" }
        return folder + "/" + Fingerprint.hex(of: destination.utf8) + ".journal"
    }

    /// What is known of an unfinished download to this path.
    func entry(for destination: String) -> ResumeData? {
        guard case .entry(let entry) = Self.look(at: path(for: destination)),
            entry.destination == destination, !entry.mayBeLost
        else { return nil }
        return entry
    }

    /// All unfinished downloads whose bytes are still there.
    ///
    /// Entries without them are removed.
    package func entries() -> [ResumeData] {
        guard let folder,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return [] }
        return names.sorted().filter { $0.hasSuffix(".journal") }.compactMap { name in
            let path = folder + "/" + name
            switch Self.look(at: path) {
            case .entry(let entry) where Self.isThere(entry): return entry
            case .entry, .damaged: unlink(path)
            // It may be there the next time: there were no descriptors, or no right to read it.
            case .unreadable: break
            }
            return nil
        }
    }

    private static func isThere(_ entry: ResumeData) -> Bool {
        if entry.mayBeLost { return false }
        var found = stat()
        return lstat(entry.part, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
            && found.st_size >= off_t(entry.offset)
    }

    /// Writes an entry; one that can't be written costs only a later download its start.
    func write(_ entry: ResumeData) {
        guard let data = try? JSONEncoder().encode(entry) else { return }
        let path = path(for: entry.destination)
        let new = Self.unfinished(path)
        unlink(new)
        guard data.writeFile(at: path, through: new, syncs: entry.boot == nil) else { return }
        if entry.boot == nil { PartFile.syncFolder(of: path) }
    }

    /// Removes an entry, and what a process left that was killed while it wrote one.
    func remove(_ destination: String) {
        let path = path(for: destination)
        unlink(Self.unfinished(path))
        unlink(path)
    }

    /// Where an entry is written before it replaces the one at a path.
    private static func unfinished(_ path: String) -> String { path + ".new" }

    private enum Look { case entry(ResumeData), damaged, unreadable }

    private static func look(at path: String) -> Look {
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
