import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport
import Testing

/// A disk cache.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DiskCacheTests {
    private func ask(
        _ origin: CachePeer, _ folder: TemporaryFolder, _ requests: [TransportRequest],
        identity: String? = nil, disk: Int = 1 << 20
    ) async throws -> [String] {
        let clock = origin.clock
        let cache = try HTTPCache(
            directory: URL(filePath: folder.path), disk: disk, memory: 0, clock: { clock.now })
        let responses = Locked<[String]>([])
        try await CurlSession.withSession(.plain) { session in
            let transport = CachingTransport(session, cache: cache, identity: identity)
            for request in requests {
                let text = try await transport.text(request)
                responses.withLock { $0.append(text) }
            }
        }
        return responses.withLock { $0 }
    }

    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { folder.path + "/" + $0 }
    }

    @Test func storedResponsesSurviveANewCacheInstance() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60", "Vary: Accept-Language")
        let folder = try TemporaryFolder(for: "cache")
        let (de, fr) = (
            origin.request("/", .get, [.acceptLanguage: "de"]),
            origin.request("/", .get, [.acceptLanguage: "fr"])
        )
        #expect(
            try await ask(origin, folder, [de, fr, de]) == [
                "response 1", "response 2", "response 1",
            ])
        #expect(try await ask(origin, folder, [fr, de]) == ["response 2", "response 1"])
        let files = try files(folder)
        #expect(files.count == 2)
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        origin.clock.advance(by: 60)
        #expect(try await ask(origin, folder, [de]) == ["response 3"])
    }

    @Test func unusableDirectoryThrows() throws {
        let folder = try TemporaryFolder(for: "cache")
        try Data().write(to: folder.url.appending(path: "file"))
        for path in [folder.path + "/none/deeper", folder.path + "/file", "a\0b"] {
            let error = #expect(throws: TransportError.self) {
                try HTTPCache(directory: URL(filePath: path))
            }
            #expect(error?.code == .fileFailed)
        }
    }

    @Test func credentialsAreNeverWrittenToDisk() async throws {
        let origin = try CachePeer { request, _ in
            [
                "Cache-Control: max-age=60",
                request.contains("/sets") ? "Set-Cookie: a=s3cret" : "X: y",
            ]
        }
        let folder = try TemporaryFolder(for: "cache")
        let secret: [[HTTPField.Name: String]] = [
            [.authorization: "Bearer s3cret"], [.cookie: "s3cret=1"], [.apiKey: "s3cret"],
        ]
        var requests = secret.map { origin.request("/", .get, $0) }
        requests.append(origin.request("/sets"))
        _ = try await ask(origin, folder, requests)
        #expect(try files(folder).isEmpty)
        // With an identity, credentials may change, and are not written either.
        let named = requests[0]
        #expect(try await ask(origin, folder, [named, named], identity: "u1").last == "response 5")
        #expect(try await ask(origin, folder, [requests[1]], identity: "u1") == ["response 5"])
        #expect(try await ask(origin, folder, [named], identity: "u2") == ["response 6"])
        for file in try files(folder) {
            #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data("s3cret".utf8)) == nil)
        }
    }

    @Test(arguments: ["flipped", "cut", "empty", "old", "longer", "folder", "link"])
    func damagedEntriesAreDropped(how: String) async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let folder = try TemporaryFolder(for: "cache")
        #expect(try await ask(origin, folder, [origin.request()]) == ["response 1"])
        let file = try #require(try files(folder).first)
        var bytes = try Data(contentsOf: URL(filePath: file))
        switch how {
        case "flipped": bytes[bytes.count - 3] ^= 4
        case "cut": bytes = bytes.prefix(bytes.count - 1)
        case "empty": bytes = Data()
        case "old": bytes[7] = UInt8(ascii: "0")
        case "longer": bytes += [0]
        default: break
        }
        try bytes.write(to: URL(filePath: file))
        if how == "folder" || how == "link" {
            try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/moved")
            if how == "folder" {
                try FileManager.default.createDirectory(
                    atPath: file, withIntermediateDirectories: false)
            } else {
                try FileManager.default.createSymbolicLink(
                    atPath: file, withDestinationPath: folder.path + "/moved")
            }
        }
        let next = try await ask(origin, folder, [origin.request(), origin.request()])
        #expect(next.first == "response 2")
        // A folder in its place is not removed.
        #expect(next.last == (how == "folder" ? "response 3" : "response 2"))
    }

    @Test func removedDirectoryFailsNoCalls() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let folder = try TemporaryFolder(for: "cache")
        let clock = origin.clock
        let cache = try HTTPCache(
            directory: URL(filePath: folder.path), memory: 0, clock: { clock.now })
        try await CurlSession.withSession(.plain) { session in
            let transport = CachingTransport(session, cache: cache)
            _ = try await transport.send(origin.request())
            #expect(cache.diskBytes > 0)
            try FileManager.default.removeItem(atPath: folder.path)
            #expect(try await transport.text(origin.request()) == "response 2")
            #expect(try await transport.text(origin.request()) == "response 3")
            #expect(cache.diskBytes == 0)
        }
    }

    @Test func diskLimitEvictsLeastRecentlyUsed() async throws {
        let padding = String(repeating: "p", count: 600)
        let origin = try CachePeer { _, _ in ["Cache-Control: max-age=60", "X-Padding: \(padding)"]
        }
        let folder = try TemporaryFolder(for: "cache")
        let all = (1...40).flatMap { number in
            // The first one is used in every round.
            [origin.request("/\(number)"), origin.request("/1")]
        }
        let limit = 16 << 10
        _ = try await ask(origin, folder, all, disk: limit)
        let size = try files(folder).reduce(0) {
            try $0 + Data(contentsOf: URL(filePath: $1)).count
        }
        #expect(size <= limit && size > limit / 2)
        #expect(origin.calls == 40)
        let rest = [origin.request("/1"), origin.request("/40"), origin.request("/2")]
        #expect(
            try await ask(origin, folder, rest, disk: limit)
                == ["response 1", "response 40", "response 41"])
        // A response larger than an eighth of the limit is not stored.
        #expect(
            try await ask(origin, folder, [rest[0], rest[0]], disk: 4 << 10)
                == ["response 1", "response 1"])
        #expect(try await ask(origin, folder, [origin.request("/new")], disk: 4 << 10).count == 1)
    }

    @Test func unsafeMethodInvalidatesDiskEntriesOfAllIdentities() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let folder = try TemporaryFolder(for: "cache")
        for user in ["u1", "u2"] {
            _ = try await ask(
                origin, folder, [origin.request(), origin.request("/b")], identity: user)
        }
        #expect(try files(folder).count == 4)
        _ = try await ask(origin, folder, [origin.request("/", .post)], identity: "u1")
        #expect(try files(folder).count == 2)
        let cache = try HTTPCache(directory: URL(filePath: folder.path))
        await cache.remove(origin.peer.url("/b#part"))
        #expect(try files(folder).isEmpty)
    }
}
