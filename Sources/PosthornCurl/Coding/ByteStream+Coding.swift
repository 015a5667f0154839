import FoundationEssentials
import Posthorn

extension ByteStream {
    /// This stream, compared at its end with the digest that the server gave of it, as it came over the wire.
    ///
    /// Its pieces are given before that is known; a stream that throws at its end was not whole. `nil` if the
    /// server gave no digest that can be checked.
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

    /// This stream without its content coding, removed while it is read.
    func unpacked(by unpacker: sending Unpacker) -> ByteStream {
        adapted(Held(unpacker)) { held, read throws(TransportError) in
            while true {
                if let piece = try held.value.next() { return piece }
                guard !held.value.hasEnded else { return nil }
                if let packed = try await read() {
                    held.value.feed(packed)
                } else {
                    held.value.end()
                }
            }
        }
    }
}

/// A value on its way between tasks.
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
