import FoundationEssentials
import Glibc
import Posthorn

/// The side-files that say how far downloads have come, so that they can go on after a crash.
///
/// Each is written beside the other and renamed, after the bytes that it speaks of are on disk, or with
/// the start of the system since which they are there. One that is damaged is the same as none.
struct TransferJournal: Sendable {
    /// The folder of all side-files; `nil` puts each beside its partial file.
    let folder: String?

    private func path(for destination: String) -> String {
        guard let folder else { return PartFile.journal(of: destination) }
        return folder + "/" + (Digest.hex(of: destination) ?? "unknown") + ".journal"
    }

    /// What is known of an unfinished download to this path.
    func entry(for destination: String) -> ResumeData? {
        guard let entry = Self.read(path(for: destination)), entry.destination == destination,
            !entry.mayBeLost
        else { return nil }
        return entry
    }

    /// All unfinished downloads whose bytes are still there.
    ///
    /// Entries without them are removed.
    func entries() -> [ResumeData] {
        guard let folder,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return [] }
        return names.sorted().filter { $0.hasSuffix(".journal") }.compactMap { name in
            guard let entry = Self.read(folder + "/" + name), Self.isThere(entry) else {
                unlink(folder + "/" + name)
                return nil
            }
            return entry
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
        let new = path + ".new"
        unlink(new)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(new, flags, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = data.withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count
        }
        let isSafe = isWritten && (entry.boot != nil || fsync(descriptor) == 0)
        close(descriptor)
        guard isSafe, rename(new, path) == 0 else {
            unlink(new)
            return
        }
        if entry.boot == nil { PartFile.syncFolder(of: path) }
    }

    func remove(_ destination: String) { unlink(path(for: destination)) }

    private static func read(_ path: String) -> ResumeData? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        guard
            let entry = try? JSONDecoder().decode(ResumeData.self, from: Data(bytes[..<count])),
            entry.offset >= 0
        else { return nil }
        return entry
    }
}
