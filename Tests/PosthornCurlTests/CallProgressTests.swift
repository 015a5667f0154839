import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// The progress of typed calls.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallProgressTests {
    private static let size = 1 << 20

    private struct Calls: APIService { var configuration: ClientConfiguration }

    private func calls(_ session: CurlSession, _ base: String, _ log: ProgressLog) -> Calls {
        Calls(configuration: ClientConfiguration(baseURL: try? BaseURL(base), transport: session))
            .with { $0.onProgress = log.take }
    }

    /// Responds with a mebibyte.
    ///
    /// It pauses in the middle of either body until the caller has received progress.
    private func peer(_ log: ProgressLog) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            let head = try connection.readHead()
            let lines = head.split(separator: "\r\n")
            if let line = lines.first(where: { $0.hasPrefix("Content-Length: ") }) {
                log.hasSent.wait()
                _ = connection.read(Int(line.dropFirst(16)) ?? 0)
            }
            let half = [UInt8](repeating: 0x61, count: Self.size / 2)
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            try connection.write(half)
            log.hasReceived.wait()
            try connection.write(half)
        }
    }

    /// The kinds of calls, by what they send.
    enum Kind: CaseIterable { case plain, upload, multipart, bytes, file, sealed }

    @Test(arguments: Kind.allCases)
    func progressIsReportedUpToTheEnd(_ kind: Kind) async throws {
        let log = ProgressLog()
        let peer = try peer(log)
        let folder = try TemporaryFolder(for: "progress")
        try await CurlSession.withSession { session in
            let calls = calls(session, peer.url(""), log)
            switch kind {
            case .plain, .upload, .multipart:
                #expect(try await calls.send(Send(kind: kind)).count == Self.size)
            case .sealed:
                _ = try await calls.with { $0.cipher = Nothing() }.send(Send(kind: .upload))
            case .file: _ = try await calls.download(Fetch(), to: URL(filePath: folder.path + "/a"))
            case .bytes:
                for try await _ in try await calls.stream(Read()) {}
                // A stream's reader may finish before the last update.
                try await until { log.last?.received == Self.size }
            }
        }
        let all = log.all
        let last = try #require(all.last)
        #expect(last.received == Self.size)
        #expect(last.totalBytesToReceive == Self.size)
        #expect(all.count > 1)
        // About one update per 64 KiB of either body.
        #expect(all.count <= 4 + (last.sent + last.received) >> 16)
        for (one, next) in zip(all, all.dropFirst()) {
            #expect(one.sent <= next.sent)
            #expect(one.received <= next.received)
            #expect(one != next)
        }
        switch kind {
        case .upload, .sealed: #expect(last.sent == 4 * Self.size)
        case .multipart: #expect(last.sent > 2 * Self.size)
        case .plain, .bytes, .file: #expect(last.sent == 0)
        }
        #expect(last.totalBytesToSend == last.sent)
    }

    /// Bytes of an earlier call count as part of the file.
    @Test func progressOfResumedDownloadCountsEarlierBytes() async throws {
        let half = Self.size / 2
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            let isRest = request.contains("\r\nRange: bytes=\(half)-\r\n")
            try connection.write(
                isRest
                    ? "HTTP/1.1 206 Partial Content\r\nContent-Length: \(half)\r\nETag: \"v1\"\r\n"
                        + "Content-Range: bytes \(half)-\(Self.size - 1)/\(Self.size)\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\nETag: \"v1\"\r\n\r\n")
            try connection.write([UInt8](repeating: 0x61, count: half))
        }
        let folder = try TemporaryFolder(for: "progress")
        let (first, second) = (ProgressLog(), ProgressLog())
        try await CurlSession.withSession { session in
            _ = try? await calls(session, peer.url(""), first).download(
                Fetch(), to: URL(filePath: folder.path + "/a"))
            _ = try await calls(session, peer.url(""), second).download(
                Fetch(), to: URL(filePath: folder.path + "/a"))
        }
        // The last update of a failed call shows how far it got.
        #expect(first.last?.received == half)
        #expect(first.last?.totalBytesToReceive == Self.size)
        let counted = second.all.filter { $0.totalBytesToReceive != nil }
        #expect(counted.allSatisfy { $0.received >= half && $0.totalBytesToReceive == Self.size })
        #expect(second.last?.received == Self.size)
    }

    private struct Send: Endpoint {
        typealias Output = Data
        static let name = "send"
        let kind: Kind

        func build(_ request: inout RequestBuilder) throws {
            request.method(kind == .plain ? .get : .put, "/")
            request.responsePolicy = .raw
            let bytes = Data(repeating: 0x62, count: 2 << 20)
            switch kind {
            case .upload: request.upload(HTTPBody(bytes + bytes), as: "text/plain")
            case .multipart: request.part("f", FormPart(bytes, filename: "f.txt"))
            default: break
            }
        }
    }

    private struct Fetch: DownloadEndpoint {
        static let name = "fetch"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
    }

    private struct Read: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "read"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
    }

    /// A cipher that changes nothing.
    private struct Nothing: PayloadCipher {
        var name: String { "nothing" }
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    }
}

/// The progress updates of a call, in order.
final class ProgressLog: Sendable {
    private let log = Locked<[TransferProgress]>([])

    /// Open once progress of the request's or the response's body was reported.
    let hasSent = Gate()
    let hasReceived = Gate()

    var all: [TransferProgress] { log.withLock { $0 } }
    var last: TransferProgress? { all.last }
    var take: @Sendable (TransferProgress) -> Void {
        { progress in
            self.log.withLock { $0.append(progress) }
            if progress.sent > 0 { self.hasSent.open() }
            if progress.received > 0 { self.hasReceived.open() }
        }
    }
}
