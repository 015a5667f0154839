// Compares the session manager with C libcurl, URLSession and async-http-client on loopback.
// Words: groups to run (small, typed, decoding, tls, bulk, parked, counts; all of them unless told),
// rounds=N, seconds=N.
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
let tools = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
var groups = Set(words.filter { !$0.contains("=") })
if groups.isEmpty { groups = ["small", "typed", "decoding", "tls", "bulk", "parked", "counts"] }

func number(_ name: String, _ fallback: Double) -> Double {
    words.first { $0.hasPrefix(name + "=") }.flatMap { Double($0.dropFirst(name.count + 1)) }
        ?? fallback
}

let server = try Server(tools: tools)
var bench = Bench(
    server: server, tools: tools, rounds: Int(number("rounds", 3)), seconds: number("seconds", 1))
print(
    "load before: "
        + ((try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?").dropLast())

let everybody = [
    Client.curl(), .curlBesideAThread, .ours(), .oursOnItsLoop, .asyncClient(),
    .asyncClientDefault(), .curlWithFields,
    .oursWithFields, .urlSession,
]
let time = "seconds=\(bench.seconds)"
if groups.contains("small") {
    for concurrency in [1, 16, 64, 256, 1000] {
        bench.compare(
            "GET of 200 bytes, HTTP/1.1, \(concurrency) in flight", everybody,
            ["url=" + server.plain("/small"), "c=\(concurrency)", time])
    }
}
if groups.contains("typed") {
    for (title, document) in [("", "/items"), (", members shuffled", "/shuffled")] {
        bench.compare(
            "GET of 50 items in JSON\(title), decoded, 64 in flight",
            [.ours(), .oursOnItsLoop, .asyncClient(), .asyncClientDefault(), .urlSession, .curl()],
            ["url=" + server.plain(document), "c=64", "work=typed", "items=50", time])
    }
    bench.compare(
        "the same GET, not decoded, 64 in flight", [.ours(), .curl(), .asyncClient(), .urlSession],
        ["url=" + server.plain("/items"), "c=64", time])
}
if groups.contains("decoding") {
    // The rate without decoding, with a typed call, and with simdjson in place of the typed call.
    for (title, document, items) in [("10 items", "/page", 10), ("a long text", "/article", 1)] {
        let options = ["url=" + server.plain(document), "c=64", time]
        bench.compare(
            "GET of 2 KB of JSON, \(title), 64 in flight",
            [
                .oursWithAccept, .ours().decoding(items: items),
                .oursWithSIMD(items: items),
            ], options)
        bench.compare(
            "the same 2 KB, \(title), in C", [.curl(), .curl().decoding(items: items)], options)
    }
}
if groups.contains("tls") {
    let authority = "authority=" + server.authority
    bench.compare(
        "GET of 200 bytes, TLS, 64 in flight", everybody,
        ["url=" + server.secure("/small"), "c=64", time, authority])
    bench.compare(
        "GET of 200 bytes, HTTP/2 over TLS, 64 in flight",
        [.curl(), .ours(), .asyncClient()],
        ["url=" + server.multiplexed("/small"), "c=64", time, authority])
    bench.compare(
        "64 new TLS connections, verified; the second C reads the authorities' folder too",
        // One connection might serve all of them, where HTTP/2 is looked for.
        [.curl(), .ours("http1"), .curl("capath"), .curl("unverified"), .asyncClient()],
        ["url=" + server.secure("/small"), "c=64", "total=64", authority])
}
if groups.contains("bulk") {
    bench.compare(
        "GET of 1 MiB, 16 in flight",
        [.curl("large"), .ours(), .urlSession, .asyncClient(), .asyncClientDefault()],
        ["url=" + server.plain("/mebibyte"), "c=16", time], unit: .bytes)
    let file = "path=" + server.folder + "/download"
    let others: [Client] = [.ours(), .urlSession, .asyncClient()]
    let gibibyte = ["url=" + server.plain("/gibibyte"), "total=1", file]
    bench.compare(
        "GET of 1 GiB, dropped", [.curl(), .oursUnread] + others, gibibyte + ["work=discard"],
        unit: .bytes)
    bench.compare(
        "GET of 1 GiB to a file", [.curl()] + others, gibibyte + ["work=file"], unit: .bytes)
    bench.compare(
        "GET of 1 GiB to a file that is on disk at the end", [.curl("durable"), .ours("durable")],
        gibibyte + ["work=file"], unit: .bytes)
    bench.compare(
        "PUT of 1 GiB from a file", [.curl(), .ours(), .asyncClient()],
        ["url=" + server.sink, "work=upload", "path=" + server.folder + "/upload", "total=1"],
        unit: .bytes)
}
if groups.contains("parked") {
    for parked in [0, 10_000] {
        bench.compare(
            "GET of 200 bytes, 16 in flight beside \(parked) that wait",
            [.curl(), .ours()],
            [
                "url=" + server.plain("/small"), "c=16", time, "parked=\(parked)",
                "parkedurl=" + server.parking,
            ])
    }
}
if groups.contains("counts") { bench.counts(everybody, concurrency: 64) }
print(
    "\nload after: "
        + ((try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?").dropLast())
