import CMallocCounter
import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting

// What a typed call (built from an endpoint, its envelope opened, its type read) costs over the bare
// call of its session with the same bytes. Build it in release.

/// A server in a process of its own, so that its work is not counted.
if CommandLine.arguments.dropFirst() == ["peer"] {
    let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + "\(orderJSON.utf8.count)\r\n\r\n\(orderJSON)"
    let server = try ScriptedServer(recording: false) { connection in
        while let request = try connection.readRequest() {
            if request.hasPrefix("GET /v1/lines") {
                try Lines.serve(connection)
            } else {
                try connection.write(answer)
            }
        }
    }
    FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
    // Ends with the one who asked for it.
    _ = FileHandle.standardInput.readDataToEndOfFile()
    exit(0)
}

/// CPU time of the process and time on the clock in microseconds, and allocations, of one call: the
/// median of the rounds.
struct Cost {
    var cpu = 0.0
    var clock = 0.0
    var allocations = 0.0

    static func of(
        calls: Int, rounds: Int = 9, _ call: () async throws -> Void
    ) async rethrows -> Cost {
        for _ in 0..<calls / 4 { try await call() }
        var all: [Cost] = []
        for _ in 0..<rounds {
            let (cpu, clock, allocations) = (cpuTime(), ContinuousClock.now, malloc_counter_count())
            for _ in 0..<calls { try await call() }
            let count = Double(calls)
            all.append(
                Cost(
                    cpu: (cpuTime() - cpu) * 1_000_000 / count,
                    clock: (ContinuousClock.now - clock) / .microseconds(1) / count,
                    allocations: Double(malloc_counter_count() - allocations) / count))
        }
        func median(_ value: (Cost) -> Double) -> Double { all.map(value).sorted()[rounds / 2] }
        return Cost(
            cpu: median(\.cpu), clock: median(\.clock), allocations: median(\.allocations))
    }

    static func cpuTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

/// - Parameter canned: Answers at once; what the call does for itself is done between two bare calls
///   then, too, where caches and processor are as cold as they are in a typed call.
func compare(
    _ name: String, _ base: String, over transport: any Transport, calls: Int,
    beside canned: Canned? = nil
) async throws {
    let shop = Shop(base, over: transport)
    let endpoint = Shop.GetOrder(id: "o-1", expand: ["customer"])
    let built = try shop.request(for: endpoint)
    var request = TransportRequest(
        method: built.method, url: built.url, headers: built.headers, timeouts: built.timeouts)
    request.body = built.body
    let bare = try await Cost.of(calls: calls) { [request] in
        guard try await transport.send(request).body.count == orderJSON.utf8.count else { exit(1) }
    }
    let typed = try await Cost.of(calls: calls) {
        guard try await shop.getOrder(id: "o-1", expand: ["customer"]).number == 17 else { exit(1) }
    }
    var patient = shop
    patient.configuration.defaults.retry = .upTo(3)
    let retrying = try await Cost.of(calls: calls) { [patient] in
        guard try await patient.getOrder(id: "o-1", expand: ["customer"]).number == 17 else {
            exit(1)
        }
    }
    func row(_ kind: String, _ cost: Cost) {
        print(
            String(
                format: "%@, %@: %.2f µs CPU, %.2f µs, %.1f allocations", name, kind, cost.cpu,
                cost.clock, cost.allocations))
    }
    row("bare", bare)
    row("typed", typed)
    func over(_ cost: Cost) -> Cost {
        Cost(
            cpu: cost.cpu - bare.cpu, clock: cost.clock - bare.clock,
            allocations: cost.allocations - bare.allocations)
    }
    row("typed over bare", over(typed))
    row("typed with a retry rule", retrying)
    print(
        String(
            format: "%@, the retry rule of a call that succeeds: %.1f %% CPU, %.2f allocations",
            name,
            100 * (retrying.cpu / typed.cpu - 1), retrying.allocations - typed.allocations))
    guard let canned else { return }
    let apart = Shop(base, over: canned)
    let both = try await Cost.of(calls: calls) { [request] in
        guard try await transport.send(request).body.count == orderJSON.utf8.count,
            try await apart.getOrder(id: "o-1", expand: ["customer"]).number == 17
        else { exit(1) }
    }
    row("bare and then a typed one without network, over bare", over(both))
}

var loads = [0.0, 0, 0]
_ = getloadavg(&loads, 3)
print(String(format: "one call at a time, medians of 9 rounds, load %.1f", loads[0]))

let canned = Canned(
    response: TransportResponse(
        status: .ok, headers: [.contentType: "application/json"], body: Data(orderJSON.utf8)))
try await compare("no network", "https://shop.test/v1", over: canned, calls: 20_000)

let peer = Process()
peer.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
peer.arguments = ["peer"]
let (input, output) = (Pipe(), Pipe())
peer.standardInput = input
peer.standardOutput = output
try peer.run()
let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    .trimmingCharacters(in: .whitespacesAndNewlines)
let session = try CurlSession()
try await compare(
    "loopback", "http://127.0.0.1:\(port)/v1", over: session, calls: 4_000, beside: canned)
try await Lines.measure(over: session, base: "http://127.0.0.1:\(port)/v1")
await session.shutdown(.drain)
try input.fileHandleForWriting.close()
peer.waitUntilExit()
