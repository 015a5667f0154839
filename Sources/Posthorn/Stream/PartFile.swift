import FoundationEssentials

#if canImport(Glibc)
    import Glibc
    // The member of this name below would be called instead.
    private let writeBytes = Glibc.write
#elseif canImport(Musl)
    import Musl
    private let writeBytes = Musl.write
#else
    import Darwin
    private let writeBytes = Darwin.write
#endif

/// A file that grows as `<destination>.part` and takes its place when it is complete.
struct PartFile {
    private let destination: String
    private let path: String
    private let descriptor: Int32

    /// Opens the partial file, which no other download may be writing.
    init(beside destination: String) throws {
        guard !destination.isEmpty, !destination.hasSuffix("/") else {
            throw CallFault(
                .fileFailed, "the destination of the answer is not a file's path",
                advice: "give the path of the file itself")
        }
        self.destination = destination
        path = destination + ".part"
        while true {
            // Never through a link: another user may have put it there.
            let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            let descriptor = open(path, flags, 0o600)
            guard descriptor >= 0 else { throw Self.fault("opened") }
            var opened = stat()
            guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw CallFault(
                    .fileFailed, "the partial file of the answer is not a regular file",
                    advice: "remove what stands at <destination>.part")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw CallFault(
                    .fileFailed, "another download is writing the same file",
                    advice: "wait for it, or choose another destination")
            }
            // The other one may just have renamed what was opened here.
            var named = stat()
            if lstat(path, &named) == 0, named.st_ino == opened.st_ino,
                named.st_dev == opened.st_dev
            {
                self.descriptor = descriptor
                break
            }
            close(descriptor)
        }
        guard ftruncate(descriptor, 0) == 0 else {
            let fault = Self.fault("emptied")
            discard()
            throw fault
        }
    }

    func write(_ data: Data) throws {
        try data.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let count = writeBytes(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.fault("written") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Puts the file in its place.
    func finish() throws {
        guard fsync(descriptor) == 0, rename(path, destination) == 0 else {
            throw Self.fault("put in its place")
        }
        close(descriptor)
    }

    /// Removes the file.
    func discard() {
        unlink(path)
        close(descriptor)
    }

    private static func fault(_ what: String) -> CallFault {
        let reason = String(cString: strerror(errno))
        return CallFault(
            .fileFailed, "the file of the answer could not be \(what): \(reason)",
            advice: "check its folder, its permissions and the free space")
    }
}
