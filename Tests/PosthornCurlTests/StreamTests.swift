import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Bodies that are too large for memory, in both directions.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StreamTests {
    @Test func deliversHeadThenPiecesAsTheyArrive() async throws {
        let (mayGoOn, isRead) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
            mayGoOn.wait()
            try connection.write("hello")
            isRead.wait()
            try connection.write("world")
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            #expect(stream.status == .ok)
            #expect(stream.bodyIntegrity == .length)
            mayGoOn.open()
            var pieces: [String] = []
            for try await piece in stream.body {
                pieces.append(String(decoding: piece, as: UTF8.self))
                isRead.open()
            }
            #expect(pieces == ["hello", "world"])
        }
    }

    @Test func unreadStreamAppliesBackpressure() async throws {
        let sent = Locked(0)
        let isStuck = Gate()
        let total = 256 << 20
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            connection.limitWrites(seconds: 1)
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let block = [UInt8](repeating: 0x61, count: 64 << 10)
            for _ in 0..<(total / block.count) {
                do {
                    try connection.write(block)
                    sent.withLock { $0 += block.count }
                } catch {
                    isStuck.open()
                    throw error
                }
            }
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            await isStuck.opened()
            // Limited by the two sockets' buffers and ours.
            #expect(sent.withLock { $0 } < 32 << 20)
            #expect(stream.status == .ok)
        }
    }

    @Test func readsBodiesLargerThanItsBuffer() async throws {
        let total = 64 << 20
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let block = [UInt8](repeating: 0x61, count: 1 << 20)
            for _ in 0..<(total / block.count) { try connection.write(block) }
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var (count, largest) = (0, 0)
            for try await piece in stream.body {
                count += piece.count
                largest = max(largest, piece.count)
            }
            #expect(count == total)
            #expect(largest <= 704 << 10)
        }
    }

    @Test func reportsTruncatedBody() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var count = 0
            let error = await #expect(throws: TransportError.self) {
                for try await piece in stream.body { count += piece.count }
            }
            #expect(error?.code == .truncated)
            #expect(error?.message == "5 of 10 bytes arrived")
            #expect(count == 5)
        }
    }

    @Test func throwsWhenConnectionClosesBeforeHead() async throws {
        let peer = try ScriptedPeer { connection in try connection.readRequest() }
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.stream(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == .connectionLost)
        }
    }

    @Test func droppedStreamEndsTransfer() async throws {
        let closed = Gate()
        let peer = try endless(closed)
        try await CurlSession.withSession { session in
            do {
                let stream = try await session.stream(TransportRequest(url: peer.url()))
                for try await _ in stream.body { break }
            }
            await closed.opened()
        }
    }

    @Test func cancellingReaderEndsTransfer() async throws {
        let closed = Gate()
        let peer = try endless(closed)
        try await CurlSession.withSession { session in
            let reader = Task {
                let stream = try await session.stream(TransportRequest(url: peer.url()))
                for try await _ in stream.body {}
            }
            try await until { !peer.requests.isEmpty }
            reader.cancel()
            let error = await #expect(throws: TransportError.self) { try await reader.value }
            #expect(error?.code == .cancelled)
            await closed.opened()
        }
    }

    @Test func streamRetainsItsSession() async throws {
        let mayGoOn = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            mayGoOn.wait()
            try connection.write("world")
        }
        let stream = try await CurlSession().stream(TransportRequest(url: peer.url()))
        mayGoOn.open()
        var body = Data()
        for try await piece in stream.body { body += piece }
        #expect(body == Data("helloworld".utf8))
    }

    @Test func sendsFilesAndBytesWithAnExactLength() async throws {
        let path = try temporaryFile(count: 3_000_000)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let received = Locked(0)
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            let body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined()
            received.withLock { $0 = body.utf8.count }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        var body = HTTPBody(Data("head".utf8))
        body.append(.file(URL(filePath: path)))
        body.append(HTTPBody(Data("tail".utf8)))
        try await CurlSession.withSession { [body] session in
            var request = TransportRequest(method: .post, url: peer.url())
            request.body = body
            _ = try await session.send(request)
        }
        #expect(peer.requests[0].contains("Content-Length: 3000008\r\n"))
        #expect(peer.requests[0].contains("\r\n\r\nheadaaa"))
        #expect(peer.requests[0].hasSuffix("aaatail"))
        #expect(received.withLock { $0 } == 3_000_008)
    }

    @Test func failsWhenBodyFileBecameShorter() async throws {
        let path = try temporaryFile(count: 3_000_000)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let body = HTTPBody.file(URL(filePath: path))
        try Data(repeating: 0x61, count: 1_000_000).write(to: URL(fileURLWithPath: path))
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                var request = TransportRequest(method: .put, url: peer.url())
                request.body = body
                _ = try await session.send(request)
            }
            #expect(
                error?.description == "bodyFailed: a file of the body has become shorter; "
                    + "keep the file as it is until the call has ended")
        }
        #expect(peer.requests.isEmpty)
    }

    /// A file with an old modification date, because file times have a coarse resolution.
    private func oldFile(_ folder: TemporaryFolder, count: Int) throws -> String {
        let path = folder.path + "/old"
        try Data(repeating: 0x61, count: count).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        return path
    }

    enum Change: CaseIterable {
        case rewrite, growth, replacement

        func make(_ path: String) throws {
            switch self {
            case .rewrite, .growth:
                let file = try #require(FileHandle(forUpdatingAtPath: path))
                if self == .growth { try file.seekToEnd() }
                try file.write(contentsOf: Data("b".utf8))
                try file.close()
            case .replacement:
                // Another file with the same bytes and modification date.
                try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1e9)],
                    ofItemAtPath: path + ".new")
                _ = rename(path + ".new", path)
            }
        }
    }

    private static let hasChanged =
        "bodyFailed: a file of the body has changed since the body was made; "
        + "keep the file as it is until the call has ended"

    @Test(arguments: Change.allCases)
    func failsWhenBodyFileChangedBeforeSending(_ change: Change) async throws {
        let folder = try TemporaryFolder(for: "changed")
        let path = try oldFile(folder, count: 10)
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = TransportRequest(method: .put, url: peer.url())
        request.body = .file(URL(filePath: path))
        try change.make(path)
        let sent = request
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(sent)
            }
            #expect(error?.description == Self.hasChanged)
        }
        #expect(peer.requests.isEmpty)
        let error = await #expect(throws: TransportError.self) {
            try await sent.body?.read { _ in }
        }
        #expect(error?.description == Self.hasChanged)
    }

    /// Sends a file that changes while it is sent.
    private func expectChanged(_ path: String, at peer: ScriptedPeer) async throws {
        var request = TransportRequest(method: .put, url: peer.url())
        request.body = .file(URL(filePath: path))
        let sent = request
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(sent)
            }
            #expect(error?.description == Self.hasChanged)
        }
    }

    /// The server never gets all of it.
    @Test func failsWhenBodyFileChangesWhileSending() async throws {
        let folder = try TemporaryFolder(for: "written")
        let path = try oldFile(folder, count: 32 << 20)
        let taken = Locked(0)
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try Change.rewrite.make(path)
            while let bytes = connection.read(64 << 10) { taken.withLock { $0 += bytes.count } }
        }
        try await expectChanged(path, at: peer)
        #expect(taken.withLock { $0 } < 32 << 20)
    }

    @Test func failsWhenBodyFileChangedBeforeResending() async throws {
        let folder = try TemporaryFolder(for: "again")
        let path = try oldFile(folder, count: 10)
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try Change.rewrite.make(path)
            try connection.write(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
            _ = connection.readToEnd()
        }
        try await expectChanged(path, at: peer)
    }

    @Test(arguments: [
        (
            HTTPBody.file(URL(filePath: "/nowhere/at/all")),
            "there is no file to send, or it can't be read: No such file or directory"
        ),
        (.file(URL(filePath: "/tmp")), "the path to send is not a regular file"),
        (.file(URL(filePath: "/etc/hostname\0")), "the path of a file to send holds a NUL"),
        (
            HTTPBody(BodyStream(AsyncStream<Data> { $0.finish() }, length: -1)),
            "a stream of the body has a negative length"
        ),
    ])
    func rejectsBodiesThatCannotBeSent(_ body: HTTPBody, _ message: String) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let request = TransportRequest(method: .put, url: peer.url()).with(body: body)
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession { try await $0.send(request) }
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message == message)
        #expect(error?.isSafeToRetry == true)
        #expect(peer.connections == 0)
    }

    @Test func bodyFileFollowsSymbolicLink() throws {
        let folder = try TemporaryFolder(for: "link")
        try "three".write(toFile: folder.path + "/file", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "file")
        #expect(HTTPBody.file(URL(filePath: folder.path + "/link")).count == 5)
    }

    private func endless(_ closed: Gate) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            defer { closed.open() }
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let block = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
            while true { try connection.write(block) }
        }
    }

    private func temporaryFile(count: Int) throws -> String {
        let path = NSTemporaryDirectory() + "posthorn-body-\(UUID().uuidString)"
        try Data(repeating: 0x61, count: count).write(to: URL(fileURLWithPath: path))
        return path
    }
}
