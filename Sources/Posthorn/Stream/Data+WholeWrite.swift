import FoundationEssentials
import Glibc

extension Data {
    /// Writes all bytes at a descriptor's place; `false` if they were not all taken, `errno` says why.
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

    /// Writes a file that only its owner can read, as a whole: under another name, and renamed then.
    ///
    /// - Parameter syncs: Whether the bytes are on disk before the file has its name.
    /// - Returns: `false` if it can't be written; the other name is free then.
    func writeFile(at path: String, through part: String, syncs: Bool) -> Bool {
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
