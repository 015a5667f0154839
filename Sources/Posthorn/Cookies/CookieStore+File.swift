public import FoundationEssentials
import Glibc

extension CookieStore {
    /// What a file of cookies holds.
    private struct File: Codable {
        var version = 1
        var cookies: [Cookie]
    }

    /// Reads the cookies of a file into a new store; one that is not there is an empty one.
    /// - Throws: a ``TransportError`` with the code `resource` if it can't be read or is not a file
    ///   of cookies.
    public convenience init(
        file path: String, limits: Limits = Limits(),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(TransportError) {
        self.init(limits: limits, clock: clock)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            put(try JSONDecoder().decode(File.self, from: data).cookies.filter(\.isSound))
        } catch {
            throw TransportError(
                .resource, "the file of cookies can't be read, or is not one",
                advice: "check its path and permissions, or remove it", isSafeToRetry: true)
        }
    }

    /// Writes the cookies that have an end to a file that only its owner can read.
    ///
    /// The file is replaced as a whole, so that it always holds either the old cookies or the new
    /// ones, whatever happens to the process. Of two processes the last one wins.
    /// - Throws: a ``TransportError`` with the code `resource` if it can't be written.
    public func save(to path: String) throws(TransportError) {
        let file = File(cookies: cookies.filter { $0.expires != nil })
        guard let data = try? JSONEncoder().encode(file) else {
            throw .notSaved("the cookies can't be written as JSON")
        }
        let part = path + ".part"
        guard let descriptor = Self.openLocked(part) else {
            throw .notSaved("there can't be a file at their path")
        }
        defer { close(descriptor) }
        // Renamed under the lock, so that nobody else writes to what has become the file.
        guard ftruncate(descriptor, 0) == 0, data.writeAll(to: descriptor),
            fsync(descriptor) == 0, rename(part, path) == 0
        else {
            unlink(part)
            throw .notSaved("the disk is full, or refuses to be written to")
        }
    }

    /// Opens the file beside the real one, for one process at a time.
    ///
    /// What a process leaves that was killed is the next one's to use. `nil` if it can't be opened.
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
            // Else it was renamed while we waited, and is the real file now.
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
