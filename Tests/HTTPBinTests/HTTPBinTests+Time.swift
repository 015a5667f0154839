import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test func delayedResponseArrives() async throws {
        let clock = ContinuousClock()
        let time = try await clock.measure { _ = try await client.delay(seconds: 1) }
        #expect(time >= .seconds(1))
    }

    /// Cancelled at once, and while the server delays the response.
    @Test(arguments: [0, 20, 300])
    func cancelledCallEndsAtOnce(afterMilliseconds delay: Int) async throws {
        let start = ContinuousClock.now
        let call = Task { [client] in try await client.delay(seconds: 10) }
        try await Task.sleep(for: .milliseconds(delay))
        call.cancel()
        let error = await #expect(throws: APIError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(9))
    }

    @Test func totalTimeoutEndsWaitingCall() async throws {
        let hasty = client.with { $0.timeouts.total = .milliseconds(300) }
        let start = ContinuousClock.now
        let error = await #expect(throws: APIError.self) { try await hasty.delay(seconds: 10) }
        #expect(error?.code == .timedOut)
        #expect(ContinuousClock.now - start < .seconds(9))
    }

    @Test func totalTimeoutEndsSlowBody() async throws {
        let hasty = client.with { $0.timeouts.total = .milliseconds(500) }
        let error = await #expect(throws: APIError.self) {
            try await hasty.drip(duration: 9, numbytes: 10)
        }
        #expect(error?.code == .timedOut)
    }

    @Test func slowBodyArrivesInFull() async throws {
        #expect(try await client.drip(duration: 0.5, numbytes: 5).count == 5)
    }

    @Test func concurrentCallsGetTheirOwnResponses() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for page in 1...64 {
                group.addTask { [client] in
                    let echo = try await client.get(page: page)
                    #expect(echo.args.page == "\(page)")
                }
            }
            try await group.waitForAll()
        }
    }
}
