import Foundation
import TestSupport
import Testing

import Posthorn
@testable import PosthornCache

/// The files of a cache, without a transport.
@Suite("Disk cache store", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
final class DiskStoreTests {
    private let path = NSTemporaryDirectory() + "posthorn-store-\(UUID().uuidString)"
    private let key: CacheKey

    init() throws {
        let url = "http://a.test/"
        key = CacheKey(
            TransportRequest(url: url), url: try HTTPURL(url), headers: [:], identity: nil,
            impersonal: [])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func response(
        _ number: Int, vary: String, to request: HTTPFields, padding: Int = 0
    ) -> StoredResponse {
        let time = Date(timeIntervalSince1970: Double(number))
        return StoredResponse(
            TransportResponse(
                status: .ok, headers: [.vary: vary, .cacheControl: "max-age=60"],
                body: Data("\(number)".utf8) + Data(count: padding), bodyIntegrity: .length),
            to: request, sentAt: time, receivedAt: time)
    }

    private func numbers(_ store: DiskStore) -> [Double] {
        store.responses(for: key).map { $0.receivedAt.timeIntervalSince1970 }.sorted()
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Requests with bodies are not stored on disk; callers that decompress themselves get no decoded entries.
    @Test func bodyAndAcceptEncodingArePartOfTheKey() throws {
        let url = try HTTPURL("http://a.test/")
        func key(_ body: String?, _ headers: HTTPFields = [:]) -> CacheKey {
            CacheKey(
                TransportRequest(url: url.sent, body: body.map { Data($0.utf8) }), url: url,
                headers: headers, identity: nil, impersonal: [])
        }
        #expect(key(nil).isPublic && key(nil, [.acceptEncoding: "gzip"]).isPublic)
        #expect(!key("a").isPublic)
        #expect(
            Set([key(nil), key("a"), key("b"), key(nil, [.acceptEncoding: "gzip"])]).count == 4)
        let store = try DiskStore(directory: path, capacity: 1 << 20)
        store.insert(response(1, vary: "", to: [:]), for: self.key)
        #expect(store.responses(for: key(nil, [.acceptEncoding: "gzip"])).isEmpty)
    }

    /// An entry that is in memory when the disk has been read is newer.
    @Test func diskEntryDoesNotReplaceNewerMemoryEntry() throws {
        let cache = try HTTPCache(directory: URL(filePath: path))
        let url = try HTTPURL(key.url)
        let generation = cache.generation(of: url)
        cache.load([response(2, vary: "", to: [:])], for: key, since: generation)
        cache.load([response(1, vary: "", to: [:])], for: key, since: generation)
        let kept = cache.responses(for: key, fitting: [:], since: generation)
        #expect(kept.map { $0.receivedAt.timeIntervalSince1970 } == [2])
    }

    /// With HSTS, a session stores responses to `http` URLs under `https`.
    @Test func removingHTTPURLAlsoRemovesHTTPSEntry() async throws {
        let cache = try HTTPCache(directory: URL(filePath: path))
        let url = try HTTPURL("https://a.test/")
        let key = CacheKey(
            TransportRequest(url: url.sent), url: url, headers: [:], identity: nil,
            impersonal: [])
        cache.load([response(1, vary: "", to: [:])], for: key, since: cache.generation(of: url))
        #expect(cache.memoryBytes > 0)
        await cache.remove("http://a.test/")
        #expect(cache.memoryBytes == 0)
    }

    @Test func keyHasAtMost16Files() throws {
        let store = try DiskStore(directory: path, capacity: 1 << 20)
        for number in 1...40 {
            store.insert(
                response(number, vary: "X-Request-ID", to: [.xRequestID: "\(number)"]), for: key)
        }
        #expect(numbers(store) == (25...40).map(Double.init))
        #expect(try files().count == 16)
        var memory = MemoryStore(capacity: 1 << 20)
        let many = (1...40).reversed().map { number in
            response(number, vary: "X-Request-ID", to: [.xRequestID: "\(number)"])
        }
        memory.load(many, for: key)
        let loaded = memory.responses(for: key).map { $0.receivedAt.timeIntervalSince1970 }
        #expect(loaded == (25...40).map(Double.init))
    }

    @Test func openingRemovesFilesBeyond16PerKey() throws {
        var names: [String] = []
        do {
            let store = try DiskStore(directory: path, capacity: 1 << 20)
            store.insert(response(1, vary: "X-Request-ID", to: [.xRequestID: "1"]), for: key)
            names = try files()
        }
        let name = try #require(names.first)
        for number in 10..<40 {
            let other = name.prefix(34) + "00000000000000\(number).answer"
            try FileManager.default.copyItem(
                atPath: path + "/" + name, toPath: path + "/" + other)
        }
        _ = try DiskStore(directory: path, capacity: 1 << 20)
        #expect(try files().count == 16)
    }

    /// A server that names another field in `Vary` each time.
    @Test func newVariantReplacesOlderOneForSameRequest() throws {
        let request: HTTPFields = [.acceptLanguage: "de", .accept: "*/*"]
        let store = try DiskStore(directory: path, capacity: 1 << 20)
        store.insert(response(1, vary: "Accept-Language", to: request), to: request, for: key)
        store.insert(response(2, vary: "Accept", to: request), to: request, for: key)
        #expect(numbers(store) == [2])
        // After reopening, the request of a file is read from the file.
        let again = try DiskStore(directory: path, capacity: 1 << 20)
        again.insert(response(3, vary: "Accept-Encoding", to: request), to: request, for: key)
        #expect(numbers(again) == [3])
        // Without the request's fields, those stored with the response are used.
        again.insert(response(4, vary: "Accept-Encoding, Accept", to: request), for: key)
        #expect(numbers(again) == [4])
    }

    @Test func tooLargeResponseStillRemovesOlderVariant() throws {
        let request: HTTPFields = [.acceptLanguage: "de", .accept: "*/*"]
        let store = try DiskStore(directory: path, capacity: 16 << 10)
        store.insert(response(1, vary: "Accept-Language", to: request), to: request, for: key)
        store.insert(
            response(2, vary: "Accept", to: request, padding: 4 << 10), to: request, for: key)
        #expect(numbers(store).isEmpty && store.bytes == 0)
        #expect(try files().isEmpty)
    }

    @Test(arguments: ["writable", "link", "link/"])
    func refusesDirectoryWritableByOthersOrLinked(how: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: how == "writable" ? 0o777 : 0o700])
        if how == "writable" { chmod(path, 0o777) }
        var directory = path
        if how != "writable" {
            directory += "-link"
            try FileManager.default.createSymbolicLink(
                atPath: directory, withDestinationPath: path)
        }
        defer { unlink(directory) }
        let error = #expect(throws: TransportError.self) {
            try DiskStore(
                directory: how == "link/" ? directory + "/" : directory, capacity: 1 << 20)
        }
        #expect(error?.code == .fileFailed)
        #expect(error.map { "\($0)".contains("mode 0700") } == true)
    }

    /// Opening a pipe without a writer would block.
    @Test func doesNotBlockOnNamedPipe() throws {
        let store = try DiskStore(directory: path, capacity: 1 << 20)
        store.insert(response(1, vary: "Accept", to: [:]), for: key)
        let file = path + "/" + (try #require(try files().first))
        unlink(file)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(numbers(store).isEmpty)
        #expect(try files().isEmpty)
    }

    /// A file that cannot be opened is not necessarily damaged.
    @Test(.enabled("root opens every file") { geteuid() != 0 })
    func unreadableFileIsKept() throws {
        let store = try DiskStore(directory: path, capacity: 1 << 20)
        store.insert(response(1, vary: "Accept", to: [:]), for: key)
        let file = path + "/" + (try #require(try files().first))
        chmod(file, 0)
        #expect(numbers(store).isEmpty)
        chmod(file, 0o600)
        #expect(numbers(store) == [1])
    }

    @Test func removesOnlyItsOwnPartialFiles() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let foreign = [
            "-1.answer.part", "1-2-3.answer.part", "mine.answer.part", "x-1.answer.part",
        ]
        for name in foreign + ["12-34.answer.part"] {
            try Data().write(to: URL(filePath: path + "/" + name))
        }
        _ = try DiskStore(directory: path, capacity: 1 << 20)
        #expect(try files() == foreign.sorted())
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let xRequestID = HTTPField.Name("X-Request-ID")!
}
