internal import FoundationEssentials
internal import Glibc

/// The file of a token store.
struct TokenFile: Sendable {
    private struct Content: Codable {
        var version = 1
        var accounts: [String: OAuthTokens]
    }

    private static let sizeLimit = 1 << 20

    let path: String

    /// Returns the tokens by account; none if there is no file.
    func read() throws(OAuthError) -> [String: OAuthTokens] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return [:]
            case ELOOP:
                throw .store("the path is a symbolic link", "write the path that it leads to")
            default: throw .store("the file cannot be opened", "check its path and its owner")
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .store("the path is not that of a file", "write the path of a file")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .store(
                "another user owns the file or can read it", "set its owner, and its mode to 0600")
        }
        guard status.st_size <= Self.sizeLimit, let data = Self.bytes(of: file),
            let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1
        else {
            throw .store("the file has another content", "remove it, and sign in again")
        }
        return content.accounts
    }

    private static func bytes(of file: Int32) -> Data? {
        var bytes = [UInt8](repeating: 0, count: sizeLimit)
        var count = 0
        while count < sizeLimit {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: count), sizeLimit - count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { return nil }
            if read == 0 { break }
            count += read
        }
        return Data(bytes[..<count])
    }

    /// Replaces the file, while the caller has the lock.
    func write(_ accounts: [String: OAuthTokens]) throws(OAuthError) {
        let failure = OAuthError.store(
            "the file cannot be written", "check its folder and the disk")
        guard let data = try? JSONEncoder().encode(Content(accounts: accounts)),
            data.count <= Self.sizeLimit
        else { throw failure }
        let new = path + ".new"
        // A process that was killed has left it.
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600 as mode_t)
        guard file >= 0 else { throw failure }
        let isWritten = Self.write(data, to: file)
        guard close(file) == 0, isWritten, rename(new, path) == 0 else {
            unlink(new)
            throw failure
        }
        syncFolder()
    }

    private static func write(_ data: Data, to file: Int32) -> Bool {
        data.withUnsafeBytes { buffer in
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
    }

    /// Makes the new name durable, if the file system can.
    private func syncFolder() {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension OAuthError {
    static let removed = store("they were removed meanwhile", "sign in again")

    static func store(_ message: String, _ advice: String) -> OAuthError {
        OAuthError(.store, "the tokens are not available: \(message)", advice: advice)
    }
}
