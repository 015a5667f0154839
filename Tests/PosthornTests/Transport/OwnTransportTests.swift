import Foundation
import Posthorn
import TestSupport
import Testing

/// What a transport without tasks does for the handle of a call.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OwnTransportTests {
    /// Starts a call that suspends itself after its first piece.
    private func suspended(
        _ folder: TemporaryFolder, _ isResumed: Locked<Bool>, _ reported: Locked<[Int]>
    ) async throws -> CallTask<TransportResponse, TransportError> {
        try Data(repeating: 0x61, count: 40_000).write(to: URL(filePath: folder.path + "/a.bin"))
        let (handle, stopped) = (Locked<CallTask<TransportResponse, TransportError>?>(nil), Gate())
        var request = TransportRequest(url: "http://files.test/a.bin")
        request.onProgress = { progress in
            reported.withLock { $0.append(progress.received) }
            guard progress.received == 16_384 else {
                return #expect(isResumed.withLock { $0 }, "the transport read on while suspended")
            }
            handle.withLock { $0 }?.suspend()
            stopped.open()
        }
        let call = CallTask(
            request, over: FolderTransport(folder: URL(filePath: folder.path)))
        handle.withLock { $0 = call }
        call.resume()
        await stopped.opened()
        handle.withLock { $0 = nil }
        return call
    }

    @Test func suspendedCallReadsNothingAndResumes() async throws {
        let folder = try TemporaryFolder(for: "own-transport")
        let (isResumed, reported) = (Locked(false), Locked<[Int]>([]))
        let call = try await suspended(folder, isResumed, reported)
        #expect(call.progress.received == 16_384)
        let updates = call.progressUpdates
        isResumed.withLock { $0 = true }
        call.resume()
        #expect(try await call.value.body.count == 40_000)
        #expect(reported.withLock { $0 } == [16_384, 32_768, 40_000])
        #expect(call.progress.received == 40_000)
        var last = 0
        for await progress in updates { last = progress.received }
        #expect(last == 40_000)
    }

    @Test func suspendedCallCanBeCancelled() async throws {
        let folder = try TemporaryFolder(for: "own-transport")
        let reported = Locked<[Int]>([])
        let call = try await suspended(folder, Locked(false), reported)
        call.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled && reported.withLock { $0 } == [16_384])
    }

    /// A transport that races its pieces with a time limit cancels the task that waits.
    @Test func cancelledTaskStopsWaiting() async throws {
        struct Impatient: Transport {
            func send(
                _ request: TransportRequest
            ) async throws(TransportError) -> TransportResponse {
                request.report(TransferProgress())
                let waiting = Task { await request.waitWhileSuspended() }
                waiting.cancel()
                await waiting.value
                throw TransportError(.timedOut, "slow")
            }
        }
        let handle = Locked<CallTask<TransportResponse, TransportError>?>(nil)
        var request = TransportRequest(url: "http://a.test/")
        request.onProgress = { _ in handle.withLock { $0 }?.suspend() }
        let call = CallTask(request, over: Impatient())
        handle.withLock { $0 = call }
        let error = await #expect(throws: TransportError.self) { try await call.value }
        handle.withLock { $0 = nil }
        #expect(error?.code == .timedOut)
    }

    @Test func handleDecidesAboutThePriority() async throws {
        struct Asking: Transport {
            let seen: Locked<[TransferOptions.Priority?]>
            func send(
                _ request: TransportRequest
            ) async throws(TransportError) -> TransportResponse {
                seen.withLock { $0.append(request.currentPriority) }
                return TransportResponse(status: .ok)
            }
        }
        let transport = Asking(seen: Locked([]))
        var request = TransportRequest(url: "http://a.test/")
        _ = try await CallTask(request, over: transport).value
        request.priority = .low
        _ = try await transport.send(request)
        let call = CallTask(request, over: transport)
        call.priority = .high
        _ = try await call.value
        #expect(transport.seen.withLock { $0 } == [nil, .low, .high])
    }

    @Test func transportWithoutReportsHasNoProgress() async throws {
        let call = CallTask(TransportRequest(url: "http://a.test/"), over: StubTransport())
        _ = try await call.value
        #expect(call.progress == TransferProgress())
    }
}
