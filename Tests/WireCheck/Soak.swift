import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Calls of all kinds to servers of all kinds, many at a time, and what the process holds before and
/// after; each call has the one outcome that it must have.
func soak(_ length: Soak.Length) async throws {
    let nothing = ProcessState.descriptors
    let soak = try Soak()
    // What libraries open once and keep, and what the session's pools grow to.
    await soak.run(.calls(2_000))
    let (descriptors, resident) = (ProcessState.descriptors, ProcessState.residentKiB)
    let start = ContinuousClock.now
    await soak.run(length)
    let time = (ContinuousClock.now - start) / .seconds(1)
    let end = (ProcessState.descriptors, ProcessState.residentKiB)
    await soak.session.shutdown(.drain)
    // All but the pipes to the servers, of which there were none then, and what libraries keep.
    let left = ProcessState.descriptors - nothing
    for (kind, count) in soak.counts.sorted(by: { $0.key < $1.key }) { print("\(kind): \(count)") }
    for failure in soak.failures.prefix(20) { print("failure: \(failure)") }
    print(
        "calls=\(soak.calls) failures=\(soak.failures.count)",
        "perSecond=\(Int(Double(soak.calls) / time))",
        "descriptorsBefore=\(descriptors) descriptorsAfter=\(end.0) left=\(left)",
        "residentBefore=\(resident) residentAfter=\(end.1)",
        "tasks=\(soak.session.tasks.count)",
        "threads=\(ProcessState.threads(named: "posthorn"))")
    if !soak.failures.isEmpty { exit(1) }
}

/// A session under mixed load.
final class Soak: Sendable {
    /// How long to go on.
    enum Length: Sendable {
        case seconds(Int)
        case calls(Int)

        init(_ unit: String, _ count: String) {
            let count = Int(count) ?? 10
            self = unit == "seconds" ? .seconds(count) : .calls(count)
        }
    }

    let session: CurlSession
    private let base: String
    private let nginx: Nginx
    private let folder: String
    private let input = Pipe()
    private let counted = Locked(Counted())

    private struct Counted {
        var calls = 0
        var counts: [String: Int] = [:]
        var failures: [String] = []
    }

    var calls: Int { counted.withLock { $0.calls } }
    var counts: [String: Int] { counted.withLock { $0.counts } }
    var failures: [String] { counted.withLock { $0.failures } }

