import Glibc

// Verifies the digests of a file before it is moved to its destination.
extension ResumableDownload {
    /// Returns the expected digests: the caller's, and the server's digests of the complete file.
    func digests(_ state: State) -> [ContentDigest] {
        let expected = options.expectedDigest.map { [$0] } ?? []
        guard ContentHasher.isAvailable else { return expected }
        return expected + fields(state).compactMap { $0.flatMap { ContentDigest(field: $0) } }
    }

    /// Returns the values of the server's digest fields that apply to the file.
    ///
    /// Both fields cover the bytes on the wire. `Repr-Digest` covers the complete representation, even in a
    /// partial response.
    private func fields(_ state: State) -> [String?] {
        if state.isDecoded { return [] }
        let whole = state.head.headers[.reprDigest]
        return switch state.head.status.code {
        case 200: [whole, state.head.headers[.contentDigest]]
        // With a Range field of the caller, the file is only a part. Otherwise the part completes the file.
        case 206: state.request.headers[.range] == nil ? [whole] : []
        default: []
        }
    }

    /// Hashes the file from its first byte, because several downloads may have written a resumed file.
    static func verify(_ path: String, _ digests: [ContentDigest]) throws(TransportError) {
        for digest in digests {
            guard let found = try hash(path, digest.algorithm) else {
                throw TransportError(
                    .resource, "there is no \(digest.algorithm.rawValue) with this TLS library",
                    advice: "use libcurl with OpenSSL")
            }
            guard found == digest else {
                throw TransportError(
                    .digestMismatch, "the file has the digest \(found), and \(digest) was expected",
                    advice: "download it again; if that fails, correct the expected digest")
            }
        }
    }

    private static func hash(
        _ path: String, _ algorithm: ContentDigest.Algorithm
    ) throws(TransportError) -> ContentDigest? {
        guard let hasher = ContentHasher(algorithm) else { return nil }
        let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = file < 0 ? -1 : read(file, &buffer, buffer.count)
            if count < 0, file >= 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw TransportError(
                    .fileFailed,
                    "the file of the response can't be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { return hasher.finish() }
            buffer.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
