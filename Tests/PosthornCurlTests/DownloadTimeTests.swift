import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Timeouts and sizes of downloads that need a second request.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DownloadTimeTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/a.bin" }

    init() throws { folder = try TemporaryFolder(for: "download-time") }

    private static func head(_ fields: String, _ status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n"
    }

    private func data(of task: CallTask<DownloadedFile, TransportError>) async throws -> ResumeData
    {
        await #expect(throws: TransportError.self) { try await task.value }
        return try #require(task.resumeData)
    }

    /// Sends four bytes of `0123456789`, and responds to ranges with 416 for a shorter file.
    ///
    /// A request for the whole file gets it, or the connection is closed.
    private func server(givesAll: Bool) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if connection.number == 1 {
                    return try connection.write(
                        Self.head("Content-Length: 10\r\nETag: \"v1\"") + "0123")
                } else if request.contains("\r\nRange: ") {
                    try connection.write(
                        Self.head(
                            "Content-Length: 0\r\nContent-Range: bytes */3",
                            "416 Range Not Satisfiable"))
                } else if givesAll {
                    try connection.write(Self.head("Content-Length: 3\r\nETag: \"v2\"") + "new")
                } else {
                    return
                }
            }
        }
    }

    /// The second request has the time that remains of the first one's timeout.
    @Test func requestAfter416HasTheRemainingTimeout() async throws {
        let peer = try server(givesAll: true)
        let total = Duration.seconds(50)
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            let first = session.task(for: request, to: .file(URL(filePath: file)))
            var options = DownloadOptions()
            options.resumeData = try await data(of: first)
            request.timeouts.total = total
            let task = session.task(for: request, to: .file(URL(filePath: file)), options: options)
            let began = ContinuousClock.now
            #expect(try await task.value.count == 3)
            let passed = ContinuousClock.now - began
            let left = try #require(task.currentRequest.timeouts.total)
            #expect(left < total)
            #expect(left >= total - passed)
            #expect(task.originalRequest.timeouts.total == total)
        }
        #expect(peer.requests.count == 3)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    }

    /// The partial file is kept for another attempt if that request fails.
    @Test func partialFileSurvivesFailedRequestAfter416() async throws {
        let peer = try server(givesAll: false)
        try await CurlSession.withSession { session in
            let request = TransportRequest(url: peer.url())
            let first = session.task(for: request, to: .file(URL(filePath: file)))
            var options = DownloadOptions()
            options.resumeData = try await data(of: first)
            let task = session.task(for: request, to: .file(URL(filePath: file)), options: options)
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .connectionLost)
            #expect(task.resumeData?.offset == 4)
        }
        #expect(try String(contentsOfFile: file + ".part", encoding: .utf8) == "0123")
    }

    /// Row 196: offsets and lengths beyond 32 bits.
    @Test func resumesFileLargerThanFourGibibytes() async throws {
        let offset = 5 << 30
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if connection.number == 1 {
                    return try connection.write(
                        Self.head("Content-Length: \(offset + 4)\r\nETag: \"v1\"") + "0123")
                }
                let isRest = request.contains("\r\nRange: bytes=\(offset)-\r\n")
                try connection.write(
                    isRest
                        ? Self.head(
                            "Content-Length: 4\r\nETag: \"v1\"\r\nContent-Range: bytes "
                                + "\(offset)-\(offset + 3)/\(offset + 4)", "206 Partial Content")
                            + "last"
                        : Self.head("Content-Length: 0", "400 Bad Request"))
            }
        }
        try await CurlSession.withSession { session in
            let request = TransportRequest(url: peer.url())
            let left = try await data(
                of: session.task(for: request, to: .file(URL(filePath: file))))
            #expect(left.total == offset + 4)
            // A sparse file stands for the received bytes.
            let handle = try #require(FileHandle(forWritingAtPath: file + ".part"))
            try handle.truncate(atOffset: UInt64(offset))
            try handle.close()
            let text = String(decoding: try JSONEncoder().encode(left), as: UTF8.self)
            // The digest of the last bytes is that of 4 KiB of zeros.
            let hole = "8406e02c507924e3e0a913f5b7c6858d"
            let further = text.replacingOccurrences(
                of: "\"offset\":4", with: "\"offset\":\(offset)"
            ).replacing(#/"ending":"[0-9a-f]+"/#, with: "\"ending\":\"\(hole)\"")
            #expect(further.contains(hole) && further.contains("\(offset)"))
            var options = DownloadOptions()
            options.resumeData = try JSONDecoder().decode(
                ResumeData.self, from: Data(further.utf8))
            let task = session.task(for: request, to: .file(URL(filePath: file)), options: options)
            #expect(try await task.value.count == offset + 4)
            #expect(task.progress.received == offset + 4)
        }
        let handle = try #require(FileHandle(forReadingAtPath: file))
        try handle.seek(toOffset: UInt64(offset - 2))
        #expect(try handle.readToEnd() == Data([0, 0]) + Data("last".utf8))
    }
}
