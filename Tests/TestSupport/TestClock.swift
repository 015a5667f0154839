import Foundation
import Posthorn

/// A clock that a test sets.
public final class TestClock: Sendable {
    private let time: Locked<Date>

    /// Creates a clock that stands still at a time; 2026-11-21 10:00 UTC by default.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_795_255_200)) { time = Locked(start) }

    /// The time that it shows.
    public var now: Date { time.withLock { $0 } }

    /// Puts it forward by so many seconds, or back.
    public func advance(by seconds: Double) {
        time.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
