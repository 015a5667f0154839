import Foundation
import PosthornPathMonitor
import Posthorn
import PosthornCurl
import TestSupport

/// Changes the network of this process, which has one of its own (`unshare --net`), and prints what a
/// monitor says of it.
func path() async throws {
    // Who waits for it must not do so for ever.
    alarm(50)
    let monitor = PathMonitor.shared
    print(monitor.status)
    try monitor.start()
    try monitor.start()
    var updates = monitor.updates.makeAsyncIterator()
    func say() async { print(await updates.next()?.description ?? "ended") }
    await say()
    try await call(while: monitor)
    // The other end of the cable, and then ours: the route comes last.
    try ip("link add v0 type veth peer name v1")
    try ip("address add 10.9.0.1/24 dev v0")
    try ip("link set v1 up")
    try ip("link set v0 up")
    await say()
    try ip("link add w0 type veth peer name w1")
    try ip("link set w1 up")
    try ip("address add 10.8.0.1/24 dev w0")
    try ip("link set w0 up")
    await say()
    try ip("route add default via 10.8.0.2")
    await say()
    // One route over two links, and none else of theirs.
    try ip("route replace default nexthop via 10.8.0.2 nexthop via 10.9.0.2")
    await say()
    try ip("route delete 10.9.0.0/24 dev v0")
    try ip("route delete 10.8.0.0/24 dev w0")
    try ip("link set w1 down")
    await say()
    try ip("link delete v0")
    await say()
    monitor.stop()
    await say()
    try monitor.start()
    print(monitor.status)
    monitor.stop()
    try await startAndStop(200)
}

/// Calls a server of this machine, which is reached also where nothing else is.
private func call(while monitor: PathMonitor) async throws {
    try ip("link set lo up")
    let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let response = try await CurlSession.withSession { session in
        try await session.send(TransportRequest(url: peer.url()))
    }
    print("answered \(response.status.code) while \(monitor.status)")
}

/// Prints when no socket to the kernel is left of so many monitors, stopped and dropped ones.
private func startAndStop(_ count: Int) async throws {
    for _ in 0..<count {
        let monitor = PathMonitor()
        try monitor.start()
        monitor.stop()
        // Goes while it listens.
        try PathMonitor().start()
    }
    try await until { netlinkSockets() == 0 }
    print("nothing is left of \(count * 2)")
}

/// How many of this process's descriptors are netlink sockets.
private func netlinkSockets() -> Int {
    let table = (try? String(contentsOfFile: "/proc/net/netlink", encoding: .utf8)) ?? ""
    let sockets = Set(
        table.split(separator: "\n").compactMap { $0.split(separator: " ").last }
            .map { "socket:[\($0)]" })
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(descriptor)")
        return sockets.contains(target ?? "")
    }
}

func ip(_ words: String) throws {
    let arguments = ["ip"] + words.split(separator: " ").map(String.init)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var (child, status) = (pid_t(), Int32())
    guard posix_spawnp(&child, "ip", nil, nil, &pointers, environ) == 0,
        waitpid(child, &status, 0) == child, status == 0
    else { throw CocoaError(.featureUnsupported) }
}
