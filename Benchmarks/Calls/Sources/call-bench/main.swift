import CMallocCounter
import Foundation
import Posthorn
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

/// The processor time of the process and the time on the clock in microseconds, and the allocations, of one call.
struct Cost {
    var cpu = 0.0
    var clock = 0.0
    var allocations = 0.0

    /// Measures calls in turn, round by round, so that all of them see the same changes of the machine's speed.
    ///
    /// - Returns: For each call its cost in each round.
    static func rounds(
        _ rounds: Int = 9, calls: Int, _ kinds: [() async throws -> Void]
    ) async throws -> [[Cost]] {
        for call in kinds { for _ in 0..<calls / 4 { try await call() } }
        var all: [[Cost]] = kinds.map { _ in [] }
        for _ in 0..<rounds {
            for (index, call) in kinds.enumerated() {
                let start = (cpuTime(), ContinuousClock.now, malloc_counter_count())
                for _ in 0..<calls { try await call() }
                let count = Double(calls)
                all[index].append(
                    Cost(
                        cpu: (cpuTime() - start.0) * 1_000_000 / count,
                        clock: (ContinuousClock.now - start.1) / .microseconds(1) / count,
                        allocations: Double(malloc_counter_count() - start.2) / count))
            }
        }
        return all
    }

    static func cpuTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    static func - (left: Cost, right: Cost) -> Cost {
        Cost(
            cpu: left.cpu - right.cpu, clock: left.clock - right.clock,
            allocations: left.allocations - right.allocations)
    }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// - Parameter canned: Responds at once. A typed call over it then runs after each bare call, where the caches
///   are as cold as they are in a typed call over the network.
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
    let callBare = { [request] in
        guard try await transport.send(request).body.count == orderJSON.utf8.count else { exit(1) }
    }
    let callTyped = { (shop: Shop) async throws in
        guard try await shop.getOrder(id: "o-1", expand: ["customer"]).number == 17 else { exit(1) }
    }
    let retrying = shop.with { $0.retry = RetryRule(attempts: 4) }
    var kinds = [callBare, { try await callTyped(shop) }, { try await callTyped(retrying) }]
    if let canned {
        let apart = Shop(base, over: canned)
        kinds.append {
            try await callBare()
            try await callTyped(apart)
        }
    }
    let costs = try await Cost.rounds(calls: calls, kinds)
    func row(_ kind: String, _ costs: [Cost]) {
        print(
            String(
                format: "%@, %@: %.2f µs CPU, %.2f µs, %.1f allocations", name, kind,
                median(costs.map(\.cpu)), median(costs.map(\.clock)),
                median(costs.map(\.allocations))))
    }
    func ratio(_ kind: String, _ over: [Cost]) {
        row(kind, over)
        print(
            String(
                format: "%@, %@: %.2f of its CPU", name, kind,
                median(zip(over, costs[0]).map { $0.cpu / $1.cpu })))
    }
    row("bare", costs[0])
    row("typed", costs[1])
    let over = zip(costs[1], costs[0]).map { $0 - $1 }
    // Without a network, the bare call does nothing.
    if canned == nil { row("typed over bare", over) } else { ratio("typed over bare", over) }
    row("typed with a retry rule", costs[2])
    row("the retry rule of a call that succeeds", zip(costs[2], costs[1]).map { $0 - $1 })
    guard canned != nil else { return }
    ratio(
        "bare and then a typed one without network, over bare",
        zip(costs[3], costs[0]).map { $0 - $1 })
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
