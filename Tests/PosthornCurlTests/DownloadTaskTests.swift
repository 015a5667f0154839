import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Responses that are saved to files, in one or several attempts.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DownloadTaskTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }
    private var file: String { folder + "/a.bin" }
    private var part: String { file + ".part" }
    private var journal: String { part + ".journal" }

    init() throws {
        temporary = try TemporaryFolder(for: "download")
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func head(_ fields: String, _ status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n"
    }

    /// A server that truncates `0123456789` after four bytes, and then responds as given.
    private func breaking(tag: String = "\"v1\"", then response: String) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            if connection.number == 1 {
                try connection.readRequest()
                try connection.write(
                    Self.head("Content-Length: 10\r\nETag: \(tag)") + "0123")
            } else {
                while try connection.readRequest() != nil { try connection.write(response) }
            }
        }
    }

    /// libcurl keeps the buffer of a transfer that ended midway, and does not resize it then.
    @Test func downloadReusesHandleOfCancelledCall() async throws {
        let begun = Gate()
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            try connection.write(
                Self.head("Content-Length: 4") + (request.contains("/held") ? "01" : "0123"))
            begun.open()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let call = Task { try await session.send(TransportRequest(url: peer.url("/held"))) }
            await begun.opened()
            call.cancel()
            _ = await call.result
            _ = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            #expect(text(file) == "0123")
        }
    }

    /// Downloads until the connection breaks, and returns the failed task.
    private func breakOff(
        _ session: CurlSession, _ peer: ScriptedPeer, _ options: DownloadOptions = .init()
    ) async -> CallTask<DownloadedFile, TransportError> {
        let task = session.task(
            for: TransportRequest(url: peer.url("/f?token=secret")), to: .file(URL(filePath: file)),
            options: options)
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .truncated)
        return task
    }

    private func again(
        _ session: CurlSession, _ peer: ScriptedPeer
    ) async throws -> DownloadedFile {
        try await session.download(
            TransportRequest(url: peer.url("/f?token=secret")), to: .file(URL(filePath: file)))
    }

    @Test func writesPartialFileThenMovesItToDestination() async throws {
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let (half, mayGoOn) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head("Content-Length: 10") + "01234")
            half.open()
            mayGoOn.wait()
            try connection.write("56789")
        }
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            task.resume()
            await half.opened()
            try await until { FileManager.default.fileExists(atPath: part) }
            #expect(text(file) == "old")
            mayGoOn.open()
            let result = try await task.value
            #expect(result.url.path == file)
            #expect(result.count == 10)
            #expect(result.bodyIntegrity == .length)
            #expect(task.file?.url.path == file)
        }
        #expect(text(file) == "0123456789")
        #expect(names == ["a.bin"])
    }

    /// A child process has the descriptors of its parent until it runs its program.
    @Test func nextDownloadWaitsForNoChildProcess() async throws {
        let mayEnd = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                Self.head("Content-Length: 10") + (connection.number == 1 ? "0123" : "0123456789"))
            if connection.number == 1 { mayEnd.wait() }
        }
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            task.resume()
            try await until { descriptor(of: part) != nil }
            let copy = dup(try #require(descriptor(of: part)))
            defer { close(copy) }
            mayEnd.open()
            await #expect(throws: TransportError.self) { try await task.value }
            _ = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            #expect(text(file) == "0123456789")
        }
    }

    /// Returns the process's descriptor of a file; `nil` if it has none.
    private func descriptor(of path: String) -> Int32? {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.first {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }.flatMap { Int32($0) }
    }

    @Test func resumesWithRangeAndIfRange() async throws {
        let peer = try breaking(
            then: Self.head(
                "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
                "206 Partial Content") + "456789")
        try await CurlSession.withSession { session in
            let stream = session.events
            let failed = await breakOff(session, peer)
            let data = try #require(failed.resumeData)
            #expect(data.offset == 4)
            #expect(data.total == 10)
            #expect(text(part) == "0123")
            #expect(text(journal)?.contains("secret") == false)
            let count1 = try await again(session, peer).count
            #expect(count1 == 10)
            var events = stream.makeAsyncIterator()
            var resumed = false
            while let event = await events.next() {
                if case .downloadResumed(_, let offset, let total) = event {
                    resumed = offset == 4 && total == 10
                }
                if case .downloadMoved = event { break }
            }
            #expect(resumed)
        }
        #expect(text(file) == "0123456789")
        #expect(names == ["a.bin"])
        #expect(peer.requests[1].contains("\r\nRange: bytes=4-\r\n"))
        #expect(peer.requests[1].contains("\r\nIf-Range: \"v1\"\r\n"))
        #expect(peer.requests[1].contains("\r\nAccept-Encoding: identity\r\n"))
    }

    @Test func encodedResumeDataResumesInAnotherSession() async throws {
        let peer = try breaking(
            then: Self.head(
                "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
                "206 Partial Content")
                + "456789")
        var encoded = Data()
        try await CurlSession.withSession { session in
            let task = await breakOff(session, peer)
            encoded = try JSONEncoder().encode(try #require(task.resumeData))
        }
        try FileManager.default.removeItem(atPath: journal)
        var options = DownloadOptions()
        options.resumeData = try JSONDecoder().decode(ResumeData.self, from: encoded)
        try await CurlSession.withSession { [options] session in
            _ = try await session.download(
                TransportRequest(url: peer.url("/f?token=secret")), to: .file(URL(filePath: file)),
                options: options)
        }
        #expect(text(file) == "0123456789")
    }

    @Test func resumeDirectoryListsUnfinishedDownloads() async throws {
        var configuration = SessionConfiguration()
        configuration.resumeDirectory = URL(filePath: folder + "/journal")
        try FileManager.default.createDirectory(
            atPath: folder + "/journal", withIntermediateDirectories: true)
        let peer = try breaking(
            then: Self.head(
                "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
                "206 Partial Content")
                + "456789")
        try await CurlSession.withSession(configuration) { session in
            _ = await breakOff(session, peer)
        }
        // Damaged records, and records without a partial file, are not listed.
        try "{".write(toFile: folder + "/journal/x.journal", atomically: true, encoding: .utf8)
        try await CurlSession.withSession(configuration) { session in
            let left = session.unfinishedDownloads
            #expect(left.map(\.destination.path) == [file])
            #expect(left.map(\.offset) == [4])
            var options = DownloadOptions()
            options.resumeData = left.first
            _ = try await session.download(
                TransportRequest(url: peer.url("/f?token=secret")),
                to: .file(URL(filePath: "unused")),
                options: options)
            #expect(session.unfinishedDownloads.isEmpty)
        }
        #expect(text(file) == "0123456789")
        #expect(names == ["a.bin", "journal"])
    }

    @Test(
        arguments: [
            // The file has changed, or the server does not support ranges: the whole file is
            // downloaded.
            ("Content-Length: 3\r\nETag: \"v2\"", "200 OK", "new", "new"),
            // No bytes follow the partial file.
            ("Content-Length: 0\r\nContent-Range: bytes */4", "416 Range Not Satisfiable", "", nil),
        ] as [(String, String, String, String?)])
    func downloadsWholeFileWhenItCannotResume(
        fields: String, status: String, body: String, expected: String?
    ) async throws {
        let peer = try breaking(then: Self.head(fields, status) + body)
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            guard let expected else {
                // The file is longer than the partial file, which the response contradicts.
                let error = await #expect(throws: TransportError.self) {
                    try await again(session, peer)
                }
                #expect(error?.code == .unexpectedStatus)
                return
            }
            _ = try await again(session, peer)
            #expect(text(file) == expected)
            #expect(names == ["a.bin"])
        }
    }

    @Test(arguments: [
        "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 3-8/10",
        "Content-Length: 6\r\nETag: \"v1\"", "Content-Length: 6\r\nContent-Range: bytes 4-9/10",
        "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/11",
        "Content-Length: 5\r\nETag: \"v1\"\r\nContent-Range: bytes 4-8/10",
        "Content-Length: 6\r\nETag: \"v2\"\r\nContent-Range: bytes 4-9/10",
        "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Encoding: gzip\r\nContent-Range: bytes 4-9/10",
        "Content-Length: 6\r\nContent-Type: multipart/byteranges; boundary=x",
    ])
    func rejectsMismatchedPartialContent(fields: String) async throws {
        let part =
            Self.head(fields, "206 Partial Content")
            + String(repeating: "x", count: fields.hasPrefix("Content-Length: 5") ? 5 : 6)
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let whole = Self.head("Content-Length: 10\r\nETag: \"v1\"") + "0123456789"
                if connection.number == 1 { return try connection.write(String(whole.dropLast(6))) }
                try connection.write(request.contains("Range: ") ? part : whole)
            }
        }
        try await CurlSession.withSession { session in
            var options = DownloadOptions()
            options.resumeData = await breakOff(session, peer).resumeData
            // With resume data the call fails; without, the whole file is downloaded.
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    TransportRequest(url: peer.url("/f?token=secret")),
                    to: .file(URL(filePath: file)),
                    options: options)
            }
            #expect(error?.code == .wrongRange)
            #expect(text(self.part) == "0123")
            #expect(text(file) == nil)
            _ = try await again(session, peer)
        }
        #expect(text(file) == "0123456789")
        #expect(names == ["a.bin"])
    }

    /// If the total length is unknown, a range may not reach the end, and the end may be that of
    /// another version.
    @Test(arguments: [
        "ETag: \"v1\"\r\nContent-Range: bytes 4-5/*\r\nContent-Length: 2",
        "Content-Range: bytes */4\r\nContent-Length: 0",
    ])
    func rangeResponseWithoutTotalLengthIsNotTheEnd(fields: String) async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if connection.number == 1 {
                    return try connection.write(
                        Self.head("Transfer-Encoding: chunked\r\nETag: \"v1\"") + "4\r\n0123\r\n")
                }
                try connection.write(
                    !request.contains("Range: ")
                        ? Self.head("Content-Length: 8") + "01234567"
                        : fields.contains("*/4")
                            ? Self.head(fields, "416 R")
                            : Self.head(fields, "206 Partial Content") + "45")
            }
        }
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            _ = try await again(session, peer)
        }
        #expect(text(file) == "01234567")
    }

    /// A server that ignores `If-Range` may report the end of another version.
    @Test func rangeErrorOfAnotherVersionRestartsDownload() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if connection.number == 1 {
                    return try connection.write(
                        Self.head("Transfer-Encoding: chunked\r\nETag: \"v1\"") + "4\r\n0123\r\n")
                }
                let tag = "ETag: \"v2\"\r\nContent-Length: "
                try connection.write(
                    request.contains("Range: ")
                        ? Self.head(tag + "0\r\nContent-Range: bytes */4", "416 R")
                        : Self.head(tag + "4") + "abcd")
            }
        }
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            _ = try await again(session, peer)
        }
        #expect(text(file) == "abcd")
    }

    /// A range response without a length is checked against its range.
    @Test(arguments: [
        ("3\r\n456\r\n0\r\n\r\n", "truncated", "0123456"),
        ("7\r\n456789x\r\n0\r\n\r\n", "wrongRange", "0123"),
    ])
    func chunkedPartialContentMustMatchItsRange(
        body: String, code: String, left: String
    ) async throws {
        let peer = try breaking(
            then: Self.head(
                "Transfer-Encoding: chunked\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
                "206 Partial Content") + body)
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            let error = await #expect(throws: TransportError.self) {
                try await again(session, peer)
            }
            #expect(error?.code.rawValue == code)
        }
        #expect(text(part) == left)
        #expect(text(file) == nil)
    }

    @Test(arguments: ["412 Precondition Failed", "500 Oops", "404 Not Found"])
    func errorResponseBodyIsNeverWritten(status: String) async throws {
        let peer = try breaking(then: Self.head("Content-Length: 4", status) + "oops")
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) {
                    try await again(session, peer)
                }
                #expect(error?.code == .unexpectedStatus)
                #expect(text(part) == "0123")
            }
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    TransportRequest(url: peer.url()), to: .file(URL(filePath: folder + "/b")))
            }
            #expect(error?.code == .unexpectedStatus)
        }
        #expect(names == ["a.bin.part", "a.bin.part.journal"])
    }

    @Test func completePartialFileIsFinishedBy416() async throws {
        let complete = try ScriptedPeer { connection in
            try connection.readRequest()
            if connection.number == 1 {
                // The length is unknown, and the end is missing.
                try connection.write(
                    Self.head("Transfer-Encoding: chunked\r\nETag: \"v1\"") + "4\r\n0123\r\n")
            } else {
                try connection.write(
                    Self.head(
                        "Content-Length: 0\r\nETag: \"v1\"\r\nContent-Range: bytes */4",
                        "416 Range Not Satisfiable"))
            }
        }
        try await CurlSession.withSession { session in
            _ = try? await again(session, complete)
            #expect(text(part) == "0123")
            let count2 = try await again(session, complete).count
            #expect(count2 == 4)
        }
        #expect(text(file) == "0123")
        #expect(names == ["a.bin"])
    }

    /// The resume data describes the new file, not the earlier one.
    @Test func resumeDataDescribesTheNewVersion() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            let responses = [
                Self.head("Content-Length: 10\r\nETag: \"v1\"") + "0123",
                Self.head(
                    "Content-Length: 0\r\nContent-Range: bytes */2\r\nConnection: close",
                    "416 Range Not Satisfiable"),
                Self.head("Content-Length: 10\r\nETag: \"v2\"") + "ab",
                Self.head("Content-Length: 3\r\nETag: \"v3\"") + "new",
            ]
            try connection.write(responses[connection.number - 1])
        }
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            let task = await breakOff(session, peer)
            #expect(task.resumeData?.offset == 2)
            #expect(text(part) == "ab")
            _ = try await again(session, peer)
        }
        #expect(peer.requests[3].contains("\r\nRange: bytes=2-\r\n"))
        #expect(peer.requests[3].contains("\r\nIf-Range: \"v2\"\r\n"))
        #expect(text(file) == "new")
    }

    @Test(arguments: ["W/\"v1\"", "v1"])
    func noPartialFileIsKeptWithoutStrongETag(tag: String) async throws {
        let peer = try breaking(tag: tag, then: Self.head("Content-Length: 3") + "all")
        try await CurlSession.withSession { session in
            let task = await breakOff(session, peer)
            #expect(task.resumeData == nil)
            #expect(names == [])
            _ = try await again(session, peer)
        }
        #expect(text(file) == "all")
        #expect(!peer.requests[1].contains("Range"))
    }

    @Test func partialFileOfAnotherURLOrDamagedIsNotUsed() async throws {
        let peer = try breaking(then: Self.head("Content-Length: 3") + "all")
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            _ = try await session.download(
                TransportRequest(url: peer.url("/f?token=other")), to: .file(URL(filePath: file)))
            #expect(!peer.requests[1].contains("Range"))
            #expect(text(file) == "all")
        }
        try "0123".write(toFile: part, atomically: true, encoding: .utf8)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let bytes = (0..<Int.random(in: 0..<300)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: journal))
            try await CurlSession.withSession { session in
                _ = try await again(session, peer)
            }
            #expect(text(file) == "all")
        }
    }

    /// Bytes that were not synced may be lost after a reboot.
    @Test(arguments: [true, false], [true, false])
    func bytesNotSyncedBeforeRebootAreDownloadedAgain(
        survivesPowerLoss: Bool, isSameBoot: Bool
    ) async throws {
        let rest =
            Self.head(
                "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
                "206 Partial Content")
            + "456789"
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let whole = Self.head("Content-Length: 10\r\nETag: \"v1\"") + "0123456789"
                if connection.number == 1 { return try connection.write(String(whole.dropLast(6))) }
                try connection.write(request.contains("Range: bytes=4-") ? rest : whole)
            }
        }
        var configuration = SessionConfiguration()
        configuration.downloadsSurvivePowerLoss = survivesPowerLoss
        try await CurlSession.withSession(configuration) { session in
            _ = await breakOff(session, peer)
            if !isSameBoot {
                var note = try #require(text(journal))
                if let boot = note.firstRange(of: "\"boot\":\"") {
                    let digit = note[boot.upperBound]
                    note.replaceSubrange(
                        boot.upperBound...boot.upperBound, with: digit == "0" ? "1" : "0")
                }
                try note.write(toFile: journal, atomically: true, encoding: .utf8)
            }
            _ = try await again(session, peer)
        }
        #expect(text(file) == "0123456789")
        let isTrusted = survivesPowerLoss || isSameBoot
        #expect(peer.requests[1].contains("Range: bytes=4-") == isTrusted)
    }

    @Test func forgedResumeDataTruncatesNoOtherFile() async throws {
        let peer = try breaking(then: Self.head("Content-Length: 3") + "all")
        try await CurlSession.withSession { session in
            let task = await breakOff(session, peer)
            let data = try JSONEncoder().encode(try #require(task.resumeData))
            let victim = folder + "/victim"
            try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
            let forged = String(decoding: data, as: UTF8.self)
                .replacingOccurrences(of: "a.bin.part", with: "victim")
            var options = DownloadOptions()
            options.resumeData = try JSONDecoder().decode(
                ResumeData.self, from: Data(forged.utf8))
            _ = try await session.download(
                TransportRequest(url: peer.url("/f?token=secret")), to: .file(URL(filePath: file)),
                options: options)
            #expect(text(victim) == "precious")
            #expect(text(file) == "all")
        }
    }

    @Test func cancellingKeepsPartialFile() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head("Content-Length: 10\r\nETag: \"v1\"") + "0123")
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            task.resume()
            try await until { text(part) == "0123" }
            task.cancel(reason: "later")
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.message == "the call was cancelled: later")
            #expect(task.resumeData?.offset == 4)
        }
        #expect(text(part) == "0123")
    }

    @Test func destinationIsChosenFromResponseHead() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                Self.head("Content-Length: 2\r\nContent-Type: text/plain") + "ok")
        try await CurlSession.withSession { session in
            let folder = folder
            let result = try await session.download(
                TransportRequest(url: peer.url()),
                to: .choose { head in
                    let name = head.headers[.contentType] == "text/plain" ? "/a.txt" : "/a.bin"
                    return URL(filePath: folder + name)
                })
            #expect(result.url.path == folder + "/a.txt")
        }
    }

    @Test(arguments: [
        ("attachment; filename=\"report.pdf\"", "report.pdf"),
        ("attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("attachment; filename=\"/abs/a.txt\"", "a.txt"),
        ("attachment; filename=\"..\\\\..\\\\b.txt\"", "b.txt"),
        ("attachment; filename*=UTF-8''na%C3%AFve%20file.txt; filename=\"x\"", "naïve file.txt"),
        ("attachment; filename*=UTF-8''..%2F..%2Fx%00y", "xy"),
        ("attachment; filename*=iso-8859-1'en'%A3%20rates.txt", "£ rates.txt"),
        ("attachment; filename*=report%20a.pdf", "report a.pdf"),
        ("attachment; filename*=report.pdf; filename=b.pdf", "b.pdf"),
        ("attachment; filename*=utf-16''x; filename=b.pdf", "b.pdf"),
        ("attachment; filename=\"CON\"", "from-url.bin"),
        ("attachment; filename=\"..\"", "from-url.bin"),
        ("attachment; filename=\".bashrc\"", "bashrc"), ("inline", "from-url.bin"),
        (
            "attachment; filename=\"" + String(repeating: "n", count: 300) + "\"",
            String(repeating: "n", count: 200)
        ),
    ])
    func contentDispositionFileNameIsSanitized(disposition: String, name: String) async throws {
        let peer = try ScriptedPeer.responding(
            with:
                Self.head("Content-Length: 2\r\nContent-Disposition: \(disposition)") + "ok")
        try await CurlSession.withSession { session in
            let result = try await session.download(
                TransportRequest(url: peer.url("/a/from-url.bin?x=1")),
                to: .folder(URL(filePath: folder)))
            #expect(result.url.path == folder + "/" + name)
        }
        #expect(names == [name])
    }

    @Test func existingDestinationFollowsCollisionOption() async throws {
        let peer = try ScriptedPeer.responding(with: Self.head("Content-Length: 3") + "new")
        let request = TransportRequest(url: peer.url())
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        try await CurlSession.withSession { session in
            let stream = session.events
            var options = DownloadOptions()
            options.collision = .fail
            let failing = options
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    request, to: .file(URL(filePath: file)), options: failing)
            }
            #expect(error?.code == .fileFailed)
            #expect(text(file) == "old")
            var events = stream.makeAsyncIterator()
            while let event = await events.next() {
                if case .downloadMoveFailed(_, let url, let error) = event {
                    #expect(url.path == file)
                    #expect(error.code == .fileFailed)
                    break
                }
            }
            options.collision = .number
            for number in 2...3 {
                let result = try await session.download(
                    request, to: .file(URL(filePath: file)), options: options)
                #expect(result.url.path == folder + "/a \(number).bin")
            }
            options.collision = .replace
            _ = try await session.download(
                request, to: .file(URL(filePath: file)), options: options)
            #expect(text(file) == "new")
        }
        #expect(names == ["a 2.bin", "a 3.bin", "a.bin"])
    }

    @Test func unwritableDestinationThrowsFileFailed() async throws {
        let peer = try ScriptedPeer.responding(with: Self.head("Content-Length: 3") + "new")
        try FileManager.default.createDirectory(
            atPath: folder + "/dir", withIntermediateDirectories: true)
        try await CurlSession.withSession { session in
            for path in [folder + "/no/such", folder + "/dir", "/proc/self/x"] {
                let error = await #expect(throws: TransportError.self) {
                    try await session.download(
                        TransportRequest(url: peer.url()), to: .file(URL(filePath: path)))
                }
                #expect(error?.code == .fileFailed, "\(path)")
            }
        }
        #expect(names == ["dir"])
    }

    @Test func destinationThatIsNoFileURLThrowsFileFailed() async throws {
        let peer = try ScriptedPeer.responding(with: Self.head("Content-Length: 3") + "new")
        let request = TransportRequest(url: peer.url())
        let url = try #require(URL(string: "https://shop.example/a"))
        var journal = DownloadOptions()
        journal.resumeDirectory = url
        let choices: [(DownloadOptions.Destination, DownloadOptions, String)] = [
            (.file(url), DownloadOptions(), "the destination of the download"),
            (.folder(url), DownloadOptions(), "the folder of the download"),
            (.file(URL(filePath: file)), journal, "the resumeDirectory"),
            (.choose { _ in url }, DownloadOptions(), "the destination of the download"),
        ]
        try await CurlSession.withSession { session in
            for (destination, options, subject) in choices {
                let error = await #expect(throws: TransportError.self) {
                    try await session.download(request, to: destination, options: options)
                }
                #expect(
                    error?.description
                        == "fileFailed: \(subject) is not a file URL; create the URL with "
                        + "`URL(filePath:)`")
            }
        }
        // Only the closure's result is known after the response.
        #expect(peer.connections == 1)
        var hooks = SessionHooks()
        hooks.didFinishDownloading = { _, _ in url }
        try await CurlSession.withSession(hooks: hooks) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.download(request, to: .file(URL(filePath: file)))
            }
            #expect(error?.code == .fileFailed)
            #expect(error?.message.hasPrefix("the result of didFinishDownloading") == true)
        }
        #expect(names == [])
    }

    @Test func secondDownloadToSamePathFails() async throws {
        let (half, mayGoOn) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head("Content-Length: 10\r\nETag: \"v1\"") + "01234")
            half.open()
            mayGoOn.wait()
            try connection.write("56789")
        }
        try await CurlSession.withSession { session in
            var options = DownloadOptions()
            options.checkpointBytes = 5
            let first = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)),
                options: options)
            first.resume()
            try await until { text(part) == "01234" && text(journal) != nil }
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
            }
            #expect(error?.message == "another download is writing the same file")
            // The record belongs to the first download, which could resume with it.
            #expect(text(journal)?.contains("\"offset\":5") == true)
            mayGoOn.open()
            let count3 = try await first.value.count
            #expect(count3 == 10)
        }
        #expect(text(file) == "0123456789")
    }

    @Test func endlessBodyStopsAtMaximumBytes() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head("ETag: \"v1\""))
            let block = [UInt8](repeating: 0x61, count: 64 << 10)
            while true { try connection.write(block) }
        }
        try await CurlSession.withSession { session in
            var options = DownloadOptions()
            options.maximumBytes = 1 << 20
            let limited = options
            let error = await #expect(throws: TransportError.self) {
                try await session.download(
                    TransportRequest(url: peer.url()), to: .file(URL(filePath: file)),
                    options: limited)
            }
            #expect(error?.code == .limitExceeded)
        }
        #expect(names == [])
    }

    @Test func downloadsLargeFileWithProgress() async throws {
        let server = try Nginx()
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(url: server.plainURL("/mebibyte.txt")),
                to: .file(URL(filePath: file)))
            let updates = task.progressUpdates
            task.resume()
            var last = TransferProgress()
            for await progress in updates { last = progress }
            #expect(last.received == 1 << 20)
            #expect(last.totalBytesToReceive == 1 << 20)
            let count4 = try await task.value.count
            #expect(count4 == 1 << 20)
        }
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: file))
                == Data(repeating: 0x61, count: 1 << 20))
    }
}
