import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// Files and bodies that are checked against a digest (RFC 9530).
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DigestTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }
    private var file: String { folder + "/a.bin" }

    // From the appendices of RFC 9530.
    private static let text = "{\"hello\": \"world\"}"
    private static let sha256 = "X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="
    private static let sha512 =
        "WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew=="
    private static let otherSHA256 = "RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg="
    private static let hex = "5f8f04f6a3a892aaabbddb6cf273894493773960d4a325b105fee46eef4304f1"

    init() throws {
        temporary = try TemporaryFolder(for: "digest")
    }

    /// SHA-256 as in the header field.
    private static func digest(of bytes: Data) throws -> String {
        let hasher = try #require(ContentHasher(.sha256))
        bytes.withUnsafeBytes { hasher.update($0) }
        return Data(try #require(hasher.finish()).bytes).base64EncodedString()
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private func responding(_ fields: String, hasLength: Bool = true) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                let length = hasLength ? "Content-Length: \(Self.text.utf8.count)\r\n" : ""
                try connection.write("HTTP/1.1 200 OK\r\n\(length)\(fields)\r\n\(Self.text)")
                if !hasLength { return connection.close() }
            }
        }
    }

    private func download(
        _ peer: ScriptedPeer, _ expected: ContentDigest? = nil
    ) async throws -> DownloadedFile {
        var options = DownloadOptions()
        options.expectedDigest = expected
        return try await CurlSession.withSession { session in
            try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)), options: options)
        }
    }

    @Test func expectedDigestProvesFileIntegrity() async throws {
        let digest = try ContentDigest(.sha256, hex: Self.hex)
        let file = try await download(responding("", hasLength: false), digest)
        #expect(file.bodyIntegrity == .digest)
        #expect(names == ["a.bin"])
    }

    @Test func downloadWithWrongDigestIsRemoved() async throws {
        let digest = try ContentDigest(.sha256, hex: String(repeating: "0", count: 64))
        try Data("old".utf8).write(to: URL(fileURLWithPath: file))
        let peer = try responding("ETag: \"v1\"\r\n")
        let error = await #expect(throws: TransportError.self) {
            try await download(peer, digest)
        }
        #expect(error?.code == .digestMismatch)
        #expect(error?.message.hasSuffix(", and \(digest) was expected") == true)
        #expect(names == ["a.bin"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    }

    @Test(arguments: [
        "Repr-Digest: sha-256=:\(sha256):", "Repr-Digest: sha-512=:\(sha512):",
        "Content-Digest: sha-256=:\(sha256):",
        "Repr-Digest: md5=:AAAA:, sha-512=:\(sha512):, sha-256=:\(otherSHA256):",
        // A text with commas is no member.
        "Repr-Digest: md5=:AAAA:;a=\",sha-256=:\(otherSHA256):,\"",
        // Insecure or unreadable digests are ignored.
        "Repr-Digest: md5=:AAAA:, sha=:AAAA:, crc32c=:AAAA:", "Repr-Digest: sha-256=\(otherSHA256)",
    ])
    func acceptsMatchingOrUnusableServerDigest(_ field: String) async throws {
        let file = try await download(responding(field + "\r\n"))
        #expect(file.count == Self.text.utf8.count)
        let peer = try responding(field + "\r\n")
        try await CurlSession.withSession { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
    }

    @Test(arguments: ["Repr-Digest", "Content-Digest"])
    func rejectsDownloadWithWrongServerDigest(_ name: String) async throws {
        let peer = try responding("\(name): sha-256=:\(Self.otherSHA256):\r\nETag: \"v1\"\r\n")
        let error = await #expect(throws: TransportError.self) { try await download(peer) }
        #expect(error?.code == .digestMismatch)
        #expect(names == [])
    }

    @Test func rejectsBodyWithWrongDigest() async throws {
        let peer = try responding("Content-Digest: sha-256=:\(Self.otherSHA256):\r\n")
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession { session in
                try await session.send(TransportRequest(url: peer.url()))
            }
        }
        #expect(error?.code == .digestMismatch)
    }

    /// The pieces are delivered before the mismatch is known, so the stream ends with an error.
    @Test func streamWithWrongDigestEndsWithError() async throws {
        let (right, wrong) = (Self.sha256, Self.otherSHA256)
        try await CurlSession.withSession { session in
            for (digest, isRight) in [(right, true), (wrong, false)] {
                let peer = try responding(
                    "Content-Digest: sha-256=:\(digest):\r\n", hasLength: false)
                let stream = try await session.stream(TransportRequest(url: peer.url()))
                #expect(stream.bodyIntegrity == .digest)
                var body = Data()
                do {
                    for try await piece in stream.body { body += piece }
                    #expect(isRight)
                } catch {
                    #expect(!isRight)
                    #expect((error as? TransportError)?.code == .digestMismatch)
                    // A second iterator does not reach the end either.
                    var iterator = stream.body.makeAsyncIterator()
                    await #expect(throws: TransportError.self) { try await iterator.next() }
                }
                #expect(body == Data(Self.text.utf8))
            }
        }
    }

    /// The digest covers the encoded bytes, with and without a hook.
    @Test(arguments: [true, false], [true, false])
    func contentDigestIsCheckedAgainstEncodedBytes(hasHook: Bool, isRight: Bool) async throws {
        let packed = Packer.gzip(Data(Self.text.utf8))
        let digest = isRight ? try Self.digest(of: packed) : Self.sha256
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n"
                    + "Content-Digest: sha-256=:\(digest):\r\n\r\n")
            try connection.write([UInt8](packed))
        }
        var hooks = SessionHooks()
        if hasHook { hooks.didReceiveResponse = { _, _ in .allow } }
        try await CurlSession.withSession(hooks: hooks) { session in
            do {
                let response = try await session.send(TransportRequest(url: peer.url()))
                #expect(response.body == Data(Self.text.utf8))
                #expect(isRight)
            } catch let error as TransportError {
                #expect(error.code == .digestMismatch)
                #expect(!isRight)
            }
        }
    }

    /// The response to a refused expectation may be truncated.
    @Test func expectationFailedResponseSkipsDigestCheck() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            _ = try connection.take(1)
            try connection.write(
                "HTTP/1.1 417 E\r\nContent-Length: 18\r\n"
                    + "Content-Digest: sha-256=:\(Self.sha256):\r\n\r\n")
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let source = AsyncStream<Data> { source in
                source.yield(Data("a".utf8))
                source.finish()
            }
            var request = TransportRequest(
                method: .post, url: peer.url(), headers: [.expect: "100-continue"])
            request.body = HTTPBody(BodyStream(source, length: 1))
            request.timeouts.expectContinue = .milliseconds(1)
            let stream = try await session.stream(request)
            #expect(stream.status.code == 417)
            for try await _ in stream.body {}
        }
    }

    /// A data task that becomes a download keeps no bytes of the wrong file.
    @Test func dataTaskTurnedDownloadIsRemovedOnWrongDigest() async throws {
        let peer = try responding(
            "Content-Digest: sha-256=:\(Self.otherSHA256):\r\nETag: \"v1\"\r\n")
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { [file] _, _ in .becomeDownload(to: URL(filePath: file)) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == .digestMismatch)
        }
        #expect(names == [])
    }

    /// Only the digest shows that the body is missing.
    @Test func emptyBodyIsCheckedAgainstDigest() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Digest: sha-256=:\(Self.sha256):\r\n\r\n")
        }
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == .digestMismatch)
            let head = try await session.send(TransportRequest(method: .head, url: peer.url()))
            #expect(head.status == .ok)
        }
    }

    @Test(arguments: [false, true])
    func serverDigestProvesBodyIntegrity(hasHook: Bool) async throws {
        var hooks = SessionHooks()
        if hasHook { hooks.didReceiveResponse = { _, _ in .allow } }
        let right = try responding("Content-Digest: sha-256=:\(Self.sha256):\r\n", hasLength: false)
        let wrong = try responding("Content-Digest: sha-256=:\(Self.otherSHA256):\r\n")
        try await CurlSession.withSession(hooks: hooks) { session in
            let response = try await session.send(TransportRequest(url: right.url()))
            #expect(response.bodyIntegrity == .digest)
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: wrong.url()))
            }
            #expect(error?.code == .digestMismatch)
        }
    }

    /// The second half comes with the digest of the whole file.
    @Test(arguments: [sha256, otherSHA256])
    func resumedDownloadIsDigestedFromTheStart(_ digest: String) async throws {
        let (first, rest) = (Self.text.prefix(8), Self.text.dropFirst(8))
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            let fields = "ETag: \"v1\"\r\nRepr-Digest: sha-256=:\(digest):\r\n"
            guard connection.number > 1 else {
                return try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\(fields)\r\n\(first)")
            }
            try connection.write(
                "HTTP/1.1 206 P\r\nContent-Length: 10\r\nContent-Range: bytes 8-17/18\r\n"
                    + "\(fields)Content-Digest: sha-256=:\(Self.otherSHA256):\r\n\r\n\(rest)")
        }
        let error = await #expect(throws: TransportError.self) { try await download(peer) }
        #expect(error?.code == .truncated)
        do {
            _ = try await download(peer)
            #expect(digest == Self.sha256)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text)
        } catch let error as TransportError {
            #expect(digest != Self.sha256)
            #expect(error.code == .digestMismatch)
            #expect(names == [])
        }
    }

    /// The digest of a 416 response is not about the file.
    @Test func digestOf416ResponseIsNotAppliedToCompleteFile() async throws {
        let other = "sha-256=:\(Self.otherSHA256):\r\n"
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            guard connection.number > 1 else {
                return try connection.write(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"v1\"\r\n\r\n"
                        + "12\r\n\(Self.text)\r\n")
            }
            try connection.write(
                "HTTP/1.1 416 R\r\nContent-Length: 2\r\nContent-Range: bytes */18\r\nETag: \"v1\"\r\n"
                    + "Repr-Digest: \(other)Content-Digest: \(other)\r\nno")
        }
        await #expect(throws: TransportError.self) { try await download(peer) }
        #expect(try await download(peer).count == 18)
        #expect(names == ["a.bin"])
    }

    @Test func requestedRangeIsNotCheckedAgainstReprDigest() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 206 P\r\nContent-Length: 8\r\nContent-Range: bytes 0-7/18\r\n"
                    + "Repr-Digest: sha-256=:\(Self.sha256):\r\n\r\n\(Self.text.prefix(8))")
        }
        let request = TransportRequest(url: peer.url(), headers: [.range: "bytes=0-7"])
        let found = try await CurlSession.withSession { session in
            try await session.download(request, to: .file(URL(filePath: file)))
        }
        #expect(found.count == 8)
    }

    @Test func decodedFileIsNotCheckedAgainstReprDigest() async throws {
        let packed = Packer.gzip(Data(Self.text.utf8))
        let digest = try Self.digest(of: packed)
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n"
                    + "Repr-Digest: sha-256=:\(Self.otherSHA256):\r\n"
                    + "Content-Digest: sha-256=:\(digest):\r\n\r\n")
            try connection.write([UInt8](packed))
        }
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { [file] _, _ in .becomeDownload(to: URL(filePath: file)) }
        try await CurlSession.withSession(hooks: hooks) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text)
    }

    @Test func parsesAndDescribesDigests() throws {
        #expect(
            try ContentDigest(.sha256, hex: Self.hex.uppercased()).description == "sha-256 "
                + Self.hex
        )
        for text in [
            "", "0", String(Self.hex.dropLast()), Self.hex + "00", "g" + Self.hex.dropFirst(),
        ] {
            #expect(throws: TransportError.self) { try ContentDigest(.sha256, hex: text) }
        }
        #expect(throws: TransportError.self) { try ContentDigest(.sha512, hex: Self.hex) }
    }
}
