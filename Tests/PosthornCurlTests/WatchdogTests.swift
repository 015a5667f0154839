@testable import PosthornCurl
import Testing

/// The times at which transfers are checked for timeouts.
struct WatchdogTests {
    private static let now = LoopInstant.now

    private static func time(_ number: Int) -> LoopInstant {
        now + .milliseconds(number)
    }

    private static func order(_ watchdog: Watchdog) -> [UInt64] {
        var watchdog = watchdog
        var order: [UInt64] = []
        while let id = watchdog.take(now + .seconds(3600)) { order.append(id) }
        return order
    }

    @Test func takesEarliestEntryFirst() {
        var watchdog = Watchdog()
        let times = (0..<500).shuffled()
        for time in times { watchdog.add(UInt64(time), at: Self.time(time)) { _ in true } }
        #expect(watchdog.next == Self.now)
        #expect(Self.order(watchdog) == (0..<500).map { UInt64($0) })
    }

    @Test func takesNoEntryBeforeItsTime() {
        var watchdog = Watchdog()
        watchdog.add(1, at: Self.time(10)) { _ in true }
        #expect(watchdog.take(Self.time(9)) == nil)
        #expect(watchdog.take(Self.time(10)) == 1)
        #expect(watchdog.next == nil)
    }

    /// Entries of finished transfers remain for a while, but never many.
    @Test func dropsEntriesOfFinishedTransfers() {
        var watchdog = Watchdog()
        var most = 0
        for number in 0..<100_000 {
            watchdog.add(UInt64(number), at: Self.time(number % 977)) { $0 % 1000 == 0 }
            most = max(most, watchdog.count)
        }
        #expect(most <= 2048)
        let live = Self.order(watchdog).filter { $0 % 1000 == 0 }
        #expect(Set(live) == Set(stride(from: UInt64(0), to: 100_000, by: 1000)))
    }
}
