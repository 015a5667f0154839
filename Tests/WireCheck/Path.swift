import Foundation
import PosthornCurl

/// Changes the network of this process, which has one of its own (`unshare --net`), and prints what a
/// monitor says of it.
func path() async throws {
    let monitor = PathMonitor()
    print(monitor.status)
    try monitor.start()
    try monitor.start()
    var updates = monitor.updates.makeAsyncIterator()
    func say() async { print(await updates.next()?.description ?? "ended") }
    await say()
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
}

private func ip(_ words: String) throws {
    let arguments = ["ip"] + words.split(separator: " ").map(String.init)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var (child, status) = (pid_t(), Int32())
    guard posix_spawnp(&child, "ip", nil, nil, &pointers, environ) == 0,
        waitpid(child, &status, 0) == child, status == 0
    else { throw CocoaError(.featureUnsupported) }
}
