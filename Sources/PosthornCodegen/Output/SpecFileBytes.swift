internal import PosthornSpec

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads a spec file, if it is one and not too large: both are known before a byte is read.
enum SpecFileBytes {
    /// Why a file was not read, in the words of a diagnostic.
    struct Refusal: Error {
        var rule = "a spec file can be read"
        var found: String
        var write: String
    }

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The file; a link to one will do.
    ///   - room: How many bytes the service may have beyond those of the files before.
    static func read(_ path: String, room: Int) throws(Refusal) -> [UInt8] {
        // Without `O_NONBLOCK` a pipe that nobody writes to would be waited for.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            throw errno == ENOENT
                ? Refusal(found: "none", write: "it")
                : Refusal(
                    found: String(cString: strerror(errno)), write: "it where it can be read")
        }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(
                rule: "a spec is a file",
                found: status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe or a device",
                write: "a file, or another name without '.yaml'")
        }
        let size = Int(status.st_size)
        guard size <= SourceFile.sizeLimit else {
            throw Refusal(
                rule: "a spec file has at most 4 MiB", found: "\(size) bytes",
                write: "several smaller files")
        }
        guard size <= room else {
            throw Refusal(
                rule: "the spec files of a service have at most 16 MiB in all",
                found: "more, up to this file", write: "several services")
        }
        return try bytes(of: file, size: size)
    }

    /// What is in an open file, as much as its size says.
    private static func bytes(of file: Int32, size: Int) throws(Refusal) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let base = buffer.baseAddress {
                #if canImport(Glibc)
                    let length = Glibc.read(file, base + count, size - count)
                #elseif canImport(Musl)
                    let length = Musl.read(file, base + count, size - count)
                #else
                    let length = Darwin.read(file, base + count, size - count)
                #endif
                if length < 0, errno == EINTR { continue }
                if length < 0 { code = errno }
                guard length > 0 else { return }
                count += length
            }
        }
        guard code == 0 else {
            throw Refusal(found: String(cString: strerror(code)), write: "it where it can be read")
        }
        return bytes
    }
}
