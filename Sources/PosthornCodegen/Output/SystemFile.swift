#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that is open, as the system has it.
///
/// Foundation waits for the disk when it writes, which takes longer than generating.
struct SystemFile: ~Copyable {
    /// Why a file can't be read or written.
    enum Failure: Error {
        /// A folder, or something that is read without an end.
        case noFile(isFolder: Bool)
        /// In the words of the system.
        case refused(String, isMissing: Bool)

        fileprivate init(_ code: Int32 = errno) {
            self = .refused(String(cString: strerror(code)), isMissing: code == ENOENT)
        }
    }

    private let descriptor: Int32

    /// Opens a file for reading.
    init(reading path: String) throws(Failure) {
        // Without `O_NONBLOCK` a pipe that nobody writes to would be waited for.
        try self.init(path, O_RDONLY | O_NONBLOCK)
    }

    /// Opens a file without what is in it; one that is missing is made, with its folder.
    init(replacing path: String) throws(Failure) {
        if let slash = path.lastIndex(of: "/") { try Self.makeFolder(path[..<slash]) }
        try self.init(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    private init(_ path: String, _ flags: Int32) throws(Failure) {
        descriptor = open(path, flags | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Failure() }
    }

    deinit { close(descriptor) }

    private static func makeFolder(_ path: Substring) throws(Failure) {
        // Something else of its name is found out when the file is opened.
        if path.isEmpty || mkdir(String(path), 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw Failure() }
        try makeFolder(path[..<slash])
        guard mkdir(String(path), 0o777) == 0 || errno == EEXIST else { throw Failure() }
    }

    /// How many bytes are in it.
    ///
    /// - Throws: A ``Failure`` if it is no file.
    func size() throws(Failure) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure() }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw .noFile(isFolder: kind == S_IFDIR) }
        return Int(status.st_size)
    }

    /// What is in it, up to so many bytes.
    func bytes(upTo limit: Int) throws(Failure) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit, let base = buffer.baseAddress {
                let length = read(descriptor, base + count, limit - count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { code = errno }
                guard length > 0 else { return }
                count += length
            }
        }
        guard code == 0 else { throw Failure(code) }
        return bytes
    }

    /// Writes bytes; a file that was cut off is not the same as before, and written again by the next
    /// run.
    func append(_ bytes: [UInt8]) throws(Failure) { try Self.write(bytes, to: descriptor) }

    /// Writes bytes to what has a descriptor.
    fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { put($0, descriptor) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure() }
            rest = rest.dropFirst(written)
        }
    }
}

private func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// Writes to where a person or another program reads.
public enum StandardError {
    /// Writes lines, as long as somebody takes them.
    public static func write(_ lines: [String]) {
        let text = lines.map { $0 + "\n" }.joined()
        try? SystemFile.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
