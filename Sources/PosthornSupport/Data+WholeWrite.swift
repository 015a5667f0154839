package import FoundationEssentials
import Glibc

extension Data {
    /// Writes all bytes to a descriptor; returns `false` and sets `errno` on failure.
    package func writeAll(to descriptor: Int32) -> Bool {
        withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Writes a file atomically with permissions for its owner only.
    ///
    /// - Parameters:
    ///   - part: The path of the temporary file, which is renamed.
    ///   - syncs: Whether to sync the bytes to disk before the file is renamed.
    /// - Returns: `false` if the file can't be written. The temporary file is then removed.
    package func writeFile(at path: String, through part: String, syncs: Bool) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(part, flags, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = writeAll(to: descriptor) && (!syncs || fsync(descriptor) == 0)
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed, rename(part, path) == 0 else {
            unlink(part)
            return false
        }
        return true
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Reads bytes from a descriptor until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes; `nil` with `errno` set if they can't be read.
    package func fill(from descriptor: Int32) -> Int? {
        var filled = 0
        while filled < count {
            let more = Glibc.read(descriptor, baseAddress.map { $0 + filled }, count - filled)
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { return nil }
            if more == 0 { break }
            filled += more
        }
        return filled
    }
}
