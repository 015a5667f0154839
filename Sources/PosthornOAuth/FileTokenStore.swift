internal import FoundationEssentials
internal import Glibc
internal import PosthornCore

/// A token store in a file that only the user of the process can read.
///
/// The file has the mode 0600 and is replaced atomically. A lock file beside it, with `.lock` after its name, excludes
/// other processes. A file of another user, or one that others can read, is refused.
public struct FileTokenStore: TokenStore {
    private struct Content: Codable {
        var version = 1
        var accounts: [String: OAuthTokens] = [:]
    }

    private static let sizeLimit = 1 << 20
    private static let mode: mode_t = 0o600

    private let path: String
    private let waitLimit: Duration

    /// Creates a store; the file is created by the first change.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - waitLimit: How long a change waits for another process, one minute by default.
    public init(path: String, waitLimit: Duration = .seconds(60)) {
        (self.path, self.waitLimit) = (path, waitLimit)
    }

    /// Returns the tokens of an account, or `nil` if there are none.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``.
    public func tokens(for account: String) async throws -> OAuthTokens? {
        try read().accounts[account]
    }

    /// Replaces the tokens of an account by those that the closure returns.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``, and what the closure throws.
    public func update(
        _ account: String,
        _ body: @Sendable (_ stored: OAuthTokens?) async throws -> OAuthTokens
    ) async throws -> OAuthTokens {
        // A lock for each account, because a request takes long; one for the file while it is written.
        let lock = try await lock(".\(Self.name(of: account)).lock")
        defer { lock.end() }
        let tokens = try await body(try read().accounts[account])
        try await change { $0.accounts[account] = tokens }
        return tokens
    }

    /// Removes the tokens of an account; does nothing if there are none.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``.
    public func remove(_ account: String) async throws {
        try await change { $0.accounts[account] = nil }
    }

    private func change(_ body: (inout Content) -> Void) async throws {
        let lock = try await lock(".lock")
        defer { lock.end() }
        var content = try read()
        body(&content)
        try write(content)
    }

    /// Returns a name for files, which is unique for an account.
    private static func name(of account: String) -> String {
        let hash = account.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    // MARK: Files

    private static func failure(_ message: String, _ advice: String) -> OAuthError {
        OAuthError(.store, message, advice: advice)
    }

    private func read() throws(OAuthError) -> Content {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return Content() }
            throw Self.failure("the file of the tokens cannot be read", "check its path")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Self.failure("the tokens are not in a file", "write the path of a file")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Self.failure(
                "others can read or own the file of the tokens", "set its mode to 0600")
        }
        guard status.st_size <= Self.sizeLimit else {
            throw Self.failure("the file of the tokens is too large", "remove it, and sign in again")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else {
                throw Self.failure("the file of the tokens cannot be read", "check the disk")
            }
            if read == 0 { break }
            count += read
        }
        do {
            return try JSONDecoder().decode(Content.self, from: Data(bytes[..<count]))
        } catch {
            throw Self.failure(
                "the file of the tokens has another content", "remove it, and sign in again")
        }
    }

    private func write(_ content: Content) throws(OAuthError) {
        let other = "\(path).\(getpid()).new"
        let refused = Self.failure("the file of the tokens cannot be written", "check its folder")
        unlink(other)
        let file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        guard file >= 0, let data = try? JSONEncoder().encode(content) else { throw refused }
        let isWritten = data.withUnsafeBytes { buffer in
            var count = 0
            while count < buffer.count {
                let written = Glibc.write(
                    file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                count += written
            }
            return fsync(file) == 0
        }
        guard close(file) == 0, isWritten, rename(other, path) == 0 else {
            unlink(other)
            throw refused
        }
    }

    // MARK: Locks

    /// A lock of a file, which ends with the process at the latest.
    private struct FileLock {
        let file: Int32

        func end() { close(file) }
    }

    private func lock(_ ending: String) async throws -> FileLock {
        let file = open(
            path + ending, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, Self.mode)
        guard file >= 0 else {
            throw Self.failure("the lock of the tokens cannot be created", "check its folder")
        }
        let end = ContinuousClock.now + waitLimit
        do {
            while flock(file, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                    throw Self.failure(
                        "another process keeps the lock of the tokens",
                        "end that process, or raise the wait limit")
                }
                // The kernel cannot wait for a lock without a thread of its own.
                try await Task.sleep(for: .milliseconds(20))
            }
        } catch {
            close(file)
            throw error
        }
        return FileLock(file: file)
    }
}
