import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Streams of events and lines with unions and an end marker, over a connection.
@Suite("Generated events", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedEventTests {
    /// Calls a server that sends a body in pieces and keeps the connection open until the client closes it,
    /// unless the body ends.
    private func withServer(
        _ mediaType: String, _ pieces: [String], ends: Bool = false,
        _ body: (EventUnionsAPI) async throws -> Void
    ) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: \(mediaType)\r\nMcp-Session-Id: s1\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            for piece in pieces {
                try connection.write(String(piece.utf8.count, radix: 16) + "\r\n\(piece)\r\n")
            }
            if ends { try connection.write("0\r\n\r\n") }
            _ = connection.readToEnd()
        }
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await body(
                EventUnionsAPI(ClientConfiguration(baseURL: server.url(""), transport: session)))
        }
    }

    private func elements<Stream: AsyncSequence>(
        _ stream: Stream
    ) async throws -> [Stream.Element] {
        var elements: [Stream.Element] = []
        for try await element in stream { elements.append(element) }
        return elements
    }

    private static let chat = [
        "event: message_start\ndata: {\"id\":\"m1\"}\n\n: comment\n\n", "event: ping\ndata: \n\n",
        "event: content_delta\nda", "ta: {\"text\":\"Hel\"}\n\nevent: tool_delta\r\n",
        "data: {\"text\":\ndata: \"lo\"}\n\n", "event: at\ndata: 1.5\n\n",
        "event: content_delta\ndata: {\"text\":7}\n\nevent: message_start\ndata: plain\n\n",
        "event: note\ndata: [1]\n\ndata: no name\n\n",
    ]

    @Test("Events are told apart by their names; the stream ends at the named event")
    func names() async throws {
        let end = "event: message_stop\ndata: {}\n\nevent: ping\ndata: 1\n\n"
        try await withServer("text/event-stream", Self.chat + [end]) { api in
            let events = try await elements(api.chat(prompt: "Hi"))
            #expect(events.count == 10)
            #expect(
                events.prefix(5) == [
                    .messageStart(EventUnionsStart(id: "m1")), .ping(""),
                    .eventUnionsDelta(EventUnionsDelta(text: "Hel")),
                    .eventUnionsDelta(EventUnionsDelta(text: "lo")),
                    .at(Date(timeIntervalSince1970: 1.5)),
                ])
            guard case .malformed("content_delta", ["text": 7], let error) = events[5],
                case .malformed("message_start", "plain", let syntax) = events[6]
            else {
                Issue.record("other cases")
                return
            }
            #expect(error.path == "text")
            #expect(syntax.reason == .syntax)
            #expect(
                events.suffix(3) == [
                    .unknown("note", [1]), .unknown("message", "no name"), .messageStop([:]),
                ])
        }
    }

    @Test("A body that ends before the end that the spec names is truncated")
    func truncated() async throws {
        try await withServer("text/event-stream", Self.chat, ends: true) { api in
            var count = 0
            let error = await #expect(throws: APIError.self) {
                for try await _ in try await api.chat(prompt: "Hi") { count += 1 }
            }
            #expect(error?.code == .truncated)
            #expect(count == 9)
        }
        try await withServer("application/x-ndjson", ["{\"text\":\"a\"}\n"], ends: true) { api in
            let stream = try await api.log()
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == EventUnionsChunk(text: "a"))
            let error = await #expect(throws: APIError.self) { try await iterator.next() }
            #expect(error?.code == .truncated)
            #expect(try await iterator.next() == nil)
        }
    }

    @Test(
        "The data that ends a stream is no element, and may lack the blank line after it",
        arguments: ["data: [DONE]\n\ndata: {}\n\n", "data: [DONE]", "data:[DONE]\n"])
    func endText(_ end: String) async throws {
        let pieces = ["data: {\"text\":\"a\"}\n\n", "data: {\"text\":\"b\"}\n\n", end]
        let isOpen = end.hasSuffix("\n\n")
        try await withServer("text/event-stream", pieces, ends: !isOpen) { api in
            let chunks = try await elements(api.complete(prompt: "Hi"))
            #expect(chunks.map(\.text) == ["a", "b"])
        }
    }

    @Test("Lines end at a member's value or at a text, also without a line feed")
    func lines() async throws {
        let lines = [
            #"{"kind":"text","text":"a"}"# + "\n", #"{"kind":"usage","tok"#,
            #"ens":3,"done":true}"# + "\n" + #"{"kind":"text"}"#,
        ]
        try await withServer("application/x-ndjson", lines) { api in
            let elements = try await elements(api.generate(prompt: "Hi"))
            #expect(
                elements == [
                    .text(EventUnionsText(text: "a")),
                    .usage(EventUnionsUsage(tokens: 3, done: true)),
                ])
        }
        for (end, isOpen) in [("END\n", true), ("END", false)] {
            let pieces = [#"{"text":"a"}"# + "\n", end]
            try await withServer("application/x-ndjson", pieces, ends: !isOpen) { api in
                let elements = try await elements(api.log())
                #expect(elements == [EventUnionsChunk(text: "a")])
            }
        }
    }

    @Test("A closed union fails at an event that the spec does not list")
    func closed() async throws {
        let text = "event: added\ndata: {\"id\":\"1\"}\n\ndata: {\"text\":\"t\"}\n\n"
        try await withServer("text/event-stream", [text], ends: true) { api in
            let elements = try await elements(api.watch())
            #expect(
                elements == [
                    .added(EventUnionsStart(id: "1")), .message(EventUnionsDelta(text: "t")),
                ])
        }
        try await withServer("text/event-stream", ["event: x\ndata: 1\n\n"]) { api in
            let error = await #expect(throws: APIError.self) {
                for try await _ in try await api.watch() {}
            }
            #expect(error?.code == .decodingFailed)
            #expect(
                error?.description.contains("expected the event 'added' or 'message'") == true,
                "\(error as Any)")
        }
    }

    @Test("An event is stored with its name")
    func storage() throws {
        for (event, text) in [
            (
                EventUnionsChat.messageStart(EventUnionsStart(id: "1")),
                #"{"event":"message_start","data":{"id":"1"}}"#
            ),
            (.at(Date(timeIntervalSince1970: 2)), #"{"event":"at","data":2}"#),
            (.unknown("note", "x"), #"{"event":"note","data":"x"}"#),
            (.ping(.null), #"{"event":"ping","data":null}"#),
        ] {
            #expect(String(decoding: try event.jsonData(), as: UTF8.self) == text)
            #expect(try EventUnionsChat(jsonData: event.jsonData()) == event)
            let encoded = try JSONEncoder().encode(event)
            #expect(try JSONDecoder().decode(EventUnionsChat.self, from: encoded) == event)
        }
        let swapped = #"{"data":{"text":"t"},"event":"tool_delta"}"#
        #expect(
            try EventUnionsChat(jsonData: Data(swapped.utf8))
                == .eventUnionsDelta(EventUnionsDelta(text: "t")))
        let error = #expect(throws: JSONError.self) {
            try EventUnionsClosed(jsonData: Data(#"{"event":"added"}"#.utf8))
        }
        #expect(error?.message == "data is missing")
    }

    @Test("The head of a stream and of a file is in the response")
    func heads() async throws {
        let text = "event: message_stop\ndata: {}\n\n"
        try await withServer("text/event-stream", [text]) { api in
            let response = try await api.response(to: EventUnionsAPI.Chat(prompt: "Hi"))
            #expect(response.status == .ok)
            #expect(HTTPField.Name("Mcp-Session-Id").flatMap { response.headers[$0] } == "s1")
            #expect(response.raw.body.isEmpty)
            #expect(response.failedAttempts.isEmpty)
            let elements = try await elements(response.value)
            #expect(elements == [.messageStop([:])])
        }
        let server = try ScriptedServer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nMcp-Session-Id: s2\r\n\r\nPDF")
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await CurlSession.withSession { session in
            let api = StreamsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            let response = try await api.response(
                to: StreamsAPI.Download(id: "1"), savingTo: .file(file))
            #expect(HTTPField.Name("Mcp-Session-Id").flatMap { response.headers[$0] } == "s2")
            #expect(response.value.count == 3)
            #expect(response.raw.body.isEmpty)
            let lines = try await api.response(to: StreamsAPI.Text())
            #expect(HTTPField.Name("Mcp-Session-Id").flatMap { lines.headers[$0] } == "s2")
            #expect(lines.status == .ok)
            let bytes = try await api.response(to: StreamsAPI.Raw())
            #expect(bytes.status == .ok)
            var body = Data()
            for try await piece in bytes.value { body += piece }
            #expect(body == Data("PDF".utf8))
        }
    }
}
