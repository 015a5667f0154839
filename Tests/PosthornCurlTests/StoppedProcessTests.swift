import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A process that is stopped and continued, as by a terminal or a sleeping machine.
///
/// The limit includes the wait for a thread while tests of other suites block theirs, 105 seconds in one run.
@Suite(.timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct StoppedProcessTests {
    /// Reads requests and never responds.
    private func silentPeer(_ arrived: Gate = Gate()) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            _ = try connection.readHead()
            arrived.open()
            _ = connection.readToEnd()
        }
    }

    /// Waits until a call of this process times out, which serves as a clock.
    private func runOut(_ limit: Duration, of session: CurlSession, _ url: String) async -> Bool {
        do {
            _ = try await session.send(
                TransportRequest(url: url, timeouts: Timeouts(total: limit)))
            return false
        } catch {
            return error.code == .timedOut
        }
    }

    @Test func timeoutsExpiredWhileStoppedFireAtOnce() async throws {
        let arrived = Gate()
        let (peer, clock) = (try silentPeer(arrived), try silentPeer())
        let child = try WireCheck(["late", peer.url(), "2000"])
        await arrived.opened()
        child.stop()
        try await until { child.isStopped }
        try await CurlSession.withSession { session in
            #expect(await runOut(.milliseconds(2100), of: session, clock.url()))
            // If the stopped time did not count, two seconds would remain.
            let (line, ended) = (Locked(""), Gate())
            let reader = Thread {
                child.goOn()
                let text = child.line()
                line.withLock { $0 = text }
                ended.open()
            }
            reader.start()
            let race = await withTaskGroup(of: String.self) { group in
                group.addTask {
                    await ended.opened()
                    return line.withLock { $0 }
                }
                group.addTask {
                    let hasRunOut = await runOut(.milliseconds(1500), of: session, clock.url())
                    // The other task must not wait forever.
                    if hasRunOut { child.end() }
                    return hasRunOut ? "too late" : "cancelled"
                }
                defer { group.cancelAll() }
                return await group.next()
            }
            #expect(race == "timedOut")
        }
        #expect(child.status() == 0)
    }

    @Test func idleConnectionClosedWhileStoppedIsNotUsed() async throws {
        let (isStopped, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                guard connection.number == 1 else { continue }
                isStopped.wait()
                connection.close()
                closed.open()
            }
        }
        let child = try WireCheck(["again", peer.url()])
        #expect(child.line() == "200")
        child.stop()
        try await until { child.isStopped }
        isStopped.open()
        await closed.opened()
        // When it continues, it finds its connection closed and the command to call again.
        child.write("go on")
        child.goOn()
        #expect(child.rest() == "200\n")
        #expect(child.status() == 0)
        #expect(peer.connections == 2)
        #expect(peer.requests.count == 2)
    }
}
