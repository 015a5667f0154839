import Foundation
@_spi(Generated) import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Typed calls that save their response to a file, in one or several attempts.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FileCallTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }
    private var file: String { folder + "/a.bin" }
    private var part: String { file + ".part" }
    private var journal: String { part + ".journal" }

    init() throws { temporary = try TemporaryFolder(for: "file-call") }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func service(
        _ session: any Transport, _ peer: ScriptedPeer, _ observer: Hearer? = nil
    ) -> Files {
        Files(
            configuration: ClientConfiguration(
                baseURL: try? BaseURL(peer.url("")), transport: session,
                observers: observer.map { [$0] } ?? []))
    }

    /// A server that gives the responses one after another, each on its own connection.
    private func peer(_ responses: [String]) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(responses[min(connection.number, responses.count) - 1])
        }
    }

    private static func head(_ fields: String, _ status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)\r\n\r\n"
    }

    /// A response that is truncated after four of ten bytes.
    private static let broken = head("Content-Length: 10\r\nETag: \"v1\"") + "0123"
    /// The remaining bytes.
    private static let rest =
        head(
            "Content-Length: 6\r\nETag: \"v1\"\r\nContent-Range: bytes 4-9/10",
            "206 Partial Content") + "456789"
    private static let goneBody = "{\"reason\":\"archived\"}"
    private static let gone =
        head("Content-Type: application/json\r\nContent-Length: 21", "404 Not Found") + goneBody

    /// Calls until the connection breaks.
    private func breakOff(_ files: Files) async throws {
        let failure = await #expect(throws: Invoice.Failure.self) {
            try await files.download(Invoice(), to: URL(filePath: file))
        }
        let error = try #require(failure?.error)
        #expect(error.code == .truncated)
        #expect(error.stage == .sending)
        #expect(error.response?.status == .ok)
        // The response is only a head, whose body is in the file.
        #expect(error.description.hasSuffix("→ 200 OK, no media type]"))
    }

    @Test func resumesWhereTheLastCallStopped() async throws {
        let peer = try peer([Self.broken, Self.rest])
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            try await breakOff(files)
            #expect(names == ["a.bin.part", "a.bin.part.journal"])
            // The response describes the whole file, whatever part was downloaded this time.
            let result = try await files.with { $0.responsePolicy = Only200() }.download(
                Invoice(), to: URL(filePath: file))
            #expect(result.url.path == file)
            #expect(result.count == 10)
            #expect(result.status == .partialContent)
            #expect(result.headers[.contentLength] == "10")
            #expect(result.headers[.contentRange] == nil)
            #expect(result.bodyIntegrity == .length)
        }
        #expect(text(file) == "0123456789")
        #expect(names == ["a.bin"])
        #expect(!peer.requests[0].contains("Range"))
        #expect(peer.requests[1].hasPrefix("GET /invoice?token=secret HTTP/1.1\r\n"))
        #expect(peer.requests[1].contains("\r\nRange: bytes=4-\r\n"))
        #expect(peer.requests[1].contains("\r\nIf-Range: \"v1\"\r\n"))
    }

    /// Responses to a range request when the file has changed: the new file is saved byte for byte.
    @Test(
        arguments: [
            ("another tag", [head("Content-Length: 3\r\nETag: \"v2\"") + "new"]),
            (
                "a rest of another version",
                [
                    head(
                        "Content-Length: 6\r\nETag: \"v2\"\r\nContent-Range: bytes 4-9/10",
                        "206 Partial Content") + "xxxxxx",
                    head("Content-Length: 3\r\nETag: \"v2\"") + "new",
                ]
            ),
            (
                "a rest of another length",
                [
                    head(
                        "Content-Length: 7\r\nETag: \"v1\"\r\nContent-Range: bytes 4-10/11",
                        "206 Partial Content")
                        + "xxxxxxx", head("Content-Length: 3") + "new",
                ]
            ),
            (
                "shorter than what is there",
                [
                    head(
                        "Content-Length: 0\r\nContent-Range: bytes */3",
                        "416 Range Not Satisfiable"), head("Content-Length: 3") + "new",
                ]
            ),
        ] as [(String, [String])])
    func changedFileIsDownloadedWhole(what: String, responses: [String]) async throws {
        let peer = try peer([Self.broken] + responses)
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            try await breakOff(files)
            let result = try await files.download(Invoice(), to: URL(filePath: file))
            #expect(result.count == 3)
            #expect(result.status == .ok)
        }
        #expect(text(file) == "new")
        #expect(names == ["a.bin"])
        #expect(peer.requests.count == 1 + responses.count)
        #expect(peer.requests[1].contains("\r\nIf-Range: \"v1\"\r\n"))
        if responses.count > 1 { #expect(!peer.requests[2].contains("Range")) }
    }

    @Test func completePartialFileIsFinishedBy416() async throws {
        let peer = try peer([
            Self.head("Transfer-Encoding: chunked\r\nETag: \"v1\"") + "4\r\n0123\r\n",
            Self.head(
                "Content-Type: text/html\r\nContent-Length: 5\r\nETag: \"v1\"\r\n"
                    + "Content-Range: bytes */4",
                "416 Range Not Satisfiable") + "gone!",
        ])
        let (observer, progress) = (Hearer(), ProgressLog())
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            _ = try? await files.download(Invoice(), to: URL(filePath: file))
            let result = try await service(session, peer, observer)
                .with { $0.onProgress = progress.take }.download(Invoice(), to: URL(filePath: file))
            #expect(result.count == 4)
            #expect(result.status == .ok)
            #expect(result.headers[.contentType] == nil)
        }
        #expect(text(file) == "0123")
        #expect(names == ["a.bin"])
        #expect(progress.last?.received == 4)
        #expect(progress.last?.totalBytesToReceive == 4)
        let heard = observer.heard
        #expect(heard.contains("stream ended after 0 bytes"))
        #expect(heard.count == 5)
    }

    @Test func errorResponseIsEndpointFailureAndKeepsPartialFile() async throws {
        let packed = Packer.gzip(Data(Self.goneBody.utf8))
        let packedHead = Self.head(
            "Content-Encoding: gzip\r\nContent-Length: \(packed.count)", "404 Not Found")
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            switch connection.number {
            case 1, 3: try connection.write(Self.gone)
            case 2: try connection.write(Self.broken)
            case 4: try connection.write([UInt8](packedHead.utf8) + packed)
            case 5: try connection.write(Self.head("Content-Length: 4", "500 Oops") + "oops")
            default: try connection.write(Self.rest)
            }
        }
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            func refused() async -> Invoice.Failure? {
                await #expect(throws: Invoice.Failure.self) {
                    try await files.download(Invoice(), to: URL(filePath: file))
                }
            }
            #expect(await refused()?.reason == "archived")
            #expect(names == [])
            try await breakOff(files)
            for _ in 0..<2 {
                #expect(await refused()?.reason == "archived")
                #expect(text(part) == "0123")
            }
            let error = try #require(await refused()?.error)
            #expect(error.code == .internalServerError)
            #expect(error.stage == .validating)
            #expect(error.response?.body == Data("oops".utf8))
            #expect(text(part) == "0123")
            _ = try await files.download(Invoice(), to: URL(filePath: file))
        }
        #expect(text(file) == "0123456789")
        #expect(peer.requests[2...].allSatisfy { $0.contains("\r\nRange: bytes=4-\r\n") })
    }

    @Test func resumesThroughARedirect() async throws {
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            if request.hasPrefix("GET /invoice") {
                try connection.write(
                    Self.head("Location: /store/1\r\nContent-Length: 0", "302 Found"))
            } else {
                try connection.write(request.contains("Range") ? Self.rest : Self.broken)
            }
        }
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            try await breakOff(files)
            _ = try await files.download(Invoice(), to: URL(filePath: file))
        }
        #expect(text(file) == "0123456789")
        #expect(peer.requests[3].hasPrefix("GET /store/1 "))
        #expect(peer.requests[3].contains("\r\nIf-Range: \"v1\"\r\n"))
    }

    @Test func unrequestedGzipBodyIsDecoded() async throws {
        let packed = Packer.gzip(Data("0123456789".utf8))
        let head = Self.head(
            "Content-Encoding: gzip\r\nETag: \"v1\"\r\nContent-Length: \(packed.count)\r\n"
                + "Repr-Digest: sha-256=:\(Data(repeating: 0, count: 32).base64EncodedString()):")
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write([UInt8](head.utf8) + packed)
        }
        try await CurlSession.withSession { session in
            let result = try await service(session, peer).download(
                Invoice(), to: URL(filePath: file))
            #expect(result.count == 10)
        }
        #expect(text(file) == "0123456789")
    }

    @Test func cancelledCallKeepsPartialFile() async throws {
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            try connection.write(request.contains("Range") ? Self.rest : Self.broken)
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            let call = Task { try await files.download(Invoice(), to: URL(filePath: file)) }
            try await until { text(part) == "0123" }
            call.cancel()
            let failure = await #expect(throws: Invoice.Failure.self) { try await call.value }
            #expect(failure?.error?.code == .cancelled)
            #expect(session.tasks.isEmpty)
            _ = try await files.download(Invoice(), to: URL(filePath: file))
        }
        #expect(text(file) == "0123456789")
    }

    /// A sealed response is opened while it arrives, and a POST is not resumed.
    @Test(arguments: ["sealed", "POST"])
    func sealedOrPostDownloadLeavesNoPartialFile(what: String) async throws {
        let peer = try peer([Self.broken, Self.head("Content-Length: 10") + "0123456789"])
        try await CurlSession.withSession { session in
            var invoice = Invoice()
            var files = service(session, peer)
            if what == "POST" {
                invoice.method = .post
            } else {
                files = files.with { $0.cipher = Shift() }
            }
            for number in 1...2 {
                do throws(Invoice.Failure) {
                    _ = try await files.download(invoice, to: URL(filePath: file))
                    #expect(number == 2)
                } catch {
                    #expect(error.error?.code == .truncated)
                    #expect(names == [])
                }
            }
        }
        #expect(text(file) == (what == "POST" ? "0123456789" : "123456789:"))
        #expect(names == ["a.bin"])
        #expect(!peer.requests[1].contains("Range"))
    }

    /// The partial file now holds other bytes: after a crash it must not be resumed.
    @Test(arguments: ["typed", "another URL"])
    func newDownloadDiscardsEarlierResumeRecord(what: String) async throws {
        let (half, mayGoOn) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            guard connection.number > 1 else { return try connection.write(Self.broken) }
            try connection.write(Self.head("Content-Length: 10\r\nETag: \"v9\"") + "abcde")
            half.open()
            mayGoOn.wait()
            try connection.write("fghij")
        }
        try await CurlSession.withSession { session in
            let files = service(session, peer)
            try await breakOff(files)
            #expect(text(journal) != nil)
            let call = Task {
                if what == "typed" {
                    _ = try await files.download(Invoice(method: .post), to: URL(filePath: file))
                } else {
                    _ = try await session.download(
                        TransportRequest(url: peer.url("/other")), to: .file(URL(filePath: file)))
                }
            }
            await half.opened()
            try await until { text(part) == "abcde" }
            #expect(text(journal) == nil)
            mayGoOn.open()
            try await call.value
        }
        #expect(text(file) == "abcdefghij")
    }

    /// Observers and callers see the same with either transport.
    @Test(arguments: [
        ("whole", head("Content-Length: 10") + "0123456789"), ("broken", broken), ("error", gone),
        ("other error", head("Content-Length: 4", "500 Oops") + "oops"),
        ("error of another form", head("Content-Length: 2", "404 Not Found") + "{}"),
        ("nothing", ""), ("no folder", head("Content-Length: 10") + "0123456789"),
    ])
    func sessionAndPlainTransportReportTheSame(what: String, response: String) async throws {
        let peer = try peer([response])
        let destination = what == "no folder" ? folder + "/no/a.bin" : file
        try await CurlSession.withSession { session in
            var seen: [[String]] = []
            for transport in [session, Plain(session: session)] as [any Transport] {
                let observer = Hearer()
                var outcome: [String] = []
                do throws(Invoice.Failure) {
                    let result = try await service(transport, peer, observer)
                        .download(Invoice(), to: URL(filePath: destination))
                    outcome = ["\(result)"]
                } catch {
                    outcome = [error.reason ?? "", "\(error.error?.stage as Any)"]
                    outcome.append(error.error?.expandedDescription ?? "")
                }
                seen.append(observer.heard + outcome)
                for name in names {
                    try FileManager.default.removeItem(atPath: folder + "/" + name)
                }
            }
            #expect(seen[0] == seen[1])
            #expect(seen[0].count > 4)
        }
    }
}

