import Glibc

/// An open file of the trust settings.
final class OpenFile {
    /// Identifies a state of the file.
    let stamp: [Int]
    private let path: String
    private let kind: TrustFile.Name.Kind
    private let descriptor: Int32
    private let count: Int

    /// The maximum size of a file in bytes; the system's authorities have 0.2 MB.
    private static let maximumBytes = 64 << 20
    /// The errors of a system without free descriptors or memory.
    static let shortages = [EMFILE, ENFILE, ENOMEM]

    init(_ path: String, _ kind: TrustFile.Name.Kind) throws(TransportError) {
        // Nonblocking, so that opening a pipe does not wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(path, kind, errno) }
        var status = stat()
        let failure = fstat(file, &status) == 0 ? nil : errno
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard failure == nil, isRegular, status.st_size <= Self.maximumBytes else {
            close(file)
            if let failure { throw .unreadable(path, kind, failure) }
            guard isRegular else { throw .unreadable(path, kind, "it is not a regular file") }
            throw .unreadable(path, kind, EFBIG)
        }
        (self.path, self.kind, descriptor, count) = (path, kind, file, status.st_size)
        stamp = [
            Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size,
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }

    deinit { close(descriptor) }

    func bytes() throws(TransportError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            if let filled = UnsafeMutableRawBufferPointer(buffer).fill(from: descriptor) {
                read = filled
            } else {
                failure = errno
            }
        }
        guard failure == 0 else { throw .unreadable(path, kind, failure) }
        return bytes
    }
}

extension TrustFile.Name.Kind {
    var label: String {
        switch self {
        case .authorities: "certificate authorities"
        case .revocationList: "the revocation list"
        case .identity: "the client identity"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .authorities:
            "give the session a PEM file, or install the system's (ca-certificates)"
        case .revocationList: "fetch the list again, or remove it from the policy"
        case .identity: "write the certificate and its key again, as a pair"
        }
    }
}

extension TransportError {
    fileprivate static func unreadable(
        _ path: String, _ kind: TrustFile.Name.Kind, _ code: Int32
    ) -> TransportError {
        let reason = String(cString: strerror(code))
        guard OpenFile.shortages.contains(code) else { return unreadable(path, kind, reason) }
        return TransportError(
            .resource, "the file of \(kind.label) \(path) can't be opened: \(reason)",
            advice: "see whether descriptors or memory ran out", isSafeToRetry: true)
    }

    static func unreadable(
        _ path: String, _ kind: TrustFile.Name.Kind, _ reason: String
    ) -> TransportError {
        var code = Code.untrustedCertificate
        if case .identity = kind { code = .tlsFailed }
        return TransportError(
            code, "the file of \(kind.label) \(path) can't be read: \(reason)",
            advice: kind.advice, isSafeToRetry: true)
    }
}
