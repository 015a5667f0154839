import CMallocCounter
import Foundation
import Posthorn
import PosthornLoading
import PosthornTesting

// What a loader and its cache cost: hits, purges, and 200 files of 50 kB over six connections in comparison
// with the bare session. Build it in release.

let fileCount = 200
let fileBytes = 50_000

/// A server in a process of its own, so that its work is not counted.
if CommandLine.arguments.dropFirst() == ["peer"] {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(fileBytes)\r\n\r\n"
    let response = Array(head.utf8) + [UInt8](repeating: 7, count: fileBytes)
    let server = try ScriptedServer(recording: false) { connection in
        while try connection.readRequest() != nil { try connection.write(response) }
    }
    FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
    // Ends with the one who asked for it.
    _ = FileHandle.standardInput.readDataToEndOfFile()
    exit(0)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func nanoseconds(_ work: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    return (ContinuousClock.now - start) / .nanoseconds(1)
}

func measureHits() {
    let cache = MemoryCache<String, [UInt8]>(cost: { $0.count })
    let keys = (0..<1000).map { "https://img.example.com/photos/\($0).png" }
    for key in keys { cache.insert([UInt8](repeating: 1, count: 100), for: key) }
    var found = 0
    var allocations = 0
    let times = (0..<9).map { _ in
        let before = malloc_counter_count()
        let time = nanoseconds {
            for _ in 0..<100 {
                for key in keys where cache.value(for: key) != nil { found += 1 }
            }
        }
        allocations += malloc_counter_count() - before
        return time / 100_000
    }
    guard found == 900_000 else { exit(1) }
    print(
        String(
            format: "memory-cache hit: %.0f ns, %.3f allocations", median(times),
            Double(allocations) / 900_000))
}

func measurePurge() {
    let times = (0..<9).map { _ in
        let cache = MemoryCache<Int, Int>(capacity: .max, cost: { $0 })
        for key in 0..<10_000 { cache.insert(1, for: key) }
        let time = nanoseconds { cache.purge(to: 0) }
        guard cache.count == 0 else { exit(1) }
        return time / 1_000_000
    }
    print(String(format: "purge of 10,000 values: %.2f ms", median(times)))
}

func measureLoads(_ base: String) async throws {
    var configuration = SessionConfiguration()
    configuration.limits.perOrigin = 6
    let session = try CurlSession(configuration)
    let urls = (0..<fileCount).map { "\(base)/\($0).png" }

    /// All requests at once; the caller keeps the files, as the cache of a loader does.
    func bare() async throws {
        let files = try await withThrowingTaskGroup(of: (String, Data).self) { group in
            for url in urls {
                group.addTask { (url, try await session.send(TransportRequest(url: url)).body) }
            }
            return try await group.reduce(into: [String: Data]()) { $0[$1.0] = $1.1 }
        }
        guard files.values.reduce(0, { $0 + $1.count }) == fileCount * fileBytes else { exit(1) }
    }

    func load(_ loader: Loader<String, Data>) async throws {
        let receipts = urls.map { loader.load($0) }
        var bytes = 0
        for receipt in receipts { bytes += try await receipt.value.count }
        guard bytes == fileCount * fileBytes else { exit(1) }
    }

    func newCache() -> MemoryCache<String, Data> { MemoryCache { $0.count } }

    /// The loader calls the session, without progress.
    func plain() async throws {
        try await load(
            Loader(cache: newCache(), maximumActive: 12) { (url: String) in
                try await session.send(TransportRequest(url: url)).body
            })
    }

    /// Each load is a call with a handle, which has progress and a priority.
    func handled() async throws {
        try await load(
            Loader(cache: newCache(), maximumActive: 12) { url in
                CallTask(TransportRequest(url: url), over: session).map { $0.body }
            })
    }

    func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        try await work()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    // Two loads per connection, so that no connection waits for the next one.
    let variants: [(String, () async throws -> Void)] = [
        ("bare session", bare), ("loader", plain), ("loader with handles", handled),
    ]
    var times = [[Double]](repeating: [], count: variants.count)
    for round in 0...36 {
        for step in variants.indices {
            // The order changes, because each variant finds the memory that the one before it has left.
            let index = (step * (round.isMultiple(of: 2) ? 1 : 2) + round / 2) % variants.count
            let time = try await milliseconds(variants[index].1)
            // The first round only warms up.
            if round > 0 { times[index].append(time) }
        }
    }
    await session.shutdown(.drain)
    for (index, variant) in variants.enumerated() {
        print(
            String(
                format: "%d files of 50 kB over 6 connections, %@: %.1f ms, ratio %.2f", fileCount,
                variant.0, median(times[index]), median(times[index]) / median(times[0])))
    }
}

/// The resident memory of the process in bytes.
func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}

/// Decodes 400 images of 1 to 20 MB into a cache of 100 MB, and watches the memory of the process.
func measureMemory() throws {
    let sides = [512, 800, 1100, 1500, 1900, 2236]
    let files = sides.enumerated().map { index, side in
        PlainPNG.data(width: side, height: side, seed: UInt8(index))
    }
    let cache = MemoryCache<Int, Bitmap>(capacity: 100_000_000, cost: \.byteCount)
    let decoder = ImageDecoder()
    let start = residentBytes()
    var (most, mostCost) = (0, 0)
    for load in 0..<400 {
        let bitmap = try decoder.decode(try ImageFile(files[load * 31 % files.count]))
        cache.insert(bitmap, for: load)
        most = max(most, residentBytes() - start)
        mostCost = max(mostCost, cache.cost)
    }
    cache.removeAll()
    print(
        String(
            format: "400 images of 1 to 20 MB, cache of 100 MB: at most %d MB cached, "
                + "%d MB resident above the start, %d MB after it was emptied",
            mostCost / 1_000_000, most / 1_000_000, (residentBytes() - start) / 1_000_000))
}

let peer = Process()
peer.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
peer.arguments = ["peer"]
let (input, output) = (Pipe(), Pipe())
peer.standardInput = input
peer.standardOutput = output
try peer.run()
defer { input.fileHandleForWriting.closeFile() }
let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
guard let port = Int(line.filter(\.isNumber)) else { exit(1) }
measureHits()
measurePurge()
try measureMemory()
try await measureLoads("http://127.0.0.1:\(port)")
