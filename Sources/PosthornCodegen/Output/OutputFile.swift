internal import FoundationEssentials

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A generated file.
public enum OutputFile {
    /// Why a file could not be written.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system's text.
        public var description: String
    }

    /// Writes a text to a file, unless it holds exactly that already.
    ///
    /// An untouched file keeps its date, so that nothing that depends on it is compiled again.
    /// - Returns: Whether the file was written.
    @discardableResult
    public static func write(_ text: String, to path: String) throws -> Bool {
        let url = URL(filePath: path)
        if let old = try? Data(contentsOf: url), old == Data(text.utf8) { return false }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        var text = text
        try text.withUTF8 { try write($0, to: path) }
        return true
    }

    /// Writes without waiting for the disk, as Foundation would: that takes longer than generating.
    ///
    /// A file that was cut off is not the same as before, and is written again by the next run.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure(description: String(cString: strerror(errno))) }
        defer { _ = close(file) }
        var start = 0
        while start < bytes.count, let base = bytes.baseAddress {
            #if canImport(Glibc)
                let written = Glibc.write(file, base + start, bytes.count - start)
            #elseif canImport(Musl)
                let written = Musl.write(file, base + start, bytes.count - start)
            #else
                let written = Darwin.write(file, base + start, bytes.count - start)
            #endif
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure(description: String(cString: strerror(errno))) }
            start += written
        }
    }
}
