package import FoundationEssentials
import Glibc
import Synchronization

/// A file that grows as `<destination>.part` and takes its place when it is complete.
///
/// A class, so that its descriptor is closed once, whoever does it first: the number of one that was
/// closed before may be another's by then.
package final class PartFile: Sendable {
    /// Where the partial file stands.
    package let path: String
    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// Opens the partial file, which no other download may be writing.
    /// - Parameter kept: How many bytes of what is there stay; the rest is cut off.
    package convenience init(
        beside destination: String, keeping kept: Int = 0
    ) throws(TransportError) {
        guard !destination.isEmpty, !destination.hasSuffix("/"), !destination.utf8.contains(0)
        else {
            throw TransportError(
                .fileFailed, "the destination of the response is not a file's path",
                advice: "give the path of the file itself")
        }
        try self.init(at: destination + ".part", keeping: kept)
    }

    /// Opens a partial file by its own path.
    package init(at path: String, keeping kept: Int) throws(TransportError) {
        self.path = path
        let descriptor = try Self.openAlone(path, isNew: kept == 0)
        self.descriptor = descriptor
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_size >= off_t(kept) else {
            throw TransportError(
                .fileFailed, "the partial file is shorter than it was", advice: "download it anew")
        }
        try cut(to: kept)
    }

    deinit { leave() }

    /// - Parameter isNew: Whether the file is made if it is not there.
    private static func openAlone(
        _ path: String, isNew mayBeNew: Bool
    ) throws(TransportError) -> Int32 {
        while true {
            // Never through a link: another user may have put it there.
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
                    advice: "remove what stands at <destination>.part")
            }
            // Nobody else may read it, or write to it, under this name or another one.
            let isOurs = isNew || opened.st_uid == geteuid() && opened.st_nlink == 1
            guard isOurs, isNew || fchmod(descriptor, 0o600) == 0 else {
                close(descriptor)
                throw TransportError(
                    .fileFailed, "the partial file of the response is not this user's alone",
                    advice: "remove what stands at <destination>.part")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw TransportError(
                    .fileFailed, "another download is writing the same file",
                    advice: "wait for it, or choose another destination")
            }
            // The other one may just have renamed what was opened here.
            var named = stat()
            if lstat(path, &named) == 0, named.st_ino == opened.st_ino,
                named.st_dev == opened.st_dev
            {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// Adds bytes at the end.
    package func write(_ data: Data) throws(TransportError) {
        guard data.writeAll(to: descriptor) else { throw Self.failure("written") }
    }

    /// The last bytes before an offset, at most 4 KiB; empty if they can't be read.
    package func ending(before offset: Int) -> [UInt8] {
        let start = max(0, offset - 4 << 10)
        var bytes = [UInt8](repeating: 0, count: max(0, offset - start))
        let count = pread(descriptor, &bytes, bytes.count, off_t(start))
        return count == bytes.count ? bytes : []
    }

    /// How many bytes stand before the place where the next ones go.
    package var position: Int { Int(lseek(descriptor, 0, SEEK_CUR)) }

    /// Drops all bytes from an offset on.
    package func cut(to count: Int) throws(TransportError) {
        guard ftruncate(descriptor, off_t(count)) == 0,
            lseek(descriptor, off_t(count), SEEK_SET) == off_t(count)
        else { throw Self.failure("emptied") }
    }

    /// Waits until all bytes are on disk.
    package func sync() throws(TransportError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("put on disk") }
    }

    /// Puts the file in its place; an error leaves it open and partial.
    /// - Parameters:
    ///   - replaces: Whether it may take the place of another file.
    ///   - syncs: Whether it is on disk afterwards, name and all.
    package func finish(
        to destination: String, replaces: Bool = true, syncs: Bool = true
    ) throws(TransportError) {
        if syncs { try sync() }
        let isMoved =
            replaces ? rename(path, destination) == 0 : Self.renameAlone(path, destination)
        guard isMoved else { throw Self.failure("put in its place") }
        leave()
        if syncs { Self.syncFolder(of: destination) }
    }

    /// `renameat2(2)`, which Swift does not import; `nil` where the C library has none.
    private static let renameExclusively: RenameAt2? = systemFunction("renameat2")

    private typealias RenameAt2 =
        @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) ->
        CInt

    /// Renames a file only where nothing stands.
    private static func renameAlone(_ path: String, _ destination: String) -> Bool {
        // In one step, so that a process that is killed leaves one name or the other.
        let noReplace: CUnsignedInt = 1
        if let rename = renameExclusively {
            if rename(AT_FDCWD, path, AT_FDCWD, destination, noReplace) == 0 { return true }
            guard errno == EINVAL || errno == ENOSYS else { return false }
        }
        // A file system that can't. A link is made only where nothing is.
        if link(path, destination) == 0 { return unlink(path) == 0 }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return false }
        // A file system without links: an empty file keeps the place until the other one takes it.
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

    /// Puts a change of names on disk.
    package static func syncFolder(of path: String) {
        let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let folder = end == path.startIndex ? "." : String(path[..<end])
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    package func discard() {
        unlink(path)
        leave()
    }

    package func leave() {
        if isOpen.exchange(false, ordering: .relaxed) { close(descriptor) }
    }

    private static func failure(_ what: String) -> TransportError {
        let reason = String(cString: strerror(errno))
        return TransportError(
            .fileFailed, "the file of the response could not be \(what): \(reason)",
            advice: "check its folder, its permissions and the free space")
    }
}
