import Foundation
import PosthornCore
import Testing

/// The streams that generated methods return.
@Suite("Generated streams")
struct GeneratedStreamTests {
    @Test("Byte streams are unchanged")
    func bytes() async throws {
        var bytes = Data()
        for try await piece in try await StreamsAPI(.canned("abc")).raw() { bytes += piece }
        #expect(bytes == Data("abc".utf8))
    }

    @Test("Events have the type of the spec")
    func events() async throws {
        let text = "id: 7\ndata: {\"sku\":\"tea\",\ndata: \"amount\":2}\n\n"
        let stream = try await StreamsAPI(.canned(text, mediaType: "text/event-stream")).watch()
        var prices: [StreamsPrice] = []
        for try await price in stream { prices.append(price) }
        #expect(prices == [StreamsPrice(sku: "tea", amount: 2)])
        #expect(stream.lastEventID == "7")
    }

    @Test("Lines have the type of the spec")
    func lines() async throws {
        let json = "{\"sku\":\"a\",\"amount\":1}\n\n{\"sku\":\"b\",\"amount\":2}"
        var prices: [StreamsPrice] = []
        let api = StreamsAPI(.canned(json, mediaType: "application/x-ndjson"))
        for try await price in try await api.log() { prices.append(price) }
        #expect(prices.map(\.sku) == ["a", "b"])
        var texts: [String] = []
        for try await text in try await StreamsAPI(.canned("x y\r\nz", mediaType: "text/plain"))
            .text()
        {
            texts.append(text)
        }
        #expect(texts == ["x y", "z"])
    }

    @Test("A documented failure is thrown before the stream starts")
    func failure() async {
        let error = await #expect(throws: StreamsAPI.Watch.Failure.self) {
            try await StreamsAPI(.canned(#"{"code":3}"#, status: 404)).watch()
        }
        guard case .clientError(status: 404, let problem) = error else {
            Issue.record("not documented")
            return
        }
        #expect(problem == StreamsProblem(code: 3))
    }

    @Test("Downloads are written to the given path")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try await StreamsAPI(.canned("PDF")).download(id: "1", to: URL(filePath: path))
        #expect(file.count == 3)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("PDF".utf8))
    }
}
