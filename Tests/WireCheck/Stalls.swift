import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// How long a session's loop keeps a small call waiting while other calls of it are large, hostile,
/// cancelled, over a new TLS connection, or a hundred of them stuck; beside it the same call in a session that
/// does nothing else, for what the machine does.
///
/// On a machine with few processors most of that is the wait for one. What the loop's thread has computed
/// while a call was under way is as much as the loop itself can have kept it waiting.
func stalls(seconds: Int) async throws {
    let peer = try ChildPeer("soak-peer")
    let bombs = try ChildPeer("bomb-peer")
    let base = "http://127.0.0.1:\(peer.ports[0])"
    let nginx = try Nginx()
    var configuration = SessionConfiguration()
    configuration.maximumBodyBytes = 4 << 20
    // The first call over TLS wants the system's authorities, for the first time in this process.
    configuration.trust.authorities = .systemAnd(
        pem: try String(contentsOfFile: nginx.authority, encoding: .utf8))
    configuration.httpVersion = .http1
    configuration.name = "stalls-busy"
    let busy = try CurlSession(configuration)
    configuration.name = "stalls-idle"
    let idle = try CurlSession(configuration)
    let end = ContinuousClock.now + .seconds(seconds)
    let endless = Bomb.allCases.firstIndex(of: .endlessBody).map { bombs.ports[$0] } ?? 0
    let hostile = Bomb.allCases.enumerated().filter { !$1.isHTTP2 && $1 != .slowTrailers }
        .map { "http://127.0.0.1:\(bombs.ports[$0.offset])/" }
    let (calls, secure) = (Locked(0), Locked(0))
    async let busyTimes = probe(busy, "stalls-busy", base + "/small", until: end)
    async let turnTimes = probeTurns(busy, "stalls-busy", until: end)
    async let idleTimes = probe(idle, "stalls-idle", base + "/small", until: end)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
            group.addTask {
                let left = end - ContinuousClock.now
                _ = try? await busy.send(
                    TransportRequest(url: base + "/stuck", timeouts: Timeouts(total: left)))
            }
        }
        for worker in 0..<5 {
            group.addTask {
                var round = worker
                while ContinuousClock.now < end {
                    round += 1
                    switch worker {
                    case 0: _ = try? await busy.send(TransportRequest(url: base + "/large"))
                    case 1:
                        _ = try? await busy.send(
                            TransportRequest(url: hostile[round % hostile.count]))
                    case 2:
                        let url = "http://127.0.0.1:\(endless)/"
                        let call = Task {
                            let stream = try await busy.stream(TransportRequest(url: url))
                            for try await _ in stream.body {}
                        }
                        try? await Task.sleep(for: .milliseconds(20))
                        call.cancel()
                        _ = await call.result
                    case 3:
                        // Each on a connection of its own.
                        let request = TransportRequest(url: nginx.secureURL("/last"))
                        guard (try? await busy.send(request)) != nil else { continue }
                        secure.withLock { $0 += 1 }
                        try? await Task.sleep(for: .milliseconds(20))
                    default:
                        _ = try? await busy.send(
                            TransportRequest(
                                method: .put, url: base + "/echo",
                                body: Data(repeating: 0x61, count: 1 << 20)))
                    }
                    calls.withLock { $0 += 1 }
                }
            }
        }
    }
    let all = await [
        ("beside others", busyTimes), ("a turn there", turnTimes), ("alone", idleTimes),
    ]
    for (name, probes) in all {
        print("\(name): probes=\(probes.count)", summary(probes.map(\.whole)))
        print("  the loop's own time:", summary(probes.map(\.ofLoop)))
    }
    print("other calls=\(calls.withLock { $0 }), over TLS=\(secure.withLock { $0 })")
    await busy.shutdown(.cancel)
    await idle.shutdown(.cancel)
}

/// How long small calls took, one after the other, and how much of that time the loop's thread computed.
private func probe(
    _ session: CurlSession, _ thread: String, _ url: String, until end: ContinuousClock.Instant
) async -> [(whole: Duration, ofLoop: Duration)] {
    // The thread has its name once it has served a call.
    _ = try? await session.send(TransportRequest(url: url))
    guard let clock = processorClock(ofThread: thread) else { return [] }
    var times: [(Duration, Duration)] = []
    while ContinuousClock.now < end {
        let (start, before) = (ContinuousClock.now, time(clock))
        _ = try? await session.send(TransportRequest(url: url))
        times.append((.now - start, time(clock) - before))
    }
    return times
}

/// How long what wants to run on the loop's thread had to wait, which is for the turn that it met.
private func probeTurns(
    _ session: CurlSession, _ thread: String, until end: ContinuousClock.Instant
) async -> [(whole: Duration, ofLoop: Duration)] {
    await Task(executorPreference: session.executor) {}.value
    guard let clock = processorClock(ofThread: thread) else { return [] }
    var times: [(Duration, Duration)] = []
    while ContinuousClock.now < end {
        let (start, before) = (ContinuousClock.now, time(clock))
        let (now, after) = await Task(executorPreference: session.executor) {
            (ContinuousClock.now, time(clock))
        }.value
        times.append((now - start, after - before))
        try? await Task.sleep(for: .milliseconds(1))
    }
    return times
}

/// The clock that counts what a thread of this process has computed.
private func processorClock(ofThread name: String) -> clockid_t? {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let found = threads.compactMap { clockid_t($0) }.first { thread in
        let path = "/proc/self/task/\(thread)/comm"
        return (try? String(contentsOfFile: path, encoding: .utf8)) == name + "\n"
    }
    // As Linux numbers the clocks of threads: CPUCLOCK_SCHED and CPUCLOCK_PERTHREAD_MASK.
    return found.map { ~$0 << 3 | 6 }
}

private func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

func summary(_ times: [Duration]) -> String {
    let sorted = times.sorted()
    guard let last = sorted.last else { return "none" }
    return "p50=\(milliseconds(sorted[sorted.count / 2])) "
        + "p99=\(milliseconds(sorted[sorted.count * 99 / 100])) most=\(milliseconds(last)) ms"
}
