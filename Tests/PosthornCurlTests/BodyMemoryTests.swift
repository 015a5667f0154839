@testable import PosthornCurl
import Testing

/// What is kept for bodies to come, and how much of it a body holds.
struct BodyMemoryTests {
    @Test func otherSizesGetInWhenItIsFull() {
        let memory = BodyMemory()
        let full = (0..<16).map { _ in memory.take(1 << 20) }
        full.forEach(memory.put)
        let other = memory.take(2 << 20)
        memory.put(other)
        let again = memory.take(2 << 20)
        #expect(again.start == other.start)
        memory.put(again)
    }

    @Test func aBodyHoldsAtMostAThirdMoreThanItNeeds() {
        let memory = BodyMemory()
        for count in stride(from: 131_072, to: 3_000_000, by: 9973) {
            let slab = memory.take(count)
            #expect(slab.size >= count && slab.size * 3 / 4 <= count, "\(count)")
            memory.put(slab)
        }
    }
}
