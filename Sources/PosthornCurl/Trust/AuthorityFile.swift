import Dispatch
import Glibc
import Posthorn

/// A file of certificate authorities, read once for all sessions of the process that have it.
///
/// To read the system's takes some 20 milliseconds, for which libcurl would have the loop of each
/// session stand still. A queue of the file's own reads it instead, and says later whether it has changed.
final class AuthorityFile: Sendable {
    /// What is known of a file now.
    typealias Answer = Result<TrustAnchors, TransportError>

    let path: String
    /// Where it is read.
    let queue = DispatchQueue(label: "posthorn.authorities")
    private let content = Locked<(stamp: [Int], anchors: TrustAnchors)?>(nil)

    /// The files that some session has.
    private static let files = Locked<[String: Known]>([:])
    /// The system's, for sessions to come too.
    private static let systems = CurlLibrary.authoritiesFile.map { AuthorityFile($0) }
    /// How long a file may be; the system's has 0.2 MB.
    private static let mostBytes = 64 << 20

    private struct Known {
        weak var file: AuthorityFile?
    }

    /// The file at a path.
    static func at(_ path: String) -> AuthorityFile {
        if let systems, systems.path == path { return systems }
        return files.withLock { files in
            if let file = files[path]?.file { return file }
            files = files.filter { $0.value.file != nil }
            let file = AuthorityFile(path)
            files[path] = Known(file: file)
            return file
        }
    }

    private init(_ path: String) { self.path = path }

    /// Says what authorities the file holds now.
    func read(_ tell: @escaping @Sendable (Answer) -> Void) {
        queue.async { tell(Answer { () throws(TransportError) in try self.anchors() }) }
    }

    private func anchors() throws(TransportError) -> TrustAnchors {
        guard let functions = OpenSSL.functions else { throw .noOpenSSL(CurlLibrary.tlsLibrary) }
        // Without waiting for whoever writes, should it be a pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            // That nothing can be opened says nothing about the file.
            if Self.shortages.contains(code), let known = content.withLock({ $0 }) {
                return known.anchors
            }
            throw unreadable(code)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable("it is no regular file") }
        // What tells one state of a file from another.
        let stamp = [
            Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size,
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
        if let known = content.withLock({ $0 }), known.stamp == stamp { return known.anchors }
        guard status.st_size <= Self.mostBytes else { throw unreadable(EFBIG) }
        // What changes meanwhile has another stamp the next time.
        guard let anchors = TrustAnchors(file: try bytes(of: file, status.st_size), functions)
        else { throw unreadable("it is no list of certificates in PEM") }
        content.withLock { $0 = (stamp, anchors) }
        return anchors
    }

    private func bytes(of file: Int32, _ count: Int) throws(TransportError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            while read < count {
                let more = Glibc.read(file, buffer.baseAddress.map { $0 + read }, count - read)
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = errno }
                guard more > 0 else { return }
                read += more
            }
        }
        guard failure == 0 else { throw unreadable(failure) }
        return bytes
    }

    /// What the system says when it is out of descriptors or memory.
    private static let shortages = [EMFILE, ENFILE, ENOMEM]

    private func unreadable(_ code: Int32) -> TransportError {
        let reason = String(cString: strerror(code))
        guard Self.shortages.contains(code) else { return unreadable(reason) }
        return TransportError(
            .resource, "the file of certificate authorities \(path) can't be opened: \(reason)",
            advice: "see whether descriptors or memory ran out", isSafeToRetry: true)
    }

    private func unreadable(_ reason: String) -> TransportError {
        TransportError(
            .untrustedCertificate,
            "the file of certificate authorities \(path) can't be read: \(reason)",
            advice: "give the session a PEM file, or install the system's (ca-certificates)",
            isSafeToRetry: true)
    }
}
