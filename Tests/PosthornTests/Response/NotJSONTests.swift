import Foundation
import Posthorn
import TestSupport
import Testing

/// Texts that begin like JSON.
@Suite("Bodies that are not JSON", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct NotJSONTests {
    private struct Chunk: Codable, Hashable { var id: Int }

    @Test(arguments: [
        ("[DONE]", "line 1, column 2 has another character"), ("{oops}", "line 1, column 2"),
        ("[1,", "line 1, column 4"), (#""abc"#, "line 1, column 5"), ("done", "line 1, column 1"),
    ])
    func errorSaysThatTextIsNotJSON(_ text: String, _ place: String) async {
        let error = await #expect(throws: APIError.self) {
            try await Store(responding: .json(text)).send(Probe(Chunk.self))
        }
        #expect(
            error?.message.contains("it is not valid JSON: \(place)") == true, "\(error as Any)")
    }

    @Test(arguments: [("[]", "an array"), (#""abc""#, "a string"), ("7", "a number")])
    func errorNamesTheTypeOfJSON(_ text: String, _ type: String) async {
        let error = await #expect(throws: APIError.self) {
            try await Store(responding: .json(text)).send(Probe(Chunk.self))
        }
        #expect(error?.message.contains("has another type, \(type)") == true, "\(error as Any)")
    }

    private func transport() -> PieceTransport {
        PieceTransport(
            [Data("data: {\"id\":1}\n\ndata: [DONE]\n\n".utf8)],
            mediaType: "text/event-stream")
    }

    @Test func endOfEventStreamIsNotCalledAnArray() async throws {
        let stream = try await Store(streaming: transport()).stream(
            Watch<EventStream<Chunk>> { _ in })
        var chunks: [Chunk] = []
        let error = await #expect(throws: APIError.self) {
            for try await chunk in stream { chunks.append(chunk) }
        }
        #expect(chunks == [Chunk(id: 1)])
        #expect(error?.message.contains("it is not valid JSON") == true)
        #expect(error?.advice?.contains("`events of String` with `response: raw`") == true)
    }

    /// The remedy of the error.
    @Test func textsOfEventsCanBeReadUntilTheEnd() async throws {
        let stream = try await Store(streaming: transport()).stream(
            Watch<EventStream<String>> { $0.responsePolicy = .raw })
        var ids: [JSONValue?] = []
        for try await text in stream {
            if text == "[DONE]" { break }
            ids.append(try JSONValue(jsonData: Data(text.utf8))["id"])
        }
        #expect(ids == [1])
    }
}