/// A file with one documented error.
private struct Invoice: DownloadEndpoint {
    static let name = "invoice"
    var method = HTTPRequest.Method.get

    func build(_ request: inout RequestBuilder) {
        request.method(method, "/invoice")
        request.query("token", "secret")
    }

    struct Gone: Decodable, Sendable { var reason: String }

    enum Failure: EndpointFailure {
        case notFound(Documented<Gone>)
        case other(APIError)

        static func decode(from response: CallResponse) throws -> Self? {
            response.status == .notFound ? .notFound(try response.failure(named: "notFound")) : nil
        }

        var reason: String? { if case .notFound(let gone) = self { gone.reason } else { nil } }
        var error: APIError? { if case .other(let error) = self { error } else { nil } }
        var apiError: APIError {
            switch self {
            case .notFound(let failure): failure.apiError
            case .other(let error): error
            }
        }
    }
}

private struct Files: APIService { var configuration: ClientConfiguration }

/// A transport that writes no files.
private struct Plain: Transport {
    let session: CurlSession

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await session.send(request)
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await session.stream(request)
    }
}

/// The events of calls, without their numbers.
private final class Hearer: ClientObserver {
    private let events = Locked<[String]>([])

    var heard: [String] { events.withLock { $0 } }

    func observe(_ event: CallEvent) {
        let text = event.description.drop { $0 != ":" }.dropFirst(2)
        events.withLock { $0.append(String(text)) }
    }
}

/// A policy that does not accept partial content.
private struct Only200: ResponsePolicy {
    var name: String { "only 200" }
    func accepts(_ status: HTTPResponse.Status) -> Bool { status == .ok }
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        throw APIError.Cause(.decodingFailed, name)
    }
}

/// A cipher that adds one to each byte of a response.
private struct Shift: StreamingCipher {
    var name: String { "shift" }
    func seal(_ request: inout TransportRequest) async throws {}
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        ByteStream(Source(body))
    }

    private final class Source: ByteStream.Source {
        let body: ByteStream
        init(_ body: ByteStream) { self.body = body }
        func next() async throws(TransportError) -> Data? {
            var iterator = body.makeAsyncIterator()
            return try await iterator.next().map { Data($0.map { $0 + 1 }) }
        }
    }
}
