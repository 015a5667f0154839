import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Invalid partial files and resume records.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DownloadNoteTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }
    private var file: String { folder + "/a.bin" }
    private var part: String { file + ".part" }

    init() throws { temporary = try TemporaryFolder(for: "note") }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Truncates the first response, and serves ranges and whole files afterwards.
    private func server(_ text: String) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let half = text.count / 2
                let whole =
                    "HTTP/1.1 200 OK\r\nContent-Length: \(text.count)\r\nETag: \"v1\"\r\n\r\n"
                if connection.number == 1 { return try connection.write(whole + text.prefix(half)) }
                try connection.write(
                    request.contains("Range: bytes=\(half)-")
                        ? "HTTP/1.1 206 Partial Content\r\nContent-Length: \(text.count - half)\r\n"
                            + "ETag: \"v1\"\r\nContent-Range: bytes \(half)-\(text.count - 1)/*\r\n\r\n"
                            + text.dropFirst(half)
                        : whole + text)
            }
        }
    }

    private func breakOff(_ session: CurlSession, _ peer: ScriptedPeer) async -> ResumeData? {
        let task = session.task(
            for: TransportRequest(url: peer.url()), to: .file(URL(filePath: file)))
        await #expect(throws: TransportError.self) { try await task.value }
        return task.resumeData
    }

    @discardableResult
    private func download(
        _ session: CurlSession, _ peer: ScriptedPeer, _ options: DownloadOptions = .init()
    ) async throws -> DownloadedFile {
        try await session.download(
            TransportRequest(url: peer.url()), to: .file(URL(filePath: file)), options: options)
    }

    /// With any damage to the record, the file is complete and nothing else is written.
    @Test func damagedResumeRecordNeverCorruptsTheFile() async throws {
        let text = "0123456789"
        let peer = try server(text)
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            let note = try Data(contentsOf: URL(fileURLWithPath: part + ".journal"))
            let begun = try Data(contentsOf: URL(fileURLWithPath: part))
            var resumed = 0
            // A third of the bytes, because each download waits for the disk several times.
            let places = Array(stride(from: 0, to: note.count, by: 3)) + [note.count]
            for place in places {
                var damaged = note
                if place < note.count { damaged[place] ^= place.isMultiple(of: 2) ? 1 : 0x20 }
                try begun.write(to: URL(fileURLWithPath: part))
                try damaged.write(to: URL(fileURLWithPath: part + ".journal"))
                let before = peer.requests.count
                try await download(session, peer)
                #expect(self.text(file) == text, "byte \(place)")
                if peer.requests[before].contains("Range: bytes=5-") { resumed += 1 }
                #expect(names == ["a.bin"] || names == ["a.bin", "a.bin.part.journal"], "\(names)")
            }
            // The last one is unchanged, and the text for people may contain anything.
            #expect(resumed > 0 && resumed < places.count / 2)
        }
    }

    /// A session with another resume directory does not know this one's records.
    @Test func partialFileOverwrittenByAnotherSessionIsNotResumed() async throws {
        let (first, second) = (try server("0123456789"), try server("abcdefghij"))
        var configuration = SessionConfiguration()
        configuration.resumeDirectory = URL(filePath: folder)
        try await CurlSession.withSession(configuration) { noting in
            #expect(await breakOff(noting, first)?.offset == 5)
            try await CurlSession.withSession { other in
                #expect(await breakOff(other, second)?.offset == 5)
            }
            #expect(text(part) == "abcde")
            try await download(noting, first)
        }
        #expect(text(file) == "0123456789")
        #expect(!first.requests[1].contains("Range"))
    }

    @Test(arguments: ["a.bin.part", "a.bin.part.journal", "A.BIN.PART", "a.bin.part.journal.new"])
    func serverFileNameCannotOverwriteAPartialFile(name: String) async throws {
        let peer = try server("0123456789")
        let evil = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"
                + "Content-Disposition: attachment; filename=\"\(name)\"\r\n\r\nEVIL!")
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            let placed = try await session.download(
                TransportRequest(url: evil.url()), to: .folder(URL(filePath: folder)))
            #expect(placed.url.path == folder + "/" + name + "_")
            try await download(session, peer)
        }
        #expect(text(file) == "0123456789")
    }

    /// Totals that no download has written.
    @Test(arguments: ["-9223372036854775808", "-1", "4", "9223372036854775807"])
    func resumeRecordWithInvalidTotalIsIgnored(total: String) async throws {
        let peer = try server("0123456789")
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            let note = try #require(text(part + ".journal"))
            let forged = note.replacing("\"total\":10", with: "\"total\":\(total)")
            #expect(forged != note)
            try forged.write(toFile: part + ".journal", atomically: true, encoding: .utf8)
            try await download(session, peer)
            #expect(text(file) == "0123456789")
        }
    }

    @Test func partialFileIsPrivateToItsUser() async throws {
        let peer = try server("0123456789")
        try "planted".write(toFile: part, atomically: true, encoding: .utf8)
        chmod(part, 0o666)
        try await CurlSession.withSession { session in
            _ = await breakOff(session, peer)
            try await download(session, peer)
            var found = stat()
            #expect(stat(file, &found) == 0 && found.st_mode & 0o777 == 0o600)
            // Another process could write to it by its other name.
            try "planted".write(toFile: part, atomically: true, encoding: .utf8)
            #expect(link(part, folder + "/other") == 0)
            let error = await #expect(throws: TransportError.self) {
                try await download(session, peer)
            }
            #expect(error?.code == .fileFailed)
            #expect(error?.message.contains("shared with another user") == true)
        }
        #expect(text(folder + "/other") == "planted")
    }

    @Test func nonResumableDownloadRemovesEarlierPartialFile() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                connection.number == 1
                    ? "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: \"v1\"\r\n\r\n01234"
                    : "HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\nETag: \"v1\"\r\n"
                        + "Content-Range: bytes 5-9/10\r\n\r\n56")
        }
        try await CurlSession.withSession { session in
            var options = DownloadOptions()
            options.resumeData = await breakOff(session, peer)
            options.isResumable = false
            await #expect(throws: TransportError.self) {
                try await download(session, peer, options)
            }
        }
        #expect(peer.requests[1].contains("Range: bytes=5-"))
        #expect(names == [])
    }

    /// An unreadable record may be readable next time; an invalid one is removed.
    @Test func unreadableResumeRecordIsKeptAndInvalidOneRemoved() async throws {
        try "{}".write(toFile: folder + "/damaged.journal", atomically: true, encoding: .utf8)
        symlink("elsewhere", folder + "/unreadable.journal")
        var configuration = SessionConfiguration()
        configuration.resumeDirectory = URL(filePath: folder)
        try await CurlSession.withSession(configuration) { session in
            #expect(session.unfinishedDownloads.isEmpty)
        }
        #expect(names == ["unreadable.journal"])
    }
}
