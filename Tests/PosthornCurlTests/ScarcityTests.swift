import CInterruption
import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Missing system resources: descriptors, routes, and interrupted system calls.
///
/// Tests that change a whole process run in their own process.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ScarcityTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Row 8: connecting to the broadcast address fails.
    @Test func unroutableAddressThrowsCannotConnect() async throws {
        try await CurlSession.withSession(.plain) { session in
            for _ in 0..<3 {
                let error = await #expect(throws: TransportError.self) {
                    try await session.send(TransportRequest(url: "http://255.255.255.255/"))
                }
                #expect(error?.code == .cannotConnect)
                #expect(error?.isSafeToRetry == true)
            }
        }
    }

    /// Row 9: without descriptors a call fails and leaks nothing, and later calls work again.
    @Test func callFailsWithoutFileDescriptorsAndRecovers() async throws {
        let (peer, other) = (
            try ScriptedPeer.responding(with: Self.ok), try ScriptedPeer.responding(with: Self.ok)
        )
        await #expect(processExitsWith: .success) {
            [url = peer.url() as String, unknown = other.url() as String] in
            let session = try CurlSession(.plain)
            // Opens everything that stays open.
            _ = try await session.send(TransportRequest(url: url))
            let before = try Self.descriptors().count
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(7), &limit)
            var few = limit
            few.rlim_cur = rlim_t((try Self.descriptors().max() ?? 0) + 1)
            // Uses up the lower descriptors.
            var taken: [Int32] = []
            setrlimit(__rlimit_resource_t(7), &few)
            while case let copy = dup(0), copy >= 0 { taken.append(copy) }
            for _ in 0..<20 {
                let error = await #expect(throws: TransportError.self) {
                    try await session.send(
                        TransportRequest(method: .post, url: unknown, body: Data("x".utf8)))
                }
                #expect(error?.isSafeToRetry == true, "\(error?.description ?? "")")
                #expect(error?.code == .resource, "\(error?.description ?? "")")
            }
            for copy in taken { close(copy) }
            setrlimit(__rlimit_resource_t(7), &limit)
            #expect(try Self.descriptors().count == before)
            let response = try await session.send(TransportRequest(url: unknown))
            #expect(response.status == .ok)
            await session.shutdown(.drain)
        }
    }

    /// Row 283: child processes do not inherit the session's descriptors.
    @Test func childProcessesInheritNoDescriptors() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.ok)
            _ = connection.readToEnd()
        }
        await #expect(processExitsWith: .success) { [url = peer.url() as String] in
            let before = try Self.descriptors()
            let session = try CurlSession(.plain)
            _ = try await session.send(TransportRequest(url: url))
            let opened = try Self.descriptors().subtracting(before)
            // At least the connection, the event queue and its wakeup descriptor.
            #expect(opened.count >= 3)
            // libcurl 7.88 uses its own socket pair for wakeups, which leads nowhere else.
            let inherited = opened.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
            #expect(inherited.count <= 2)
            for descriptor in inherited {
                #expect(Self.family(of: descriptor) == AF_UNIX, "\(descriptor)")
            }
            await session.shutdown(.cancel)
        }
    }

    /// Row 282: signals that interrupt system calls, and connections that break during writes.
    @Test func signalsDoNotInterruptCalls() async throws {
        let peer = try ScriptedPeer { connection in
            let head = try connection.readHead()
            // Writing to it raises SIGPIPE, which ends a careless process.
            if head.contains("/gone") { return connection.reset() }
            if let count = head.split(separator: "Content-Length: ").last.flatMap({
                Int($0.prefix { $0.isNumber })
            }), head.contains("Content-Length") {
                _ = connection.read(count)
            }
            try connection.write(Self.ok)
        }
        await #expect(processExitsWith: .success) { [url = peer.url("") as String] in
            // The handler must not restart calls, so that the session's thread is interrupted.
            let_interrupt(SIGUSR1)
            let session = try CurlSession(.plain)
            let isDone = Locked(false)
            let disturber = Thread {
                while !isDone.withLock({ $0 }) {
                    for thread in Self.threads() {
                        interrupt_thread(thread, SIGUSR1)
                    }
                }
            }
            disturber.start()
            let body = Data(repeating: 0x61, count: 1 << 20)
            for number in 0..<100 {
                let response = try await session.send(
                    TransportRequest(
                        method: .put, url: "\(url)/\(number)", body: number % 10 == 0 ? body : nil))
                #expect(response.body == Data("ok".utf8))
                await #expect(throws: TransportError.self) {
                    try await session.send(
                        TransportRequest(method: .post, url: "\(url)/gone", body: body))
                }
            }
            isDone.withLock { $0 = true }
            await session.shutdown(.drain)
        }
    }

    /// The address family of a socket; `nil` if it is no socket.
    static func family(of descriptor: Int32) -> Int32? {
        var address = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &count)
            }
        }
        return code == 0 ? Int32(address.ss_family) : nil
    }

    /// Saving waits for another process's lock, even after a signal.
    @Test func savingCookiesWaitsForLockDespiteSignals() async throws {
        let folder = try TemporaryFolder(for: "jar")
        let path = folder.path + "/jar"
        await #expect(processExitsWith: .success) { [path = path as String] in
            let_interrupt(SIGUSR1)
            // Like another process, because a lock belongs to an open file.
            let other = open(path + ".part", O_WRONLY | O_CREAT, 0o600)
            #expect(flock(other, LOCK_EX) == 0)
            let (hasBegun, isSaved) = (Locked(false), Locked(false))
            let saver = Thread {
                hasBegun.withLock { $0 = true }
                let jar = CookieStore()
                jar.set("a=1; Max-Age=60", from: "https://h.example/")
                try? jar.save(to: URL(filePath: path))
                isSaved.withLock { $0 = true }
            }
            saver.start()
            try await until { hasBegun.withLock { $0 } }
            for _ in 0..<2_000 {
                for thread in Self.threads() { interrupt_thread(thread, SIGUSR1) }
                await Task.yield()
            }
            #expect(!isSaved.withLock { $0 })
            #expect(flock(other, LOCK_UN) == 0)
            try await until { isSaved.withLock { $0 } }
            #expect(try CookieStore(file: URL(filePath: path)).cookies.count == 1)
        }
    }

    static func threads() -> [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return (names ?? []).compactMap { Int32($0) }
    }

    static func descriptors() throws -> Set<Int32> {
        // The list contains the folder's own descriptor, which is closed again.
        Set(
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                Int32($0)
            }
            .filter { fcntl($0, F_GETFD) >= 0 })
    }
}
