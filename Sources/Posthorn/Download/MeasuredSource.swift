import FoundationEssentials

/// A body that has to have a certain length, which its own framing need not say.
final class MeasuredSource: ByteSource {
    private let body: ByteStream
    private let left: Locked<Int>

    init(_ body: ByteStream, _ count: Int) {
        self.body = body
        left = Locked(count)
    }

    func next() async throws(TransportError) -> Data? {
        var iterator = body.makeAsyncIterator()
        let piece = try await iterator.next()
        let left = left.withLock { left in
            left -= piece?.count ?? 0
            return left
        }
        guard left >= 0 else {
            throw .wrongRange("more bytes came than the part of the file is said to have")
        }
        guard piece != nil || left == 0 else {
            throw TransportError(
                .truncated, "the part of the file ended \(left) bytes early",
                advice: "download it again; what came is kept where it can be used")
        }
        return piece
    }
}
