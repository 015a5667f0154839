import FoundationEssentials
import Glibc
import Posthorn

// Ciphers beside the primitives that they are made of, sealed calls beside plain ones, and a gigabyte
// through a stream. Build it in release. `bodies`, `calls` and `stream` are the parts; all by default.

let words = CommandLine.arguments.dropFirst()

/// The server of the streams, in a process of its own, so that its work and memory are not counted.
if words.first == "peer" {
    let server = try Stream.serve()
    print(server.port)
    fflush(nil)
    // Ends with the one who asked for it.
    while getchar() != EOF {}
    exit(0)
}

// For a profiler; nothing else runs.
if words.first == "alone" {
    try await Alone.run(Array(words.dropFirst()))
    exit(0)
}

func isWanted(_ part: String) -> Bool { words.isEmpty || words.contains(part) }

// First, while nothing else has taken memory.
if isWanted("stream") {
    var ends: (read: [Int32], write: [Int32]) = ([0, 0], [0, 0])
    guard pipe(&ends.read) == 0, pipe(&ends.write) == 0 else { exit(1) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends.write[0], 0)
    posix_spawn_file_actions_adddup2(&actions, ends.read[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends.write[1])
    var child = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("crypto-bench"), strdup("peer"), nil]
    guard posix_spawn(&child, "/proc/self/exe", &actions, nil, arguments, nil) == 0 else { exit(1) }
    var line = [UInt8](repeating: 0, count: 16)
    let count = read(ends.read[0], &line, line.count)
    let port = String(decoding: line.prefix(max(0, count)), as: UTF8.self)
        .filter(\.isNumber)
    try await Stream.measure(base: "http://127.0.0.1:\(port)")
    close(ends.write[1])
    waitpid(child, nil, 0)
}

var loads = [0.0, 0, 0]
_ = getloadavg(&loads, 3)
if words.first != "nonces" {
    print("processor time, medians of rounds in turn, load \(text(loads[0], 1))")
}
if isWanted("calls") { try await Calls.measure(rounds: 9) }
// For minutes, and no measurement: only when it is asked for.
if words.first == "nonces" {
    try await Nonces.measure(count: words.last.flatMap { Int($0) } ?? 10_000_000)
}
if isWanted("bodies") { try await Bodies.measure(rounds: 9) }
