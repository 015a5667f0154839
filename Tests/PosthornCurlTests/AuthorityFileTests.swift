import Foundation
import Glibc
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornCurl

/// Files of certificate authorities, which are not read on a session's loop.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AuthorityFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let root: String

    init() throws {
        folder = try TemporaryFolder(for: "authority-file")
        path = folder.path + "/authorities.pem"
        root = try TrustTests.authority.get().root
    }

    @Test func fileIsReadOnceForAllSessionsUntilItChanges() async throws {
        try write(root)
        let file = TrustFile.authorities(at: path)
        let first = try await anchors()
        #expect(try await anchors() === first)
        try write(root + root)
        #expect(try await anchors() !== first)
        #expect(TrustFile.authorities(at: path) === file)
    }

    @Test func unreadableOrInvalidFileFailsWithReason() async throws {
        let trials: [(text: String?, reason: String)] = [
            (nil, "No such file or directory"), ("", "it is not a list of certificates in PEM"),
            ("hello", "it is not a list of certificates in PEM"),
            (String(root.dropLast(40)), "it is not a list of certificates in PEM"),
            (root + root.replacing("MII", with: "AII"), "it is not a list of certificates in PEM"),
            // There is no prompt for a password.
            (root + Self.encrypted, "it is not a list of certificates in PEM"),
        ]
        let server = try TrustTests.Server()
        for (text, reason) in trials {
            if let text { try write(text) }
            let error = await failure(server.url)
            #expect(error?.code == .untrustedCertificate)
            #expect(
                error?.message
                    == "the file of certificate authorities \(path) can't be read: \(reason)")
            #expect(error?.isSafeToRetry == true)
        }
        #expect(server.peer.requests.isEmpty)
    }

    @Test func namedPipeFailsInsteadOfBlocking() async throws {
        try #require(mkfifo(path, 0o600) == 0)
        let error = await failure(try TrustTests.Server().url)
        #expect(error?.message.hasSuffix("it is not a regular file") == true)
    }

    /// A call that needs the file fails; the next one succeeds if the file exists by then.
    @Test func nextCallRereadsFileAfterFailure() async throws {
        let server = try TrustTests.Server()
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: server.url)
            await #expect(throws: TransportError.self) { try await session.send(request) }
            try write(root)
            #expect(try await session.send(request).status.code == 200)
        }
    }

    @Test func fileIsCheckedAgainAfterOneMinute() async throws {
        try write(root)
        let trust = TrustMemory(try TrustRules(configuration.trustSettings, hook: nil))
        #expect(!trust.isNew(0, at: .now))
        var reads = 0
        for id in 1...3 as ClosedRange<UInt64> { trust.wait(id, for: 0) { _ in reads += 1 } }
        #expect(reads == 1)
        let found = TrustFile.Result.success(.authorities(try await anchors()))
        #expect(trust.keep(found, of: 0).waiting == [1, 2, 3])
        #expect(trust.isNew(0, at: .now))
        #expect(!trust.isNew(0, at: .now + .seconds(61)))
        trust.wait(4, for: 0) { _ in reads += 1 }
        #expect(reads == 2)
        // A failed read does not extend the previous result.
        let failed = trust.keep(.failure(.cancelled), of: 0)
        #expect(failed.waiting == [4])
        #expect(failed.failure != nil)
        #expect(!trust.isNew(0, at: .now + .seconds(61)))
    }

    /// A slow file delays only calls that need it.
    @Test func slowFileDelaysOnlyCallsThatNeedIt() async throws {
        try write(root)
        let server = try TrustTests.Server()
        let file = TrustFile.authorities(at: path)
        file.queue.suspend()
        let plain = TransportRequest(url: "http://127.0.0.1:\(server.peer.port)/")
        let session = try CurlSession(configuration)
        let waiting = Task { try await session.send(TransportRequest(url: server.url)) }
        let given = Task { try await session.send(TransportRequest(url: server.url)) }
        #expect(try await session.send(plain).status.code == 200)
        var hasty = TransportRequest(url: server.url)
        hasty.timeouts.connect = .milliseconds(20)
        let error = await #expect(throws: TransportError.self) { try await session.send(hasty) }
        #expect(error?.code == .timedOut)
        #expect(
            error?.message == "the file of certificate authorities was not read in time")
        given.cancel()
        let ended = await #expect(throws: TransportError.self) { try await given.value }
        #expect(ended?.code == .cancelled)
        #expect(server.peer.requests.count == 1)
        #expect(TrustFile.authorities(at: path) === file)
        file.queue.resume()
        #expect(try await waiting.value.status.code == 200)
        await session.shutdown(.drain)
    }

    /// A task that is suspended meanwhile times out like others.
    @Test func suspendedTaskTimesOutWhileFileIsRead() async throws {
        try write(root)
        let server = try TrustTests.Server()
        let file = TrustFile.authorities(at: path)
        file.queue.suspend()
        let plain = TransportRequest(url: "http://127.0.0.1:\(server.peer.port)/")
        let session = try CurlSession(configuration)
        var hasty = TransportRequest(url: server.url)
        hasty.timeouts.connect = .milliseconds(200)
        hasty.timeouts.total = Timeouts.unlimited
        let task = session.task(for: hasty)
        task.resume()
        _ = try await session.send(plain)
        task.suspend()
        // The loop has handled the suspension and checked the timeouts after these calls.
        let end = ContinuousClock.now + .milliseconds(250)
        repeat { _ = try await session.send(plain) } while ContinuousClock.now < end
        task.resume()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .timedOut)
        file.queue.resume()
        await session.shutdown(.drain)
    }

    private static let encrypted = """
        -----BEGIN CERTIFICATE-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,000102030405060708090A0B0C0D0E0F

        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
        -----END CERTIFICATE-----

        """

    private var configuration: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: path))
        return configuration
    }

    private func write(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func failure(_ url: String) async -> TransportError? {
        await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration) { session in
                try await session.send(TransportRequest(url: url))
            }
        }
    }

    private func anchors() async throws -> TrustAnchors {
        let response = await withCheckedContinuation { answered in
            TrustFile.authorities(at: path).read { answered.resume(returning: $0) }
        }
        guard case .authorities(let anchors) = try response.get() else {
            throw PeerError("the file is read as another kind")
        }
        return anchors
    }
}
