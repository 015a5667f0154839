import FoundationEssentials
import Glibc

// A gigabyte through `aes128gcm`, and how much memory that takes: `crypto-stream PEER [up|down|both]
// [BYTES]`, where PEER is the program `crypto-bench`. Nothing else is in here, as a program's file counts
// too.

let words = Array(CommandLine.arguments.dropFirst())
guard let peer = words.first else {
    print("usage: crypto-stream CRYPTO-BENCH [up|down|both] [BYTES]")
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
var line = [UInt8](repeating: 0, count: 16)
let count = read(ends.read[0], &line, line.count)
let port = String(decoding: line.prefix(max(0, count)), as: UTF8.self).filter(\.isNumber)
try await Stream(
    direction: words.dropFirst().first.flatMap(Stream.Direction.init) ?? .both,
    byteCount: words.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000_000
).measure(base: "http://127.0.0.1:\(port)")
close(ends.write[1])
waitpid(child, nil, 0)
