import FoundationEssentials
@testable import PosthornCurl
import Testing

/// The memory pool for bodies, and how much of it a body holds.
struct BodyMemoryTests {
    @Test func fullPoolStillKeepsOtherSizes() {
        let memory = BodyMemory()
        let full = (0..<16).map { _ in memory.take(1 << 20) }
        full.forEach(memory.put)
        let other = memory.take(2 << 20)
        memory.put(other)
        let again = memory.take(2 << 20)
        #expect(again.start == other.start)
        memory.put(again)
    }

    @Test func bufferExceedsRequestedSizeByAtMostOneThird() {
        let memory = BodyMemory()
        for count in stride(from: 131_072, to: 3_000_000, by: 9973) {
            let slab = memory.take(count)
            #expect(slab.size >= count && slab.size * 3 / 4 <= count, "\(count)")
            memory.put(slab)
        }
    }

    /// The caller's `Data` uses the memory into which the body was received.
    ///
    /// The pool gets it back when the caller drops the body.
    @Test func bodyIsHandedOverWithoutCopying() throws {
        let (memory, count) = (BodyMemory(), 300_000)
        let first = memory.take(count)
        memory.put(first)
        var buffer = BodyBuffer(memory)
        for _ in 0..<3 {
            let piece = [UInt8](repeating: 0x61, count: count / 3)
            piece.withUnsafeBytes { buffer.append($0, expected: count) }
        }
        let body = buffer.take()
        #expect(body == Data(repeating: 0x61, count: count))
        let place = try body.withUnsafeBytes { try #require($0.baseAddress) }
        #expect(place == UnsafeRawPointer(first.start))
    }
}
