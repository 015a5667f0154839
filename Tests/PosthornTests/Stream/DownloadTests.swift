import Foundation
import Posthorn
import Testing

@Suite("Answers that are written to a file")
struct DownloadTests {
    private struct Invoice: FileEndpoint {
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
        return try await Store(streaming: transport).send(Invoice(), to: path ?? destination)
    }

    private func code(_ body: () async throws -> DownloadedFile) async -> APIError.Code? {
        await #expect(throws: APIError.self) { try await body() }?.code
    }

    @Test func theFileAppearsWhenItIsComplete() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old and longer".utf8).write(to: URL(filePath: destination))
        try Data("left over".utf8).write(to: URL(filePath: part))
        let file = try await download(["new", " file"])
        #expect(file.path == destination)
        #expect(file.count == 8)
        #expect(file.completeness == .chunked)
        #expect(text(destination) == "new file")
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func aFailureLeavesTheOldFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: URL(filePath: destination))
        let failure = TransportError(.truncated, "cut")
        #expect(await code { try await download(["ne"], failure: failure) } == .truncated)
        #expect(text(destination) == "old")
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func aLinkIsNeverWrittenThrough() async throws {
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

    @Test func whatIsNoPathOfAFileIsRefused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await code { try await download(["x"], to: "") } == .fileFailed)
        #expect(await code { try await download(["x"], to: folder.path + "/") } == .fileFailed)
        #expect(await code { try await download(["x"], to: folder.path + "/no/a") } == .fileFailed)
        try FileManager.default.createDirectory(
            atPath: destination, withIntermediateDirectories: true)
        #expect(await code { try await download(["x"]) } == .fileFailed)
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func aBadStatusTouchesNoFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = PieceTransport([Data("{}".utf8)], status: .notFound)
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).send(Invoice(), to: destination)
        }
        #expect(error?.code == .notFound)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// A transport is left to write what it may ask for the rest of; all else is written here.
    @Test(arguments: ["GET", "POST", "a body", "a cipher", "no cipher"])
    func aTransportWritesWhatItCan(what: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isItsOwn = what == "GET" || what == "no cipher"
        let transport = WritingTransport()
        var store = Store()
        store.configuration.transport = transport
        let get = Get { request in
            switch what {
            case "POST": request.method(.post, "/file")
            case "a body": request.upload(.data(Data("x".utf8)), as: "text/plain")
            case "a cipher": request.cipher = .using(Passing())
            case "no cipher": request.cipher = .chain([])
            default: break
            }
        }
        let file = try await store.send(get, to: destination)
        #expect(file.count == (isItsOwn ? 7 : 4))
        #expect(transport.written.withLock { $0 } == (isItsOwn ? destination : nil))
        #expect(text(destination) == (isItsOwn ? nil : "mine"))
    }

    /// What an earlier download of a session noted is of other bytes.
    @Test func aNoteOfWhatWasLeftGoes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let note = part + ".journal"
        try Data("{}".utf8).write(to: URL(filePath: note))
        _ = await code { try await download(["x"], failure: TransportError(.truncated, "cut")) }
        #expect(text(note) == nil)
    }
}

/// A file by any request.
private struct Get: FileEndpoint {
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
    func seal(_ request: inout BuiltRequest) async throws {}
    func open(_ response: inout ReceivedResponse, to request: BuiltRequest) async throws {}
    func open(
        _ body: ByteStream, of head: inout ReceivedResponse, to request: BuiltRequest
    ) async throws -> ByteStream { body }
}

/// A transport that writes files of its own.
private final class WritingTransport: DownloadingTransport {
    let written = Locked<String?>(nil)

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(status: .ok, body: Data("mine".utf8))
    }

    func download(
        _ request: TransportRequest, to destination: String,
        validate: @escaping @Sendable (TransportStream) async throws(TransportError) -> ByteStream
    ) async throws(TransportError) -> DownloadedFile {
        written.withLock { $0 = destination }
        var count = 0
        let stream = TransportStream(status: .ok, body: ByteStream(Data("its own".utf8)))
        for try await piece in try await validate(stream) { count += piece.count }
        return DownloadedFile(path: destination, count: count, status: .ok)
    }
}
