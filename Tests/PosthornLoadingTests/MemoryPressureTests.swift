import Foundation
import Posthorn
import PosthornLoading
import PosthornTesting
import TestSupport
import Testing

@Suite("Memory pressure of the kernel", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MemoryPressureTests {
    private static let file = "/proc/pressure/memory"
    private static var isOffered: Bool {
        // A kernel without PSI has no file, or refuses to open it.
        guard let handle = FileHandle(forReadingAtPath: file) else { return false }
        return (try? handle.read(upToCount: 1)) != nil
    }

    @Test(.enabled(if: isOffered))
    func eventsEndWhenTheMonitorIsReleased() async throws {
        var pressure: MemoryPressure? = try MemoryPressure()
        let events = try #require(pressure?.events)
        #expect(pressure.map { "\($0)" } == "memory pressure monitor")
        pressure = nil
        for await _ in events {}
    }

    /// The processor's file works in the same way, and every machine can be short of processors.
    @Test(.enabled(if: isOffered))
    func kernelReportsAStall() async throws {
        let pressure = try MemoryPressure(file: "/proc/pressure/cpu", stall: .milliseconds(50))
        let isOver = Locked(false)
        let threads = ProcessInfo.processInfo.processorCount * 3
        for _ in 0..<threads {
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) { for _ in 0..<10_000 { _ = Int.random(in: 0...9) } }
            }
        }
        defer { isOver.withLock { $0 = true } }
        for await _ in pressure.events { return }
        Issue.record("the events ended")
    }

    @Test(arguments: [
        ("/nonexistent/memory.pressure", Duration.milliseconds(150), Duration.seconds(2), "open"),
        (file, .seconds(3), .seconds(2), "watch"),
        (file, .milliseconds(1), .milliseconds(20), "watch"),
    ])
    func refusedTriggerIsAnError(
        _ file: String, _ stall: Duration, _ window: Duration, _ verb: String
    ) throws {
        guard verb == "open" || Self.isOffered else { return }
        let error = #expect(throws: TransportError.self) {
            try MemoryPressure(file: file, stall: stall, window: window)
        }
        #expect(error?.code == .resource)
        #expect(error.map { "\($0)" }?.contains("could not \(verb) \(file)") == true)
    }
}
