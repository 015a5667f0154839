import Foundation
import Testing

@testable import PosthornCrypto

@Suite("Data written in place")
struct WrittenDataTests {
    // Less than a large page, two pages, and more than two pages that are no multiple.
    @Test(arguments: [0, 1, 5_000, 4 << 20, 5_000_001])
    func dataContainsWhatWasWritten(_ count: Int) throws {
        let bytes = try #require(
            Data.written(count) { memory in
                for index in 0..<count { memory[index] = UInt8(truncatingIfNeeded: index) }
                return true
            })
        #expect(bytes == Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
        #expect(Data.written(count) { _ in false } == (count == 0 ? Data() : nil))
    }

    @Test(arguments: [3, 4_095, 4_096, 5_000_001])
    func suffixIsAnIndependentCopy(_ count: Int) {
        func bytes() -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }) }
        let expected = Data(bytes().dropFirst(2))
        var rest = bytes().after(2)
        #expect(rest.startIndex == 0)
        #expect(rest == expected)
        let copy = rest
        rest[0] ^= 1
        rest.append(0)
        #expect(copy == expected)
        #expect(rest == Data([15]) + expected.dropFirst() + [0])
    }
}
