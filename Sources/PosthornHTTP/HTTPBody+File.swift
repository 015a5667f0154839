public import FoundationEssentials
import Glibc

extension HTTPBody {
    /// A file that is sent as a part of a body, with the state that it had when the body was created.
    ///
    /// If the file has been written or replaced since then, the call fails, because a digest or a signature may
    /// cover the earlier content and a retry would send other bytes. A change is detected by the length, the
    /// inode and the modification time.
    public struct File: Sendable, Hashable {
        /// The location of the file.
        public let url: URL
        /// The file's length in bytes, all of which are sent; 0 if there is no such file.
        public let count: Int
        private let state: State

        private enum State: Hashable {
            case found(Version)
            case refused(_ message: String, _ advice: String)
        }

        /// Metadata that changes when the file is written or replaced.
        private struct Version: Hashable {
            let device: dev_t
            let node: ino_t
            let seconds: Int
            let nanoseconds: Int

            init(_ found: stat) {
                (device, node) = (found.st_dev, found.st_ino)
                (seconds, nanoseconds) = (found.st_mtim.tv_sec, found.st_mtim.tv_nsec)
            }
        }

        /// Reads the metadata of a file; ``check()`` throws if it can't be sent.
        init(_ url: URL) {
            self.url = url
            // Calls `stat` directly, because `FileManager` also looks up the owner's name and creates URLs.
            var found = stat()
            let path = url.path(percentEncoded: false)
            if !url.isFileURL {
                state = .refused("the URL of a file to send is not a file URL", URL.fileAdvice)
            } else if path.utf8.contains(0) {
                state = .refused("the path of a file to send holds a NUL", "give the URL of a file")
            } else if stat(path, &found) != 0 {
                let reason = String(cString: strerror(errno))
                state = .refused(
                    "there is no file to send, or it can't be read: \(reason)",
                    "check its path and its permissions")
            } else if found.st_mode & S_IFMT != S_IFREG {
                state = .refused("the path to send is not a regular file", "give the URL of a file")
            } else {
                state = .found(Version(found))
            }
            count = if case .found = state { Int(found.st_size) } else { 0 }
        }

        /// Throws if there was no regular file at the path.
        func check() throws(TransportError) {
            if case .refused(let message, let advice) = state {
                throw .invalidRequest(message, advice)
            }
        }

        /// Throws if an open file is another one, or has been written since the body was created.
        fileprivate func check(_ descriptor: Int32) throws(TransportError) {
            var found = stat()
            guard fstat(descriptor, &found) == 0 else { throw Self.unreadable("can't be read") }
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
}

/// Reads a file that is sent, from start to end.
package struct BodyFileReader: ~Copyable {
    private let file: HTTPBody.File
    private let descriptor: Int32
    private var position = 0

    /// - Throws: a ``TransportError`` if the file can't be opened or has changed since the body was created.
    package init(_ file: HTTPBody.File) throws(TransportError) {
        if !file.url.isFileURL { try file.check() }
        let descriptor = open(file.url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HTTPBody.File.unreadable("can't be opened: \(String(cString: strerror(errno)))")
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

    package var rest: Int { file.count - position }

    /// Fills a buffer and returns the number of bytes read; 0 at the end of the file.
    /// - Throws: a ``TransportError`` if the file can't be read to its original length. If the file was
    ///   written meanwhile, this method throws instead of returning the last bytes.
    package mutating func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let wanted = min(buffer.count, rest)
        guard wanted > 0 else { return 0 }
        let count = Glibc.read(descriptor, buffer.baseAddress, wanted)
        // The request has announced the length to the server.
        guard count > 0 else {
            throw HTTPBody.File.unreadable(
                count == 0
                    ? "has become shorter" : "can't be read: \(String(cString: strerror(errno)))")
        }
        position += count
        if rest == 0 { try file.check(descriptor) }
        return count
    }
}

extension HTTPBody.File: RedactedStringConvertible {
    /// The length, without the path.
    public var description: String { "a file, \(count) bytes" }
}
