import FoundationEssentials

extension ByteStream {
    /// Returns a stream that checks the bytes on the wire against the server's digest.
    ///
    /// It delivers the bytes before the digest is checked, and throws at its end if the digest does not
    /// match. `nil` if the response has no digest that can be checked.
    func digested(_ headers: HTTPFields) -> ByteStream? {
        guard let field = headers[.contentDigest], let digest = ContentDigest(field: field),
            let hasher = ContentHasher(digest.algorithm)
        else { return nil }
        return adapted(Held(hasher)) { held, read throws(TransportError) in
            if let piece = try await read() {
                piece.withUnsafeBytes { held.value.update($0) }
                return piece
            }
            guard held.value.finish() == digest else { throw .digestMismatch }
            return nil
        }
    }

    func decompressed(by decompressor: sending Decompressor) -> ByteStream {
        adapted(Held(decompressor)) { held, read throws(TransportError) in
            while true {
                if let piece = try held.value.next() { return piece }
                guard !held.value.hasEnded else { return nil }
                if let compressed = try await read() {
                    held.value.feed(compressed)
                } else {
                    held.value.end()
                }
            }
        }
    }
}

/// A value that moves between tasks.
// SAFETY: a stream gives it to one task at a time.
private struct Held<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension TransportError {
    static let digestMismatch = TransportError(
        .digestMismatch, "the body does not have the digest that the server gave of it",
        advice: "call again; the response was changed on its way")
}
