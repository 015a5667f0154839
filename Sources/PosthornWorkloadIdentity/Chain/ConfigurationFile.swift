internal import FoundationEssentials
internal import Glibc
internal import PosthornCore

/// Reads small files of credentials and their configuration.
enum ConfigurationFile {
    private static let sizeLimit = 1 << 20

    /// Returns the text of a file, or `nil` if there is none.
    ///
    /// It follows symbolic links, with which Kubernetes replaces files. A file that everyone may write is refused, as
    /// its content would be anyone's.
    static func text(_ path: String) throws(WorkloadIdentityError) -> String? {
        // Without blocking, because the path may be that of a pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .invalid("\(path) cannot be opened", "check its mode and its owner")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .invalid("\(path) is not a file", "write the path of a file")
        }
        guard status.st_mode & 0o002 == 0 else {
            throw .invalid("everyone may write \(path)", "set its mode to 0600")
        }
        guard let bytes = read(file), bytes.count <= sizeLimit else {
            throw .invalid("\(path) is larger than 1 MiB or cannot be read", "check the path")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("\(path) is not UTF-8", "write it in UTF-8")
        }
        return text
    }

    /// Returns a token from a file, without the line break at its end.
    static func token(_ path: String) throws(WorkloadIdentityError) -> String {
        guard let text = try text(path) else {
            throw .invalid("\(path) does not exist", "check that the token is mounted there")
        }
        let token = text.trimmed
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid(
                "\(path) has no token: it is empty, or has spaces or line breaks inside",
                "check what writes the file")
        }
        return token
    }

    /// Returns at most one byte more than the limit; `nil` if the file can't be read.
    private static func read(_ file: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= sizeLimit {
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
