import FoundationEssentials
import Glibc
import Posthorn
import Usage

// Ciphers beside the primitives that they are made of, and sealed calls beside plain ones. Build it in
// release. `bodies` and `calls` are the parts; both by default. `bodies HPKE` measures those alone whose name starts so. `peer` is the server of `crypto-stream`.

let words = CommandLine.arguments.dropFirst()

// The server of the streams, in a process of its own, so that its work and memory are not counted.
if words.first == "peer" {
    let server = try Peer.serve()
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

if words.first == "versions" {
    try await Versions.run(Array(words.dropFirst()))
    exit(0)
}

func isWanted(_ part: String) -> Bool { words.isEmpty || words.contains(part) }

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
if isWanted("bodies") {
    try await Bodies.measure(rounds: 9, of: words.first == "bodies" ? words.dropFirst().first : nil)
}
