#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// An open file, with the system's functions.
///
/// Foundation synchronizes with the disk when it writes, which takes longer than generating.
package struct SystemFile: ~Copyable {
    /// The reason why a file cannot be read or written.
    package enum Failure: Error {
        /// A folder, or a pipe or device, which may have no end.
        case noFile(isFolder: Bool)
        /// An error with the system's message.
        case refused(String, isMissing: Bool)

        fileprivate init(_ code: Int32 = errno) {
            self = .refused(String(cString: strerror(code)), isMissing: code == ENOENT)
        }
    }

    private let descriptor: Int32

    package init(reading path: String) throws(Failure) {
        // Without `O_NONBLOCK`, opening a pipe would wait for a writer.
        try self.init(path, O_RDONLY | O_NONBLOCK)
    }

    /// Opens a file for writing and truncates it, or creates it with its folder.
    package init(replacing path: String) throws(Failure) {
        if let slash = path.lastIndex(of: "/") { try Self.makeFolder(path[..<slash]) }
        try self.init(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    private init(_ path: String, _ flags: Int32) throws(Failure) {
        descriptor = open(path, flags | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Failure() }
    }

    deinit { close(descriptor) }

    private static func makeFolder(_ path: Substring) throws(Failure) {
        // If a file has this name, opening reports the error.
        if path.isEmpty || mkdir(String(path), 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw Failure() }
        try makeFolder(path[..<slash])
        guard mkdir(String(path), 0o777) == 0 || errno == EEXIST else { throw Failure() }
    }

    /// Returns the number of bytes.
    ///
    /// - Throws: A ``Failure`` if this is not a regular file.
    package func size() throws(Failure) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure() }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw .noFile(isFolder: kind == S_IFDIR) }
        return Int(status.st_size)
    }

    /// Reads at most `limit` bytes.
    package func bytes(upTo limit: Int) throws(Failure) -> [UInt8] {
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

    /// Appends bytes.
    ///
    /// If that fails, the file is incomplete, so that the next run writes it again.
    package func append(_ bytes: [UInt8]) throws(Failure) { try Self.write(bytes, to: descriptor) }

    /// Writes bytes to a descriptor.
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

/// The standard error stream.
package enum StandardError {
    /// Writes lines to standard error, and ignores errors.
    package static func write(_ lines: [String]) {
        let text = lines.map { $0 + "\n" }.joined()
        try? SystemFile.write(Array(text.utf8), to: STDERR_FILENO)
    }
}

extension String {
    /// Returns whether these bytes are the text in UTF-8.
    ///
    /// In a debug build, comparing byte by byte takes half a second for 7 MB.
    package func hasUTF8(_ bytes: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { text in
            guard let start = text.baseAddress else { return bytes.isEmpty }
            return text.count == bytes.count && memcmp(start, bytes, bytes.count) == 0
        }
    }
}
