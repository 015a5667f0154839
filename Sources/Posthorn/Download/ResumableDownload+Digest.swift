import Glibc

// Whether a file is the one that it should be, looked at before it takes its place.
extension ResumableDownload {
    /// The digests that a file must have: the caller's, and the server's of the whole file.
    func digests(_ state: State) -> [ContentDigest] {
        let expected = options.expectedDigest.map { [$0] } ?? []
        guard ContentHasher.isAvailable else { return expected }
        return expected + fields(state).compactMap { $0.flatMap { ContentDigest(field: $0) } }
    }

    /// The server's digests that are about the file: both are of the bytes on the wire, and of them
    /// `Repr-Digest` is of the whole of which a part may have come.
    private func fields(_ state: State) -> [String?] {
        if state.isDecoded { return [] }
        let whole = state.head.headers[.reprDigest]
        return switch state.head.status.code {
        case 200: [whole, state.head.headers[.contentDigest]]
        // The file is the part that the caller wants, or else our part makes it whole.
        case 206: state.request.headers[.range] == nil ? [whole] : []
        default: []
        }
    }

    /// Reads the file once more, from its first byte: a resumed one was written by several downloads.
    static func verify(_ path: String, _ digests: [ContentDigest]) throws(TransportError) {
        for digest in digests {
            guard let found = try hash(path, digest.algorithm) else {
                throw TransportError(
                    .resource, "there is no \(digest.algorithm.rawValue) with this TLS library",
                    advice: "use libcurl with OpenSSL")
            }
            guard found == digest else {
                throw TransportError(
                    .digestMismatch, "the file is another one: it has the digest \(found)",
                    advice: "download it anew; if that is no better, what was expected is wrong")
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
