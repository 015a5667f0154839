import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Media types of bodies and of responses, over a real connection.
@Suite("Generated media types", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedMediaTypeTests {
    /// Returns what a call returns, and the header fields of its request in lower case.
    private func calling<Value: Sendable>(
        _ response: StubResponse, _ call: (MediaTypesAPI) async throws -> Value
    ) async throws -> (value: Value, sent: [String: String]) {
        let server = try ScriptedServer.serving([.on(nil, "*", response: response)])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            let api = MediaTypesAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            let value = try await call(api)
            let lines = try #require(server.requests.first).components(separatedBy: "\r\n")
            let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), String(line[colon...].dropFirst(2)))
            }
            return (value, Dictionary(pairs) { first, _ in first })
        }
    }

    private let item = #"{"id":1}"#

    @Test("A service sends and accepts its own media type, and one that the server mislabels")
    func mediaTypesOfService() async throws {
        for type in ["application/x-amz-json-1.0", "text/html; charset=utf-8"] {
            let found = try await calling(.json(item, type: type)) { try await $0.putItem(id: 1) }
            #expect(found.value.id == 1)
            #expect(found.sent["content-type"] == "application/x-amz-json-1.0")
            #expect(found.sent["accept"] == "application/x-amz-json-1.0, text/html;q=0.9")
        }
        let other = await #expect(throws: MediaTypesAPI.PutItem.Failure.self) {
            _ = try await calling(.json(item, type: "text/plain")) { try await $0.putItem(id: 1) }
        }
        #expect(other?.code == .unacceptableMediaType)
    }

    @Test(
        "Errors are read in the accepted types and as plain JSON",
        arguments: ["application/x-amz-json-1.0", "text/html", "application/json"])
    func errors(_ type: String) async throws {
        let failure = await #expect(throws: MediaTypesAPI.PutItem.Failure.self) {
            _ = try await calling(.json(item, type: type, status: .badRequest)) {
                try await $0.putItem(id: 1)
            }
        }
        guard case .badRequest(let problem) = try #require(failure) else {
            Issue.record("not documented")
            return
        }
        #expect(problem.id == 1)
    }

    @Test("An endpoint has its own media types, of which the caller chooses")
    func mediaTypesOfEndpoint() async throws {
        let plain = try await calling(.status(.ok)) {
            try await $0.putPlain(body: MediaItem(id: 1))
        }
        #expect(plain.sent["content-type"] == "application/json")
        let answer = StubResponse.json(item, type: "application/json")
        let first = try await calling(answer) { try await $0.putManifest(body: MediaItem(id: 1)) }
        #expect(first.sent["content-type"] == "application/vnd.oci.image.manifest.v1+json")
        #expect(
            first.sent["accept"]
                == "*/*;q=0.1, application/vnd.docker.manifest.v2+json, application/json;q=0.9")
        let second = try await calling(answer) {
            try await $0.putManifest(body: MediaItem(id: 1), as: .dockerManifestV2)
        }
        #expect(second.sent["content-type"] == "application/vnd.docker.manifest.v2+json")
        guard case .ok(MediaItem(id: 1)) = second.value else {
            Issue.record("\(second.value)")
            return
        }
        let bytes = try await calling(
            .bytes(Data("x".utf8), type: "application/json", status: .partialContent)
        ) { try await $0.putManifest(body: MediaItem(id: 1)) }
        guard case .partialContent(Data("x".utf8)) = bytes.value else {
            Issue.record("\(bytes.value)")
            return
        }
        let named = try await calling(.status(.ok)) { try await $0.putNamed(id: 1, as: .merge) }
        #expect(named.sent["content-type"] == "application/merge-patch+json")
    }

    @Test("The first accepted type chooses how a body is read")
    func acceptedTypesOfBodies() async throws {
        let latin = StubResponse.bytes(Data([0xe4]), type: "text/csv; charset=iso-8859-1")
        let table = try await calling(latin) { try await $0.getTable() }
        #expect(table.value == "ä")
        #expect(table.sent["accept"] == "text/csv, text/plain;q=0.9")
        let bytes = try await calling(.bytes(Data([1]), type: "image/webp")) {
            try await $0.getBytes()
        }
        #expect(bytes.value == Data([1]))
        #expect(bytes.sent["accept"] == "image/webp")
        let lines = try await calling(.json(item + "\n" + item, type: "application/vnd.log")) {
            var ids: [Int] = []
            for try await line in try await $0.getLines() { ids.append(line.id) }
            return ids
        }
        #expect(lines.value == [1, 1])
        #expect(lines.sent["accept"] == "application/vnd.log")
        let folder = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try await calling(.bytes(Data([2]), type: "image/png")) {
            try await $0.getFile(to: folder)
        }
        #expect(file.sent["accept"] == "application/pdf, image/png;q=0.9")
        #expect(try Data(contentsOf: folder) == Data([2]))
    }

    @Test("The media type of an upload is a parameter of the call")
    func mediaTypeOfUpload() async throws {
        let body = HTTPBody(Data([1]))
        let usual = try await calling(.status(.ok)) { try await $0.putPhoto(body: body) }
        #expect(usual.sent["content-type"] == "image/png")
        let other = try await calling(.status(.ok)) {
            try await $0.putPhoto(body: body, mediaType: "image/webp")
        }
        #expect(other.sent["content-type"] == "image/webp")
    }
}
