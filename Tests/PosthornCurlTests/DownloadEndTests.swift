import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Downloads with and without proof that they are complete.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DownloadEndTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/a.bin" }

    init() throws {
        folder = try TemporaryFolder(for: "download-end")
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
    }

    private var text: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    /// Ends the body by closing the connection.
    private func server(_ fields: String = "") throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\n\(fields)\r\n0123456789")
            connection.halfClose()
            _ = connection.readToEnd()
        }
    }

    @Test func downloadOfUnknownLengthFails() async throws {
        let peer = try server()
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            }
            #expect(
                error?.description
                    == "truncated: the file may be truncated: only the end of the connection marks its "
                    + "end; ask for a Content-Length, give its digest, or set allowsUnknownLength"
            )
        }
        #expect(text == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.bin"])
    }

    /// Typed calls have no download options.
    @Test(arguments: [true, false])
    func downloadOfUnknownLengthSucceedsWhenAllowed(inAllOfTheSession: Bool) async throws {
        let peer = try server()
        var configuration = SessionConfiguration()
        configuration.allowsDownloadsOfUnknownLength = inAllOfTheSession
        try await CurlSession.withSession(configuration) { session in
            var options = DownloadOptions()
            if !inAllOfTheSession { options.allowsUnknownLength = true }
            let result = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)), options: options)
            #expect(result.bodyIntegrity == .unverified)
        }
        #expect(text == "0123456789")
    }

    /// SHA-256 of the ten digits.
    private static let digest = "hNiYd/DUBB77a/kaFvAkjy/Vc+avBcGflr7bn4gveII="

    @Test func digestProvesDownloadOfUnknownLength() async throws {
        let peer = try server("Repr-Digest: sha-256=:\(Self.digest):\r\n")
        let result = try await CurlSession.withSession { session in
            try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
        }
        #expect(result.bodyIntegrity == .digest)
    }

    /// The range proves the end, however the response itself ends.
    @Test(arguments: [
        "206 Partial Content\r\nContent-Range: bytes 4-9/10\r\nETag: \"1\"\r\n\r\n456789",
        "206 Partial Content\r\nContent-Range: bytes=4 - 9 / 10\r\nETag: \"1\"\r\n\r\n456789",
        "416 Range Not Satisfiable\r\nContent-Range: bytes */4\r\nETag: \"1\"\r\n\r\nno",
    ])
    func contentRangeProvesResumedDownloadComplete(_ response: String) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            guard connection.number > 1 else {
                return try connection.write(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"1\"\r\n\r\n4\r\n0123\r\n"
                )
            }
            try connection.write("HTTP/1.1 " + response)
            connection.halfClose()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            for number in 1...2 {
                let file = try? await session.download(
                    TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
                #expect(file?.bodyIntegrity == (number == 1 ? nil : .length))
            }
        }
        #expect(text == (response.hasPrefix("206") ? "0123456789" : "0123"))
    }

    /// The connection of a useless range response is free for the request of the whole file.
    @Test func uselessRangeResponseFreesTheOnlyConnection() async throws {
        let whole = String(repeating: "b", count: 1 << 20)
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            if connection.number == 1 {
                return try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(1 << 20)\r\nETag: \"1\"\r\n\r\naaaa")
            }
            let head =
                request.contains("Range:")
                ? "206 Partial Content\r\nContent-Range: bytes 4-1048575/1048576\r\nETag: \"2\""
                : "200 OK\r\nETag: \"2\""
            let body = request.contains("Range:") ? String(whole.dropFirst(4)) : whole
            try connection.write(
                "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        var configuration = SessionConfiguration()
        configuration.limits.perOrigin = 1
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: peer.url())
            _ = try? await session.download(request, to: .file(URL(filePath: file)))
            _ = try await session.download(request, to: .file(URL(filePath: file)))
        }
        #expect(text == whole)
    }

    /// The last frame has END_STREAM.
    @Test func http2EndOfStreamCompletesDownload() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(
                    .headers(stream, [(":status", "200")]),
                    .data(stream, "0123456789", endStream: true))
            }
        }
        let result = try await CurlSession.withSession(.priorKnowledge) { session in
            try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
        }
        #expect(result.bodyIntegrity == .unverified)
        #expect(text == "0123456789")
    }

    /// A partial file is resumed only in the same scope.
    @Test(arguments: ["Ada", nil] as [String?], ["Ada", "Bob", nil] as [String?])
    func partialFileIsResumedOnlyInTheSameResumeScope(
        _ first: String?, _ second: String?
    ) async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if connection.number == 1 {
                    return try connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"1\"\r\n\r\nAd")
                }
                try connection.write(
                    request.contains("\r\nRange: bytes=2-")
                        ? "HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\nETag: \"1\"\r\n"
                            + "Content-Range: bytes 2-3/4\r\n\r\nob"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"1\"\r\n\r\nBobs")
            }
        }
        try await CurlSession.withSession { session in
            var options = DownloadOptions()
            options.resumeScope = first
            let task = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)),
                options: options)
            await #expect(throws: TransportError.self) { try await task.value }
            #expect(task.resumeData?.offset == 2)
            options.resumeScope = second
            _ = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)), options: options)
        }
        #expect(text == (first == second ? "Adob" : "Bobs"))
    }
}
