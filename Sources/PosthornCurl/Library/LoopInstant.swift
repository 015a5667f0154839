import Glibc

/// A time on the loop's clock, which also runs while the system sleeps.
///
/// It replaces `ContinuousClock.Instant`, whose layout the standard library hides: the compiler copies and
/// destroys an optional one through a table of functions, which takes 3 % of a small request's instructions.
struct LoopInstant: Comparable, Sendable {
    /// The time since the system started.
    private let nanoseconds: Int64

    static var now: LoopInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return LoopInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// A time that has always passed.
    static let due = LoopInstant(nanoseconds: 0)

    var hasPassed: Bool { self <= .now }

    /// The same time on Swift's clock.
    var onContinuousClock: ContinuousClock.Instant { .now - (.now - self) }

    /// Returns the time a number of milliseconds from now, at most 2,147,483,647.
    static func after(milliseconds: Int) -> LoopInstant {
        LoopInstant(
            nanoseconds: now.nanoseconds + Int64(min(milliseconds, Int(Int32.max))) * 1_000_000)
    }

    static func < (left: LoopInstant, right: LoopInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns a later time; a duration counts for at most 136 years.
    static func + (time: LoopInstant, duration: Duration) -> LoopInstant {
        let (seconds, attoseconds) = duration.components
        let whole = min(seconds, Int64(UInt32.max)) * 1_000_000_000
        return LoopInstant(nanoseconds: time.nanoseconds + whole + attoseconds / 1_000_000_000)
    }

    static func - (end: LoopInstant, start: LoopInstant) -> Duration {
        .nanoseconds(end.nanoseconds - start.nanoseconds)
    }
}
