import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Client identities whose files are replaced while a session uses them.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct IdentityReloadTests {
    private let clients: TestAuthority
    private let front: SecureFront
    private let peer: ScriptedPeer
    private let folder: TemporaryFolder
    /// Holds back the second half of the response to `/long`.
    private let gate = DispatchSemaphore(value: 0)
    private var url: String { "https://localhost:\(front.port)/" }

    init() throws {
        clients = try TestAuthority()
        folder = try TemporaryFolder(for: "reload")
        peer = try ScriptedPeer { [gate] connection in
            while let request = try connection.readRequest() {
                guard request.hasPrefix("GET /long ") else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    continue
                }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
                guard gate.wait(timeout: .now() + 60) == .success else { return }
                try connection.write("lf")
            }
        }
        front = try SecureFront(
            of: peer.port,
            certificate: TrustTests.authority.get().certificate("DNS:localhost"),
            clients: clients.root)
    }

    private func configuration(_ directory: String) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(try TrustTests.authority.get().root)
        configuration.connection.identities = [
            "localhost": .files(
                certificate: URL(filePath: directory + "/tls.crt"),
                key: URL(filePath: directory + "/tls.key"))
        ]
        return configuration
    }

    /// Writes a pair to a folder of its own, and returns the folder.
    private func pair(_ name: String) throws -> String {
        let own = try clients.certificate(nil, commonName: name)
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try own.chain.write(toFile: path + "/tls.crt", atomically: false, encoding: .utf8)
        try own.key.write(toFile: path + "/tls.key", atomically: false, encoding: .utf8)
        return path
    }

    /// Points `current` to another folder, as the volumes of Kubernetes do.
    private func point(to target: String) throws {
        let new = folder.path + "/new"
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: target)
        try #require(rename(new, folder.path + "/current") == 0)
    }

    /// Calls until the server has seen a client of this name.
    private func call(_ session: CurlSession, until name: String) async throws {
        repeat {
            #expect(try await session.send(TransportRequest(url: url)).status == .ok)
            try await Task.sleep(for: .milliseconds(10))
        } while front.clientNames.last != name
    }

    @Test func newConnectionsUseReplacedIdentity() async throws {
        try point(to: pair("first"))
        try await CurlSession.withSession(configuration(folder.path + "/current")) { session in
            let events = session.events
            try await call(session, until: "first")
            // A transfer that runs while the identity changes.
            let long = try await session.stream(TransportRequest(url: url + "long"))
            var body = long.body.makeAsyncIterator()
            #expect(try await body.next().map { Array($0) } == Array("ha".utf8))
            try point(to: pair("second"))
            try await call(session, until: "second")
            gate.signal()
            #expect(try await body.next().map { Array($0) } == Array("lf".utf8))
            #expect(try await body.next() == nil)
            #expect(Set(front.clientNames) == ["first", "second"])
            #expect(front.clientNames.count { $0 == "second" } == 1)
            let again = try await session.send(TransportRequest(url: url))
            #expect(again.metrics.isConnectionReused)
            let path = folder.path + "/current/tls.crt"
            for await case .identityReplaced(let found) in events {
                #expect(found == path)
                break
            }
        }
    }

    @Test func halfWrittenPairIsNotUsed() async throws {
        let directory = try pair("first")
        let next = try pair("second")
        var configuration = try configuration(directory)
        configuration.idleConnections = 0
        try await CurlSession.withSession(configuration) { session in
            var events = session.events.makeAsyncIterator()
            try await call(session, until: "first")
            try replace("tls.crt", in: directory, from: next)
            // Calls go on with the previous pair.
            let mismatch = try await rejection(session, &events)
            #expect(mismatch.code == .tlsFailed)
            #expect(
                mismatch.message
                    == "the file of the client identity \(directory)/tls.key can't be read: it is not a "
                    + "private key in PEM with this password that belongs to \(directory)/tls.crt")
            try Data("-----BEGIN CERTIFICATE-----\nMIIB".utf8)
                .write(to: URL(filePath: directory + "/tls.crt"))
            let partial = try await rejection(session, &events)
            #expect(
                partial.message
                    == "the file of the client identity \(directory)/tls.crt can't be read: it is not a "
                    + "certificate in PEM")
            try FileManager.default.removeItem(atPath: directory + "/tls.key")
            let missing = try await rejection(session, &events)
            #expect(missing.message.hasSuffix("can't be read: No such file or directory"))
            #expect(Set(front.clientNames) == ["first"])
            try replace("tls.crt", in: directory, from: next)
            try replace("tls.key", in: directory, from: next)
            try await call(session, until: "second")
        }
    }

    /// Replaces the contents of a file in place.
    private func replace(_ name: String, in directory: String, from other: String) throws {
        try Data(contentsOf: URL(filePath: other + "/" + name))
            .write(to: URL(filePath: directory + "/" + name))
    }

    /// Calls until the session reports that it rejects the files.
    private func rejection(
        _ session: CurlSession, _ events: inout SessionEvents
    ) async throws -> TransportError {
        while true {
            #expect(try await session.send(TransportRequest(url: url)).status == .ok)
            // The call's own events come after a report.
            while let event = await events.next() {
                if case .identityNotReplaced(let error) = event { return error }
                if case .taskCompleted = event { break }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func firstReadingMustSucceed() async throws {
        let directory = try pair("first")
        let strange = try TrustTests.stranger.get().certificate(nil)
        try strange.key.write(
            toFile: directory + "/tls.key", atomically: true, encoding: .utf8)
        try await CurlSession.withSession(configuration(directory)) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: url))
            }
            #expect(error?.code == .tlsFailed)
            #expect(error?.message.contains("\(directory)/tls.key can't be read: ") == true)
            #expect(error?.isSafeToRetry == true)
        }
        #expect(peer.requests.isEmpty)
    }
}
