import Glibc

/// A time of the monotonic clock, for what is looked at many times per request: a `Duration` has
/// twice the bits, and a `ContinuousClock` several calls behind it.
struct MonotonicTime: Comparable {
    private let nanoseconds: Int64

    /// Has come in any case.
    static let due = MonotonicTime(nanoseconds: .min)

    static var now: MonotonicTime { read(CLOCK_MONOTONIC) }

    /// The time of the last tick of the system, some milliseconds ago, which costs next to nothing.
    static var roughlyNow: MonotonicTime { read(CLOCK_MONOTONIC_COARSE) }

    private static func read(_ clock: clockid_t) -> MonotonicTime {
        var time = timespec()
        clock_gettime(clock, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whether so many milliseconds have gone by since, as far as ``roughlyNow`` tells.
    func isOver(milliseconds: Int) -> Bool {
        Self.roughlyNow.nanoseconds - nanoseconds >= Int64(milliseconds) * 1_000_000
    }

    static func after(milliseconds: Int) -> MonotonicTime {
        guard milliseconds > 0 else { return due }
        let limit = Int64(Int32.max)
        return MonotonicTime(
            nanoseconds: now.nanoseconds + min(Int64(milliseconds), limit) * 1_000_000)
    }

    var hasCome: Bool { self == .due || self <= .now }

    /// How long until then, rounded up: waking early would only make the loop spin until then.
    var millisecondsLeft: Int32 {
        guard self != .due else { return 0 }
        let left = nanoseconds - Self.now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }

    static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
        one.nanoseconds < other.nanoseconds
    }
}
