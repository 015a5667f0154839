#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is sent: where it is, and which bytes it had when the body was made.
///
/// A file that has been written or replaced since, as far as its length, its inode and the time of its
/// last change tell, fails the call: a digest or a signature may have been made of what it was, and a
/// second try would send something else.
public struct BodyFile: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// Its length in bytes, all of which are sent; 0 if there is no such file.
    public let count: Int
    private let state: State

    /// What was found at the path.
    private enum State: Hashable {
        case found(Version)
        case refused(_ message: String, _ advice: String)
    }

    /// What changes when a file is written or another one takes its name.
    private struct Version: Hashable {
        let device: UInt64
        let node: UInt64
        let seconds: Int
        let nanoseconds: Int

        init(_ found: stat) {
            device = UInt64(found.st_dev)
            node = UInt64(found.st_ino)
            #if canImport(Darwin)
                let time = found.st_mtimespec
            #else
                let time = found.st_mtim
            #endif
            (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
        }
    }

    /// Looks at a file; ``check()`` throws if it can't be sent.
    init(_ path: String) {
        self.path = path
        // By the system's own call: FileManager reads the owner's name and makes URLs on its way.
        var found = stat()
        if path.utf8.contains(0) {
            state = .refused("the path of a file to send holds a NUL", "give the path of a file")
        } else if stat(path, &found) != 0 {
            let reason = String(cString: strerror(errno))
            state = .refused(
                "there is no file to send, or it can't be read: \(reason)",
                "check its path and its permissions")
        } else if found.st_mode & S_IFMT != S_IFREG {
            state = .refused("what is to be sent is not a regular file", "give the path of a file")
        } else {
            state = .found(Version(found))
        }
        count = if case .found = state { Int(found.st_size) } else { 0 }
    }

    /// Refuses a path at which there was no regular file.
    func check() throws(TransportError) {
        if case .refused(let message, let advice) = state {
            throw .invalidRequest(message, advice)
        }
    }

    /// Makes sure that an open file is this one, and has not been written since.
    fileprivate func check(_ descriptor: Int32) throws(TransportError) {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw Self.unreadable("can't be looked at") }
        guard found.st_size >= off_t(count) else { throw Self.unreadable("has become shorter") }
        guard found.st_size == off_t(count), State.found(Version(found)) == state else {
            throw Self.unreadable("has changed since the body was made")
        }
    }

    fileprivate static func unreadable(_ what: String) -> TransportError {
        TransportError(
            .bodyFailed, "a file of the body \(what)",
            advice: "keep the file as it is until the call has ended")
    }
}

/// Reads a file that is sent, from its start to its end.
package struct BodyFileReader: ~Copyable {
    private let file: BodyFile
    private let descriptor: Int32
    private var position = 0

    /// Opens the file.
    /// - Throws: a ``TransportError`` if that is not possible, or it is not the file that it was.
    package init(_ file: BodyFile) throws(TransportError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BodyFile.unreadable("can't be opened: \(String(cString: strerror(errno)))")
        }
        do throws(TransportError) {
            try file.check(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.file = file
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// How many bytes have not been read.
    package var rest: Int { file.count - position }

    /// Fills a buffer as far as the file goes and returns how many bytes that are; 0 at its end.
    /// - Throws: a ``TransportError`` if it can't be read to the length that it had, and instead of its last
    ///   bytes if it has been written meanwhile.
    package mutating func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let wanted = min(buffer.count, rest)
        guard wanted > 0 else { return 0 }
        let count = readBytes(descriptor, buffer.baseAddress, wanted)
        // Its length has been promised to the server.
        guard count > 0 else {
            throw BodyFile.unreadable(
                count == 0
                    ? "has become shorter" : "can't be read: \(String(cString: strerror(errno)))")
        }
        position += count
        if rest == 0 { try file.check(descriptor) }
        return count
    }
}

/// The system's call, which a method hides by its name.
private func readBytes(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}

extension BodyFile: RedactedStringConvertible {
    /// The length, without the path.
    public var description: String { "a file, \(count) bytes" }
}
