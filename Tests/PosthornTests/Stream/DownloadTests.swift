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
}
