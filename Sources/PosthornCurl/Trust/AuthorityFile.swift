import Dispatch
import Glibc

/// A file of certificate authorities, read once for all sessions of the process that use it.
///
/// Parsing the system's file takes about 20 milliseconds; if libcurl did it, each session's loop would stop
/// meanwhile. The file has its own queue, which parses it and checks it for changes.
final class AuthorityFile: Sendable {
    typealias Contents = Result<TrustAnchors, TransportError>

    let path: String
    let queue = DispatchQueue(label: "posthorn.authorities")
    private let content = Locked<(stamp: [Int], anchors: TrustAnchors)?>(nil)

    private static let files = Locked<[String: Known]>([:])
    /// The system's file, kept for future sessions.
    private static let systems = CurlLibrary.authoritiesFile.map { AuthorityFile($0) }
    /// The maximum size of a file in bytes; the system's has 0.2 MB.
    private static let maximumBytes = 64 << 20

    private struct Known {
        weak var file: AuthorityFile?
    }

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

    /// Reads the file if it has changed, and passes its authorities to a closure.
    func read(_ completion: @escaping @Sendable (Contents) -> Void) {
        queue.async { completion(Contents { () throws(TransportError) in try self.anchors() }) }
    }

    private func anchors() throws(TransportError) -> TrustAnchors {
        guard let functions = OpenSSL.functions else { throw .noOpenSSL(CurlLibrary.tlsLibrary) }
        // Nonblocking, so that opening a pipe does not wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            // Running out of resources does not mean that the file has changed.
            if Self.shortages.contains(code), let known = content.withLock({ $0 }) {
                return known.anchors
            }
            throw unreadable(code)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("it is not a regular file")
        }
        // Identifies a state of the file.
        let stamp = [
            Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size,
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
        if let known = content.withLock({ $0 }), known.stamp == stamp { return known.anchors }
        guard status.st_size <= Self.maximumBytes else { throw unreadable(EFBIG) }
        // A change during the read leads to another stamp at the next read.
        guard let anchors = TrustAnchors(file: try bytes(of: file, status.st_size), functions)
        else { throw unreadable("it is not a list of certificates in PEM") }
        content.withLock { $0 = (stamp, anchors) }
        return anchors
    }

    private func bytes(of file: Int32, _ count: Int) throws(TransportError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            if let filled = UnsafeMutableRawBufferPointer(buffer).fill(from: file) {
                read = filled
            } else {
                failure = errno
            }
        }
        guard failure == 0 else { throw unreadable(failure) }
        return bytes
    }

    /// The errors of a system without free descriptors or memory.
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
