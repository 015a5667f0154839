import FoundationEssentials
import Glibc
import Synchronization

/// A file written as `<destination>.part` and renamed when it is complete.
///
/// A class, so that its descriptor is closed exactly once: after that, the system may reuse its number.
final class PartFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// Opens and locks the partial file of a destination.
    ///
    /// - Parameter kept: The number of existing bytes to keep; the rest is truncated.
    /// - Throws: `fileFailed` if the file can't be opened, or another download is writing it.
    convenience init(beside destination: String, keeping kept: Int = 0) throws(TransportError) {
        guard !destination.isEmpty, !destination.hasSuffix("/"), !destination.utf8.contains(0)
        else {
            throw TransportError(
                .fileFailed, "the destination of the response is not a file's path",
                advice: "give the path of the file itself")
        }
        try self.init(at: destination + ".part", keeping: kept)
    }

    /// Opens and locks a partial file by its own path.
    init(at path: String, keeping kept: Int) throws(TransportError) {
        self.path = path
        let descriptor = try Self.openAlone(path, isNew: kept == 0)
        self.descriptor = descriptor
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_size >= off_t(kept) else {
            throw TransportError(
                .fileFailed, "the partial file is shorter than it was", advice: "download it anew")
        }
        // On ext4, a file that was truncated, even when it was empty, is slow to close after writing.
        if found.st_size > off_t(kept) { try cut(to: kept) } else { try seek(to: kept) }
    }

    deinit { leave() }

    /// - Parameter isNew: Whether to create the file if it does not exist.
    private static func openAlone(
        _ path: String, isNew mayBeNew: Bool
    ) throws(TransportError) -> Int32 {
        while true {
            // Do not follow a symbolic link: another user may have created it.
            let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            var descriptor = mayBeNew ? open(path, flags | O_CREAT | O_EXCL, 0o600) : -1
            let isNew = descriptor >= 0
            if !isNew, !mayBeNew || errno == EEXIST {
                descriptor = open(path, flags)
                if descriptor < 0, errno == ENOENT, mayBeNew { continue }
            }
            guard descriptor >= 0 else { throw failure("opened") }
            var opened = stat()
            guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw TransportError(
                    .fileFailed, "the partial file of the response is not a regular file",
                    advice: "remove <destination>.part")
            }
            // No other user may read or write the file, under this or another name.
            let isOurs = isNew || opened.st_uid == geteuid() && opened.st_nlink == 1
            guard isOurs, isNew || fchmod(descriptor, 0o600) == 0 else {
                close(descriptor)
                throw TransportError(
                    .fileFailed,
                    "the partial file of the response belongs to or is shared with another user",
                    advice: "remove <destination>.part")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw TransportError(
                    .fileFailed, "another download is writing the same file",
                    advice: "wait for it, or choose another destination")
            }
            // The other download may have renamed the opened file before the lock was taken.
            var named = stat()
            if lstat(path, &named) == 0, named.st_ino == opened.st_ino,
                named.st_dev == opened.st_dev
            {
                return descriptor
            }
            unlock(descriptor)
        }
    }

    func write(_ data: Data) throws(TransportError) {
        guard data.writeAll(to: descriptor) else { throw Self.failure("written") }
    }

    /// Returns at most 4 KiB before an offset; empty if they can't be read.
    func ending(before offset: Int) -> [UInt8] {
        let start = max(0, offset - 4 << 10)
        var bytes = [UInt8](repeating: 0, count: max(0, offset - start))
        let count = pread(descriptor, &bytes, bytes.count, off_t(start))
        return count == bytes.count ? bytes : []
    }

    /// The current write position in bytes.
    var position: Int { Int(lseek(descriptor, 0, SEEK_CUR)) }

    func cut(to count: Int) throws(TransportError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw Self.failure("truncated") }
        try seek(to: count)
    }

    private func seek(to offset: Int) throws(TransportError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset) else {
            throw Self.failure("positioned")
        }
    }

    /// Waits until all bytes are on disk.
    func sync() throws(TransportError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("synced to disk") }
    }

    /// Renames the file to its destination; on error it stays open and partial.
    ///
    /// - Parameters:
    ///   - replaces: Whether it may replace an existing file.
    ///   - syncs: Whether to sync the file and its folder to disk.
    func finish(
        to destination: String, replaces: Bool = true, syncs: Bool = true
    ) throws(TransportError) {
        if syncs { try sync() }
        let isMoved =
            replaces ? rename(path, destination) == 0 : Self.renameAlone(path, destination)
        guard isMoved else { throw Self.failure("moved to its destination") }
        leave()
        if syncs { Self.syncFolder(of: destination) }
    }

    /// `renameat2(2)`, which Swift does not import; `nil` if the C library lacks it.
    private static let renameExclusively: RenameAt2? = systemFunction("renameat2")

    private typealias RenameAt2 =
        @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) ->
        CInt

    private static func renameAlone(_ path: String, _ destination: String) -> Bool {
        // Atomic, so that exactly one name remains if the process is killed.
        let noReplace: CUnsignedInt = 1
        if let rename = renameExclusively {
            if rename(AT_FDCWD, path, AT_FDCWD, destination, noReplace) == 0 { return true }
            guard errno == EINVAL || errno == ENOSYS else { return false }
        }
        // Without renameat2 support, link(2) fails if the destination exists.
        if link(path, destination) == 0 { return unlink(path) == 0 }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return false }
        // On file systems without links, an empty file reserves the name.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(destination, flags, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        if rename(path, destination) == 0 { return true }
        let reason = errno
        unlink(destination)
        errno = reason
        return false
    }

    static func syncFolder(of path: String) {
        let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let folder = end == path.startIndex ? "." : String(path[..<end])
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    func discard() {
        unlink(path)
        leave()
    }

    func leave() { if isOpen.exchange(false, ordering: .relaxed) { Self.unlock(descriptor) } }

    /// Ends the lock and closes the file.
    ///
    /// Closing alone would not end a lock while a child process that was just started still has the descriptor.
    private static func unlock(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func failure(_ what: String) -> TransportError {
        let reason = String(cString: strerror(errno))
        return TransportError(
            .fileFailed, "the file of the response could not be \(what): \(reason)",
            advice: "check its folder, its permissions and the free space")
    }
}
