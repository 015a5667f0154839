import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("Downloads")
struct DownloadTests {
    private struct Invoice: DownloadEndpoint {
        static let name = "invoice"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/invoice") }
    }

    /// A folder of its own for each test.
    private let folder = FileManager.default.temporaryDirectory
        .appending(component: "posthorn-\(UUID().uuidString)")
    private var destination: String { folder.appending(component: "a.pdf").path }
    private var part: String { destination + ".part" }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private func download(
        _ pieces: [String], failure: TransportError? = nil, to path: String? = nil
    ) async throws(APIError) -> DownloadedFile {
        let transport = PieceTransport(pieces.map { Data($0.utf8) }, failure: failure)
        return try await Store(streaming: transport).download(
            Invoice(), to: URL(filePath: path ?? destination))
    }

    private func code(_ body: () async throws -> DownloadedFile) async -> APIError.Code? {
        await #expect(throws: APIError.self) { try await body() }?.code
    }

    @Test func fileAppearsWhenComplete() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old and longer".utf8).write(to: URL(filePath: destination))
        try Data("left over".utf8).write(to: URL(filePath: part))
        let file = try await download(["new", " file"])
        #expect(file.url.path == destination)
        #expect(file.count == 8)
        #expect(file.bodyIntegrity == .chunked)
        #expect(text(destination) == "new file")
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func failureKeepsTheOldFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: URL(filePath: destination))
        let failure = TransportError(.truncated, "cut")
        #expect(await code { try await download(["ne"], failure: failure) } == .truncated)
        #expect(text(destination) == "old")
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func symbolicLinkIsNotFollowed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let victim = folder.appending(component: "victim").path
        try Data("precious".utf8).write(to: URL(filePath: victim))
        try FileManager.default.createSymbolicLink(atPath: part, withDestinationPath: victim)
        #expect(await code { try await download(["new"]) } == .fileFailed)
        #expect(text(victim) == "precious")
        try FileManager.default.removeItem(atPath: part)
        try FileManager.default.createSymbolicLink(atPath: destination, withDestinationPath: victim)
        _ = try await download(["new"])
        #expect(text(victim) == "precious")
        #expect(text(destination) == "new")
    }

    @Test func invalidDestinationIsRefused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await code { try await download(["x"], to: "") } == .fileFailed)
        #expect(await code { try await download(["x"], to: folder.path + "/") } == .fileFailed)
        #expect(await code { try await download(["x"], to: folder.path + "/no/a") } == .fileFailed)
        try FileManager.default.createDirectory(
            atPath: destination, withIntermediateDirectories: true)
        #expect(await code { try await download(["x"]) } == .fileFailed)
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func errorStatusWritesNoFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = PieceTransport([Data("{}".utf8)], status: .notFound)
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).download(
                Invoice(), to: URL(filePath: destination))
        }
        #expect(error?.code == .notFound)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// A download resumes over any transport, a stub or a wrapper around one, if what is there can be used.
    @Test(arguments: ["GET", "no cipher", "a wrapper", "POST", "a body", "a cipher"])
    func resumesOverAnyTransport(what: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isResumed = ["GET", "no cipher", "a wrapper"].contains(what)
        let server = RangeTransport()
        var store = Store()
        store.configuration.transport =
            what == "a wrapper" ? LoggingTransport(wrapping: server) : server
        let get = Get { request in
            switch what {
            case "POST": request.method(.post, "/file")
            case "a body": request.upload(HTTPBody(Data("x".utf8)), as: "text/plain")
            case "a cipher": request.cipher = .using(Passing())
            case "no cipher": request.cipher = .chain([])
            default: break
            }
        }
        #expect(
            await code { try await store.download(get, to: URL(filePath: destination)) }
                == .truncated)
        #expect(text(destination) == nil)
        #expect(text(part) == (isResumed ? "0123" : nil))
        let file = try await store.download(get, to: URL(filePath: destination))
        #expect(text(destination) == "0123456789")
        #expect(file.count == 10 && file.status == (isResumed ? .partialContent : .ok))
        #expect(server.ranges == ["", isResumed ? "bytes=4- if \"v1\"" : ""])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pdf"])
    }

    /// The journal of an earlier download describes other bytes.
    @Test func staleResumeJournalIsRemoved() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let note = part + ".journal"
        try Data("{}".utf8).write(to: URL(filePath: note))
        _ = await code { try await download(["x"], failure: TransportError(.truncated, "cut")) }
        #expect(text(note) == nil)
    }
}

/// A download by any request.
private struct Get: DownloadEndpoint {
    static let name = "get"
    var spec: Layer

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/file")
        try spec(&request)
    }
}

/// A cipher that opens nothing.
private struct Passing: StreamingCipher {
    var name: String { "passing" }
    func seal(_ request: inout TransportRequest) async throws {}
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream { body }
}

/// A server of ten bytes that truncates its first response after four, and supports ranges.
private final class RangeTransport: Transport {
    private let asked = Locked<[String]>([])
    var ranges: [String] { asked.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.invalidRequest, "a file is not read as a whole")
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let ifRange = HTTPField.Name("If-Range").flatMap { request.headers[$0] }
        let range = request.headers[.range].map { $0 + (ifRange.map { " if \($0)" } ?? "") } ?? ""
        let isFirst = asked.withLock { asked in
            asked.append(range)
            return asked.count == 1
        }
        let whole = Data("0123456789".utf8)
        var headers: HTTPFields = [.eTag: "\"v1\"", .contentLength: "10"]
        guard let start = request.headers[.range].flatMap({ Int($0.dropFirst(6).dropLast()) })
        else {
            let pieces = isFirst ? [whole.prefix(4)] : [whole]
            let end = isFirst ? TransportError(.truncated, "cut") : nil
            return TransportStream(
                status: .ok, headers: headers, bodyIntegrity: .length,
                body: ByteStream(PieceSource(pieces, failure: end, repeating: false)))
        }
        headers[.contentRange] = "bytes \(start)-9/10"
        headers[.contentLength] = "\(10 - start)"
        return TransportStream(
            status: .partialContent, headers: headers, bodyIntegrity: .length,
            body: ByteStream(whole.dropFirst(start)))
    }
}
