#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A generated file.
enum OutputFile {
    /// Why a file could not be read or written.
    struct Failure: Error {
        var description: String
    }

    /// How each generated file begins.
    static let beginning = "// Generated from "

    /// What a file holds, up to so many bytes; nothing if there is none.
    ///
    /// - Throws: A ``Failure`` if it cannot be read, or is no file: a pipe would be waited for.
    static func bytes(of path: String, upTo limit: Int) throws(Failure) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            guard errno != ENOENT else { return nil }
            throw .system
        }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "a folder, a pipe or a device has its name")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system }
            bytes += piece[..<count]
            guard count > 0, bytes.count < limit else { return bytes }
        }
    }

    /// Writes a text to a file, whose folder is made if there is none.
    ///
    /// - Throws: A ``Failure`` if the system refuses it.
    static func write(_ text: String, to path: String) throws(Failure) {
        if let slash = path.lastIndex(of: "/") { try makeFolder(path[..<slash]) }
        let bytes = Array(text.utf8)
        try write(bytes, to: path)
    }

    private static func makeFolder(_ path: Substring) throws(Failure) {
        // Something else of its name is found out when the file is opened.
        if path.isEmpty || mkdir(String(path), 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw .system }
        try makeFolder(path[..<slash])
        guard mkdir(String(path), 0o777) == 0 || errno == EEXIST else { throw .system }
    }

    /// Writes without waiting for the disk, as Foundation would: that takes longer than generating.
    ///
    /// A file that was cut off is not the same as before, and is written again by the next run.
    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .system }
        defer { _ = close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.write(file, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                    Musl.write(file, bytes.baseAddress, bytes.count)
                #else
                    Darwin.write(file, bytes.baseAddress, bytes.count)
                #endif
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .system }
            rest = rest.dropFirst(written)
        }
    }
}

extension OutputFile.Failure {
    /// What the system said last.
    fileprivate static var system: Self { Self(description: String(cString: strerror(errno))) }
}
