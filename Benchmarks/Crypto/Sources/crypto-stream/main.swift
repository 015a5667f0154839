import Glibc

// A gigabyte through `aes128gcm`, and how much memory that takes: `crypto-stream PEER [up|down|both]
// [BYTES [LIMIT]]`, where PEER is the program `crypto-bench` and LIMIT the most bytes by which the resident memory may
// grow, with the parts of the program's file that a stream uses.

let words = Array(CommandLine.arguments.dropFirst())
guard let peer = words.first else {
    print("usage: crypto-stream CRYPTO-BENCH [up|down|both] [BYTES [LIMIT]]")
    exit(2)
}

var ends: (read: [Int32], write: [Int32]) = ([0, 0], [0, 0])
guard pipe(&ends.read) == 0, pipe(&ends.write) == 0 else { exit(1) }
var actions = posix_spawn_file_actions_t()
posix_spawn_file_actions_init(&actions)
posix_spawn_file_actions_adddup2(&actions, ends.write[0], 0)
posix_spawn_file_actions_adddup2(&actions, ends.read[1], 1)
posix_spawn_file_actions_addclose(&actions, ends.write[1])
var child = pid_t()
let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(peer), strdup("peer"), nil]
guard posix_spawn(&child, peer, &actions, nil, arguments, nil) == 0 else {
    print("crypto-stream: cannot start \(peer)")
    exit(1)
}
// The port, with a newline and zeros behind it.
var line = [CChar](repeating: 0, count: 16)
guard read(ends.read[0], &line, line.count - 1) > 0 else { exit(1) }
let port = atoi(line)
let growth = try await Stream(
    direction: words.dropFirst().first.flatMap(Stream.Direction.init) ?? .both,
    byteCount: words.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000_000
).measure(base: "http://127.0.0.1:\(port)")
close(ends.write[1])
waitpid(child, nil, 0)
if let limit = words.dropFirst(3).first.flatMap({ Int($0) }), growth > limit {
    print("crypto-stream: the resident memory grew by \(growth) bytes; the limit is \(limit)")
    exit(1)
}
