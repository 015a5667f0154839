import Foundation
import Posthorn
import PosthornLoading
import PosthornTesting
import TestSupport
import Testing

@Suite("Memory pressure of the kernel", .timeLimit(.minutes(1)))
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
