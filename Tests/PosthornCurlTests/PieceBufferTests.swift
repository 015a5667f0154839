import FoundationEssentials
import TestSupport
import Testing

@testable import PosthornCurl

/// Bytes that wait for the reader of a stream.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PieceBufferTests {
    /// Bytes whose values depend on their positions.
    private static func bytes(_ range: Range<Int>) -> [UInt8] {
        range.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test(arguments: [1, 1000, 16 << 10, 65_537, 196_607, 196_608, 196_609, 500_000])
    func deliversEveryByteInOrder(step: Int) {
        var buffer = PieceBuffer()
        let total = max(3 * step, 3000)
        var (added, taken, turn) = (0, [UInt8](), 0)
        while added < total || buffer.count > 0 {
            if added < total, turn % 5 != 4 {
                let end = min(total, added + step)
                Self.bytes(added..<end).withUnsafeBytes { buffer.append($0) }
                added = end
            } else if let piece = buffer.take() {
                #expect(!piece.isEmpty)
                taken += piece
            }
            #expect(buffer.count == added - taken.count)
            turn += 1
        }
        #expect(taken == Self.bytes(0..<total))
        #expect(buffer.take() == nil)
    }

    @Test func piecesStayUnchangedWhileOthersArrive() {
        var buffer = PieceBuffer()
        var pieces: [Data] = []
        for number in 0..<40 {
            let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
            bytes.withUnsafeBytes { buffer.append($0) }
            while let piece = buffer.take() { pieces.append(piece) }
        }
        let whole = pieces.reduce(Data(), +)
        #expect(whole == Data((0..<40).flatMap { [UInt8](repeating: $0, count: 100_000) }))
    }
}
