import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Makes 64 calls at a time with retries through nginx, which limits the rate, while its upstream is killed and
/// restarted, and prints which calls were lost, repeated and doubled.
///
/// - Parameter usesBudget: Whether the retries have the default budget; without it they have none.
func outage(calls: Int, usesBudget: Bool) async throws {
    let folder = try TemporaryFolder(for: "outage")
    let upstream = try Upstream(folder: folder.path)
    let nginx = try Nginx(upstream: upstream.socket, callsPerSecond: 1_000)
    let session = try CurlSession()
    var configuration = try ClientConfiguration(baseURL: nginx.plainURL(""), transport: session)
    configuration.defaults.retry = RetryRule(attempts: 8)
    configuration.retryBudget = usesBudget ? RetryBudget() : nil
    let service = UpstreamService(configuration: configuration)
    let results = Locked<[UpstreamCall.Kind: [String: Int]]>([:])
    let (next, attempts) = (Locked(0), Locked(0))
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
            group.addTask {
                while true {
                    let number = next.withLock { number in
                        number += 1
                        return number
                    }
                    guard number <= calls else { return }
                    // Five restarts, at the same share of the calls in each run.
                    if number % (calls / 6 + 1) == 0 { try? upstream.restart() }
                    let call = UpstreamCall(number: number)
                    var ending = "succeeded"
                    do throws(APIError) {
                        _ = try await service.send(call)
                    } catch {
                        ending = "\(error.code)" + (error.retryStop.map { " \($0)" } ?? "")
                        attempts.withLock { $0 += error.attempts.count }
                    }
                    results.withLock { $0[call.kind, default: [:]][ending, default: 0] += 1 }
                }
            }
        }
    }
    await session.shutdown(.drain)
    upstream.stop()
    let log = try upstream.requests()
    for kind in UpstreamCall.Kind.allCases {
        let own = results.withLock { $0[kind] ?? [:] }
        let seen = log.filter { $0.key.hasPrefix("/\(kind)/") }
        let keys = seen.values.filter { Set($0).count > 1 }
        print(
            "kind=\(kind) calls=\(own.values.reduce(0, +)) succeeded=\(own["succeeded"] ?? 0)",
            "repeated=\(seen.values.count { $0.count > 1 }) otherKeys=\(keys.count)",
            own.filter { $0.key != "succeeded" }.sorted { $0.key < $1.key }
                .map { "'\($0.key)'=\($0.value)" }.joined(separator: " "))
    }
    print("restarts=\(upstream.restarts) attemptsOfFailedCalls=\(attempts.withLock { $0 })")
}

/// The service behind nginx.
private struct UpstreamService: APIService { var configuration: ClientConfiguration }

/// One call of the run; its path names it in the upstream's log.
private struct UpstreamCall: Endpoint {
    enum Kind: String, CaseIterable { case get, post, keyedPost }

    typealias Output = Void
    let number: Int

    var kind: Kind { Kind.allCases[number % 3] }

    func build(_ request: inout RequestBuilder) throws {
        request.method(kind == .get ? .get : .post, "/upstream/\(kind)/\(number)")
        request.sendsIdempotencyKey = kind == .keyedPost
        if kind != .get { request.body("number", number) }
    }
}

/// The server behind nginx: a process that logs each request before it responds.
private final class Upstream: Sendable {
    let socket: String
    private let log: String
    private let process: Locked<Process?> = Locked(nil)
    private let count = Locked(-1)

    init(folder: String) throws {
        socket = folder + "/upstream"
        log = folder + "/log"
        try restart()
    }

    var restarts: Int { count.withLock { $0 } }

    /// Kills the server, and returns when the next one listens.
    func restart() throws {
        stop()
        try? FileManager.default.removeItem(atPath: socket)
        let (child, output) = (Process(), Pipe())
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = ["outage-peer", socket, log]
        child.standardOutput = output
        child.standardInput = Pipe()
        try child.run()
        process.withLock { $0 = child }
        count.withLock { $0 += 1 }
        _ = output.fileHandleForReading.availableData
    }

    func stop() {
        guard let child = process.withLock({ $0 }) else { return }
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
    }

    /// The idempotency keys of the requests of each path; empty for a request without one.
    func requests() throws -> [String: [String]] {
        var requests: [String: [String]] = [:]
        for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw PeerError("the log has the line \(line)") }
            requests[String(parts[0]), default: []].append(String(parts[1]))
        }
        return requests
    }
}

/// A server on a Unix domain socket that logs the path and the key of each request, works for 5 ms, and then
/// responds.
func outagePeer(_ socket: String, log: String) throws {
    let file = open(log, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard file >= 0 else { throw PeerError("the log can't be opened") }
    let peer = try ScriptedPeer(path: socket) { connection in
        while let request = try connection.readRequest() {
            let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let key =
                request.split(separator: "\r\n")
                .first { $0.lowercased().hasPrefix("idempotency-key:") }
                .map { $0.dropFirst("idempotency-key: ".count) } ?? ""
            // One write, so that lines of several connections do not mix.
            let line = Array("\(path) \(key)\n".utf8)
            guard write(file, line, line.count) == line.count else { return }
            // The time of the work, so that a kill meets requests in progress.
            usleep(5_000)
            try connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
    }
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    _ = try? FileHandle.standardInput.readToEnd()
    withExtendedLifetime(peer) {}
}
