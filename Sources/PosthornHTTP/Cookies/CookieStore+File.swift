public import FoundationEssentials
import Glibc

extension CookieStore {
    private struct File: Codable {
        var version = 1
        var cookies: [CookieStore.Cookie]
    }

    /// Creates a store with the cookies from a file, or an empty one if the file does not exist.
    ///
    /// - Parameters:
    ///   - url: The location of a file written by ``save(to:)``.
    ///   - clock: Returns the time by which cookies expire. The default is the system's time.
    /// - Throws: A ``TransportError`` with the code `resource` if the file can't be read or is not a cookie
    ///   file.
    public convenience init(
        file url: URL, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(TransportError) {
        self.init(clock: clock)
        let path = try url.filePath(of: "the location of the cookies", .resource)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let data = try Data(contentsOf: url)
            put(try JSONDecoder().decode(File.self, from: data).cookies.filter(\.isSound))
        } catch {
            throw TransportError(
                .resource, "the file of cookies can't be read, or is not one",
                advice: "check its path and permissions, or remove it", isSafeToRetry: true)
        }
    }

    /// Writes the cookies with an expiry time to a file that only its owner can read.
    ///
    /// Session cookies are not saved. The file is replaced atomically: even after a crash it holds either the
    /// old or the new cookies. If two processes save, the last one wins.
    ///
    /// - Throws: A ``TransportError`` with the code `resource` if the file can't be written.
    public func save(to url: URL) throws(TransportError) {
        let path = try url.filePath(of: "the location for the cookies", .resource)
        let file = File(cookies: cookies.filter { $0.expires != nil })
        guard let data = try? JSONEncoder().encode(file) else {
            throw .notSaved("the cookies can't be written as JSON")
        }
        let part = path + ".part"
        guard let descriptor = Self.openLocked(part) else {
            throw .notSaved("there can't be a file at their path")
        }
        defer { close(descriptor) }
        // Renaming under the lock keeps other processes from writing to what is then the final file.
        guard ftruncate(descriptor, 0) == 0, data.writeAll(to: descriptor),
            fsync(descriptor) == 0, rename(part, path) == 0
        else {
            unlink(part)
            throw .notSaved("the disk is full, or refuses to be written to")
        }
    }

    /// Opens and locks the temporary file beside the real one, for one process at a time.
    ///
    /// Reuses the file of a process that was killed. `nil` if the file can't be opened.
    private static func openLocked(_ part: String) -> Int32? {
        while true {
            let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return nil }
            var (own, named) = (stat(), stat())
            var isLocked = false
            repeat { isLocked = flock(descriptor, LOCK_EX) == 0 } while !isLocked && errno == EINTR
            guard isLocked, fchmod(descriptor, 0o600) == 0, fstat(descriptor, &own) == 0 else {
                close(descriptor)
                return nil
            }
            // A different inode means that another process has renamed the file while this one waited for the
            // lock.
            if stat(part, &named) == 0, own.st_ino == named.st_ino { return descriptor }
            close(descriptor)
        }
    }
}

extension TransportError {
    fileprivate static func notSaved(_ reason: String) -> TransportError {
        TransportError(
            .resource, "the cookies were not saved: \(reason)",
            advice: "check the path, its permissions and the free space", isSafeToRetry: true)
    }
}