    init() throws {
        nginx = try Nginx()
        let peer = Process()
        let output = Pipe()
        peer.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        peer.arguments = ["soak-peer"]
        peer.standardInput = input
        peer.standardOutput = output
        try peer.run()
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        base = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))"
        folder = NSTemporaryDirectory() + "posthorn-soak-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: nginx.authority))
        session = try CurlSession(configuration)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func run(_ length: Length) async {
        let end: ContinuousClock.Instant? =
            if case .seconds(let seconds) = length { .now + .seconds(seconds) } else { nil }
        let first = calls
        await withTaskGroup { group in
            for worker in 0..<48 {
                group.addTask { [self] in
                    var random = Dice(seed: UInt64(worker + 1))
                    while end.map({ .now < $0 }) ?? true {
                        let number = counted.withLock { counted in
                            counted.calls += 1
                            return counted.calls
                        }
                        if case .calls(let count) = length, number > first + count { break }
                        await call(number, &random)
                    }
                }
            }
        }
    }

    private func call(_ number: Int, _ random: inout Dice) async {
        let kinds = Self.kinds
        let (name, body) = kinds[Int(random.next() % UInt64(kinds.count))]
        let failure = await body(self, number, random.next())
        counted.withLock { counted in
            counted.counts[name, default: 0] += 1
            if let failure { counted.failures.append("\(name): \(failure)") }
        }
    }

    private typealias Kind = @Sendable (Soak, _ number: Int, _ random: UInt64) async -> String?

    private static let kinds: [(String, Kind)] = [
        ("plain", { soak, number, _ in await soak.gets("/path/\(number)", "/path/\(number)") }),
        (
            "redirected",
            { soak, number, _ in
                await soak.gets("/redirect/\(number)", "/path/redirect/\(number)")
            }
        ),
        ("closed", { soak, number, _ in await soak.gets("/close/\(number)", "/close/\(number)") }),
        (
            "large",
            { soak, _, _ in await soak.gets("/large", String(repeating: "a", count: 1 << 18)) }
        ),
        (
            "truncated",
            { soak, _, _ in await soak.fails("/truncated", [.truncated, .connectionLost]) }
        ),
        ("reset", { soak, _, _ in await soak.fails("/reset", [.truncated, .connectionLost]) }),
        ("nothing", { soak, _, _ in await soak.fails("/nothing", [.connectionLost]) }),
        ("garbage", { soak, _, _ in await soak.fails("/garbage", [.malformedResponse]) }),
        ("post", { soak, number, random in await soak.posts(number, Int(random % 200_000)) }),
        ("uploaded", { soak, number, random in await soak.uploads(number, Int(random % 40)) }),
        ("cancelled", { soak, _, random in await soak.cancels(Int(random % 50)) }),
        ("timed out", { soak, _, _ in await soak.timesOut() }),
        ("dropped stream", { soak, _, _ in await soak.dropsStream() }),
        ("downloaded", { soak, number, _ in await soak.downloads(number) }),
        ("TLS and HTTP/2", { soak, _, _ in await soak.secure() }),
    ]

    private func gets(_ path: String, _ expected: String) async -> String? {
        do {
            let response = try await session.send(TransportRequest(url: base + path))
            return response.body == Data(expected.utf8) ? nil : "\(response.body.count) bytes"
        } catch {
            return "\(error)"
        }
    }

    private func fails(_ path: String, _ codes: Set<TransportError.Code>) async -> String? {
        do {
            let response = try await session.send(TransportRequest(url: base + path))
            return "succeeded with \(response.body.count) bytes"
        } catch {
            return codes.contains(error.code) ? nil : "\(error)"
        }
    }

    private func posts(_ number: Int, _ count: Int) async -> String? {
        let body = Data(("\(number):" + String(repeating: "b", count: count)).utf8)
        do {
            let response = try await session.send(
                TransportRequest(method: .post, url: base + "/echo", body: body))
            return response.body == body ? nil : "another body"
        } catch {
            return "\(error)"
        }
    }

    private func uploads(_ number: Int, _ pieces: Int) async -> String? {
        let piece = Data("\(number),".utf8)
        let source = AsyncStream<Data> { stream in
            for _ in 0..<pieces { stream.yield(piece) }
            stream.finish()
        }
        do {
            let response = try await session.send(
                TransportRequest(method: .put, url: base + "/echo").with(
                    body: HTTPBody(BodyStream(source, length: piece.count * pieces))))
            return response.body.count == piece.count * pieces ? nil : "another body"
        } catch {
            return "\(error)"
        }
    }

    private func cancels(_ yields: Int) async -> String? {
        let call = Task { try await session.send(TransportRequest(url: base + "/stuck")) }
        for _ in 0..<yields { await Task.yield() }
        call.cancel()
        switch await call.result {
        case .success: return "succeeded"
        case .failure(let error as TransportError) where error.code == .cancelled: return nil
        case .failure(let error): return "\(error)"
        }
    }

    private func timesOut() async -> String? {
        var request = TransportRequest(url: base + "/stuck")
        request.timeouts.total = .milliseconds(20)
        do {
            _ = try await session.send(request)
            return "succeeded"
        } catch {
            return error.code == .timedOut ? nil : "\(error)"
        }
    }

    private func dropsStream() async -> String? {
        do {
            let stream = try await session.stream(TransportRequest(url: base + "/large"))
            for try await _ in stream.body { break }
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func downloads(_ number: Int) async -> String? {
        let path = folder + "/\(number)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            _ = try await session.download(
                TransportRequest(url: base + "/path/\(number)"), to: .file(URL(filePath: path)))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return text == "/path/\(number)" ? nil : "another file"
        } catch {
            return "\(error)"
        }
    }

    private func secure() async -> String? {
        do {
            let response = try await session.send(
                TransportRequest(url: nginx.secureURL("/hello.txt")))
            return response.body == Data("hello".utf8) ? nil : "another body"
        } catch {
            return "\(error)"
        }
    }
}

/// Numbers that look random and are the same each time (xorshift).
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
