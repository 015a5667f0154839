import FoundationEssentials
@testable import PosthornCurl
import Testing

struct BodyBufferTests {
    @Test(arguments: [1, 1000, 100_000, 300_000])
    func collectsPieces(size: Int) {
        var buffer = BodyBuffer()
        let bytes = (0..<3 * size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<start + size].withUnsafeBytes { buffer.append($0, expected: nil) }
        }
        #expect(buffer.count == bytes.count)
        #expect(buffer.take() == Data(bytes))
        #expect(buffer.count == 0)
    }

    /// The caller's `Data` uses the memory into which the body was received.
    @Test func bodyIsHandedOverWithoutCopying() {
        let count = 300_000
        var buffer = BodyBuffer()
        for _ in 0..<3 {
            let piece = [UInt8](repeating: 0x61, count: count / 3)
            piece.withUnsafeBytes { buffer.append($0, expected: count) }
        }
        let first = buffer.body.withUnsafeBytes { $0.baseAddress }
        let body = buffer.take()
        #expect(body == Data(repeating: 0x61, count: count))
        #expect(body.withUnsafeBytes { $0.baseAddress } == first)
    }
}
