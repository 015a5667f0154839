internal import Glibc

/// A lock between processes, which ends with its process at the latest.
struct FileLock {
    private let file: Int32

    /// Waits for the lock of a file, and creates the file if there is none.
    init(_ path: String, _ waitLimit: Duration) async throws {
        let file = open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600 as mode_t)
        guard file >= 0 else {
            throw OAuthError.store("their lock cannot be created", "check the folder of the file")
        }
        do {
            try await Self.wait(for: file, until: .now + waitLimit)
        } catch {
            close(file)
            throw error
        }
        self.file = file
    }

    /// Ends the lock, also while a child process that was just started still has the file open.
    func end() {
        flock(file, LOCK_UN)
        close(file)
    }

    /// Asks again and again, because the kernel blocks a thread that waits.
    private static func wait(for file: Int32, until end: ContinuousClock.Instant) async throws {
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                throw OAuthError.store(
                    "another process keeps their lock", "end that process, or raise `waitLimit`")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
