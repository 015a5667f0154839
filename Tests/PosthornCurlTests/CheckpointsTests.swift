import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl
@testable import PosthornHTTP

/// Records of the progress of a download.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CheckpointsTests {
    private static let lost = TransportError(.fileFailed, "lost")

    /// Bytes that arrive during a checkpoint get one of their own, even if no more arrive.
    @Test func bytesReceivedDuringCheckpointGetTheirOwn() async throws {
        let (begun, mayEnd) = (Gate(), Gate())
        let notes = Locked<[Int]>([])
        let checkpoints = Checkpoints(every: 10, .zero, from: 0) { offset in
            begun.open()
            mayEnd.wait()
            notes.withLock { $0.append(offset) }
        }
        try checkpoints.reached(10)
        await begun.opened()
        try checkpoints.reached(15)
        try checkpoints.reached(25)
        mayEnd.open()
        try await until { notes.withLock { $0.count } == 2 }
        #expect(notes.withLock { $0 } == [10, 25])
        let (noted, failure) = await checkpoints.end()
        #expect(noted == 25)
        #expect(failure == nil)
    }

    @Test func endAwaitsRunningCheckpointButNotScheduledOne() async throws {
        let (begun, mayEnd) = (Gate(), Gate())
        let checkpoints = Checkpoints(every: 10, .seconds(600), from: 0) { _ in
            begun.open()
            mayEnd.wait()
        }
        try checkpoints.reached(10)
        await begun.opened()
        try checkpoints.reached(20)
        async let end = checkpoints.end()
        mayEnd.open()
        #expect(await end.noted == 10)
    }

    /// After a failed sync, the disk may report success though earlier bytes are lost.
    @Test func noCheckpointFollowsAFailedOne() async throws {
        let count = Locked(0)
        let checkpoints = Checkpoints(every: 10, .zero, from: 5) { _ throws(TransportError) in
            count.withLock { $0 += 1 }
            throw Self.lost
        }
        try checkpoints.reached(15)
        try await until { (try? checkpoints.reached(16)) == nil }
        for offset in stride(from: 30, to: 3000, by: 10) {
            #expect(throws: TransportError.self) { try checkpoints.reached(offset) }
        }
        let (noted, failure) = await checkpoints.end()
        #expect(noted == 5)
        #expect(failure?.code == .fileFailed)
        #expect(count.withLock { $0 } == 1)
    }
}
