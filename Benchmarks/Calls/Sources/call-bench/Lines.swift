import Foundation
import Posthorn
import PosthornTesting

/// A gigabyte of NDJSON, read line by line.
enum Lines {
    private static let line =
        #"{"id":"A-1","number":12,"note":"a line of a feed, as long as many are"}"# + "\n"
    private static let block = [UInt8](String(repeating: line, count: 1_000).utf8)
    private static let blocks = 1_000_000_000 / block.count

    struct Feed: StreamEndpoint {
        typealias Output = LineStream<Order>
        static var name: String { "lines" }
        func build(_ request: inout RequestBuilder) { request.method(.get, "/lines") }
    }

    static func serve(_ connection: ScriptedConnection) throws {
        try connection.write(
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
                + "Content-Length: \(blocks * block.count)\r\n\r\n")
        for _ in 0..<blocks { try connection.write(block) }
    }

    /// Reads all and prints speed and memory.
    static func measure(over transport: any Transport, base: String) async throws {
        let shop = Shop(base, over: transport).with { $0.responsePolicy = .json }
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = kibibytes("VmRSS:")
        let (start, cpu) = (ContinuousClock.now, Cost.cpuTime())
        var count = 0
        for try await order in try await shop.stream(Feed()) { count += order.number == 12 ? 1 : 0 }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard count == blocks * 1_000 else { exit(1) }
        print(
            String(
                format: "1 GB of NDJSON, %d lines: %.1f s CPU, %.1f s, %.1f MiB above the start",
                count, Cost.cpuTime() - cpu, seconds,
                Double(kibibytes("VmHWM:") - before) / 1024))
    }

    private static func kibibytes(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
