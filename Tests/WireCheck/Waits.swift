import Foundation
import Posthorn
import PosthornPathMonitor
import PosthornResilience
import TestSupport

/// Cancels calls while they wait, and prints how long it took until the caller had its error.
///
/// They wait for a retry, a limit, a probe, a network or a hedged request. Further calls run into their total time
/// with all of these switched on.
func waits(_ count: Int) async throws {
    let hour = Duration.seconds(3_600)
    let limit = ConcurrencyLimit(1, queueLimit: count * 2)
    let rate = RateLimiter(calls: 1, per: hour, maximumWait: hour * Double(count * 4))
    let breaker = CircuitBreaker(
        .init(minimumCalls: 1, openTime: .milliseconds(1), probes: count * 2))
    let hedging = HedgingPolicy(minimumCalls: 1, maximumShare: 1)
    var slow = RetryRule(attempts: 2, baseDelay: hour, maximumDelay: hour)
    slow.attemptTimeout = nil
    let retry = slow
    // One call holds the only place, one takes the only token, one opens the circuit, one is measured.
    let holder = Task {
        try await WaitingService(Silent()) { $0.middleware = [limit] }.send(Wait())
    }
    _ = try await WaitingService(Responding(.ok)) { $0.middleware = [rate] }.send(Wait())
    _ = try? await WaitingService(Responding(.serviceUnavailable)) { $0.middleware = [breaker] }
        .send(Wait())
    _ = try await WaitingService(Responding(.ok)) { $0.hedging = hedging }.send(Wait())
    let states: [(name: String, service: WaitingService)] = [
        ("back-off", WaitingService(Responding(.serviceUnavailable)) { $0.retry = retry }),
        ("concurrency limit", WaitingService(Silent()) { $0.middleware = [limit] }),
        ("rate limiter", WaitingService(Silent()) { $0.middleware = [rate] }),
        ("probe of a breaker", WaitingService(Silent()) { $0.middleware = [breaker] }),
        (
            "connectivity",
            WaitingService(Silent()) {
                $0.middleware = [
                    WaitForConnectivity(maximumWait: hour, callClock: CallClock(ContinuousClock()))
                    {
                        AsyncStream { $0.yield(.unsatisfied) }
                    }
                ]
            }
        ),
        ("hedged request", WaitingService(Silent()) { $0.hedging = hedging }),
    ]
    var wrong = 0
    for (name, service) in states {
        var times: [Duration] = []
        for round in 0..<count {
            let call = Task { try await service.send(Wait()) }
            // Most are in the state that is meant; the others are cancelled on the way.
            try await Task.sleep(for: .microseconds(500 + round % 7 * 300))
            let start = ContinuousClock.now
            call.cancel()
            let result = await call.result
            times.append(.now - start)
            guard case .failure(let error) = result, (error as? APIError)?.code == .cancelled else {
                wrong += 1
                continue
            }
        }
        print("cancelled, \(name):", summary(times))
    }
    holder.cancel()
    _ = await holder.result
    print("cancelled in another way=\(wrong)")
    try await totalTimes(count)
    guard wrong == 0 else { throw PeerError("\(wrong) calls ended in another way") }
}

/// Calls with a total time of 100 ms and everything switched on, against servers that fail and that are silent.
private func totalTimes(_ count: Int) async throws {
    let total = Duration.milliseconds(100)
    let transports: [(String, any Transport)] = [
        ("a server that fails", Responding(.serviceUnavailable)), ("a silent server", Silent()),
    ]
    for (name, transport) in transports {
        let breaker = CircuitBreaker(.init(failureRate: 2))
        let service = WaitingService(transport) { options in
            options.retry = RetryRule(attempts: 1_000, baseDelay: .milliseconds(10))
            options.hedging = HedgingPolicy()
            options.middleware = [breaker, ConcurrencyLimit(64)]
            options.timeouts.total = total
        }
        let times = Locked<[Duration]>([])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<max(1, count / 16) {
                        let start = ContinuousClock.now
                        _ = try? await service.send(Wait())
                        times.withLock { $0.append(ContinuousClock.now - start - total) }
                    }
                }
            }
        }
        print("later than the total time, \(name):", summary(times.withLock { $0 }))
    }
}

private struct WaitingService: APIService {
    var configuration: ClientConfiguration

    init(_ transport: any Transport, _ change: (inout CallOptions) -> Void) {
        configuration = ClientConfiguration(
            baseURL: try? BaseURL("https://waits.test"), transport: transport)
        configuration.retryBudget = nil
        // A call that would have to wait longer than its total time fails at once.
        configuration.defaults.timeouts.total = Timeouts.unlimited
        change(&configuration.defaults)
    }
}

private struct Wait: Endpoint {
    typealias Output = Void

    func build(_ request: inout RequestBuilder) throws { request.method(.get, "/wait") }
}

/// Responds at once.
private struct Responding: Transport {
    let status: HTTPResponse.Status

    init(_ status: HTTPResponse.Status) { self.status = status }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(status: status, bodyIntegrity: .length)
    }
}

/// Never responds; ends with the caller's task or the request's total time, as a session does.
private struct Silent: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do { try await Task.sleep(for: request.limits.total ?? .seconds(3_600)) } catch {
            throw TransportError(.cancelled, "the call was cancelled")
        }
        throw TransportError(.timedOut, "no response")
    }
}
