import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A process that is stopped and goes on, as by a terminal or on a machine that sleeps.
@Suite(.timeLimit(.minutes(2)))
struct StoppedProcessTests {
    /// Reads requests and answers none.
    private func silentPeer(_ arrived: Gate = Gate()) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            _ = try connection.readHead()
            arrived.open()
            _ = connection.readToEnd()
        }
    }

    /// Waits as long as a call of this process takes to run into its limit; that is the clock.
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
            // Were the time not counted in which it stood still, it had two seconds to go.
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
                    // The other one may not be left to wait for ever.
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
        // It finds both when it goes on: the end of its connection, and that it is to call again.
        child.write("go on")
        child.goOn()
        #expect(child.rest() == "200\n")
        #expect(child.status() == 0)
        #expect(peer.connections == 2)
        #expect(peer.requests.count == 2)
    }
}
