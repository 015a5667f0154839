import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("Server-sent events", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct EventStreamTests {
    private typealias Seen = EventStream<String>.Event

    private func events(
        _ pieces: [Data], limit: Int? = nil, failure: TransportError? = nil,
        repeating: Bool = false
    ) async throws -> [Seen] {
        let transport = PieceTransport(
            pieces, mediaType: "text/event-stream;charset=utf-8", failure: failure,
            repeating: repeating)
        var stream = try await Store(streaming: transport).stream(
            Watch<EventStream<String>> { $0.responsePolicy = .raw })
        if let limit { stream.limit = limit }
        var all: [Seen] = []
        for try await event in stream.events { all.append(event) }
        return all
    }

    static let grammar: [(String, [String])] = [
        ("data: a\n\n", ["message||a"]),
        ("data:a\r\rdata:b\r\n\r\ndata: c\n\n", ["message||a", "message||b", "message||c"]),
        ("\u{FEFF}data: bom\n\n", ["message||bom"]),
        ("\u{FEFF}\u{FEFF}data: two\n\n", []),
        ("data: a\ndata: b\ndata\ndata:\n\n", ["message||a\nb\n\n"]),
        (": comment\ndata: x\n: more\n\n", ["message||x"]),
        ("event: add\ndata: 1\n\ndata: 2\n\n", ["add||1", "message||2"]),
        (
            "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            ["message|1|a", "message|1|b", "message||c"]
        ),
        ("id: 1\0 2\ndata: a\n\n", ["message||a"]),
        ("event: lost\n\ndata: x\n\n", ["message||x"]),
        ("data: unfinished\n", []),
        ("data: unfinished", []),
        ("data:  two spaces\n\n", ["message|| two spaces"]),
        ("data\n\n", ["message||"]),
        ("foo: bar\ndata : x\nDATA: y\ndata: z\n\n", ["message||z"]),
        ("data: ä☕\n\n", ["message||ä☕"]),
        ("\n\n\ndata: x\n\n\n", ["message||x"]),
        ("data: a:b\n\n", ["message||a:b"]),
        // The cases of web-platform-tests, eventsource/format-*, rewritten.
        ("\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", ["message||1", "message||3"]),
        ("\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", ["message||2", "message||3"]),
        (
            "data:1\r:\0\n:\r\ndata:2\n:" + String(repeating: "x", count: 80)
                + "\rdata:3\n:data:fail\r:y\ndata:4\n\n",
            ["message||1\n2\n3\n4"]
        ),
        ("data:\n\ndata\ndata\n\ndata:test\n\n", ["message||", "message||\n", "message||test"]),
        ("event:test\ndata:x\n\ndata:x\n\n", ["test||x", "message||x"]),
        ("event: \ndata:data\n\n", ["message||data"]),
        (
            "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\r"
                + "data:\r\n data:32\ndata:4\n\n",
            ["message||\0\n 2\n1\n3\n\n4"]
        ),
        (
            "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\n\n",
            ["message||test\n"]
        ),
        ("data:\ttest\rdata: \ndata:test\n\n", ["message||\ttest\n\ntest"]),
        ("data:test\r\ndata\ndata:test\r\n\r\n", ["message||test\n\ntest"]),
        ("data:\0\n\n\n\n", ["message||\0"]),
        ("data:ok…\n\n", ["message||ok…"]),
        (
            "id:1\ndata:a\n\nid:\0x\ndata:b\n\nid:x\0\ndata:c\n\n",
            ["message|1|a", "message|1|b", "message|1|c"]
        ),
        ("id:1\n\nid:2\ndata:unfinished", []),
        ("retry:3000\nretry:1000x\ndata:x\n\n", ["message||x"]),
        ("retry\ndata:test\n\n", ["message||test"]),
    ]

    @Test(arguments: grammar)
    func parsesEventsAsTheStandard(_ text: String, _ expected: [String]) async throws {
        let bytes = Data(text.utf8)
        func shown(_ pieces: [Data]) async throws -> [String] {
            try await events(pieces).map { "\($0.type)|\($0.id)|\($0.value)" }
        }
        #expect(try await shown([bytes]) == expected)
        #expect(try await shown(bytes.map { Data([$0]) }) == expected)
        for split in 1..<max(2, bytes.count) {
            let pieces = [bytes.prefix(split), bytes.dropFirst(split)].filter { !$0.isEmpty }
            #expect(try await shown(pieces) == expected, "split at \(split)")
        }
    }

    @Test func eventWithEmptyDataIsNilOrAnError() async throws {
        func transport() -> PieceTransport {
            PieceTransport([Data("data: 1\n\ndata:  \n\n".utf8)], mediaType: "text/event-stream")
        }
        var seen: [Int?] = []
        for try await value in try await Store(streaming: transport())
            .stream(Watch<EventStream<Int?>>())
        {
            seen.append(value)
        }
        #expect(seen == [1, nil])
        let stream = try await Store(streaming: transport()).stream(Watch<EventStream<Int>>())
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let error = await #expect(throws: APIError.self) { try await iterator.next() }
        #expect(error?.message == "the response has no body")
    }

    @Test func lastEventIDAndRetryAreReadableWhileReading() async throws {
        let transport = PieceTransport(
            [Data("retry: 10\nid: 1\ndata: 1\n\nretry: x\nid: 2\ndata: 2\n\n".utf8)],
            mediaType: "text/event-stream")
        let stream = try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        #expect(stream.lastEventID == "")
        #expect(stream.retry == nil)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(stream.lastEventID == "1")
        #expect(stream.retry == .milliseconds(10))
        #expect(try await iterator.next() == 2)
        #expect(stream.lastEventID == "2")
        #expect(try await iterator.next() == nil)
    }

    @Test(
        arguments: [
            ("retry:3000\n", 3000), ("retry:3000\nretry:1000x\n", 3000),
            ("retry:3000\nretry\n", 3000),
            ("retry: 07\n", 7), ("retry:-1\n", nil), ("retry:1.5\n", nil), ("retry:\n", nil),
            ("retry:99999999999999999999\n", nil),
        ] as [(String, Int?)])
    func retryFieldMustBeDigits(_ text: String, _ expected: Int?) async throws {
        let transport = PieceTransport(
            [Data((text + "data: 1\n\n").utf8)], mediaType: "text/event-stream")
        let stream = try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        for try await _ in stream {}
        #expect(stream.retry == expected.map { .milliseconds($0) })
    }

    @Test(arguments: ["x", ":", "data: x\n"])
    func endlessEventExceedsTheLimit(_ piece: String) async {
        let error = await #expect(throws: APIError.self) {
            try await events([Data(piece.utf8)], limit: 1_000, repeating: true)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.endpoint == "watch")
    }

    @Test func lostConnectionIsAnError() async {
        let error = await #expect(throws: APIError.self) {
            try await events(
                [Data("data: 1\n\n".utf8)], failure: TransportError(.connectionLost, "gone"))
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.stage == .sending)
        #expect(error?.response?.status == .ok)
    }

    @Test func decodingErrorEndsTheStream() async throws {
        let transport = PieceTransport(
            [Data("data: one\n\ndata: 2\n\n".utf8)], mediaType: "text/event-stream")
        let stream = try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        var iterator = stream.makeAsyncIterator()
        do {
            _ = try await iterator.next()
            Issue.record("decoded")
        } catch {
            #expect(error.code == .decodingFailed)
            #expect(error.stage == .decoding)
            #expect(error.response?.body == Data("one".utf8))
        }
        #expect(try await iterator.next() == nil)
    }

    @Test func doesNotReadAhead() async throws {
        let transport = PieceTransport(
            (1...100).map { Data("data: \($0)\n\n".utf8) }, mediaType: "text/event-stream")
        let stream = try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        #expect(transport.source.asked == 0)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(transport.source.asked == 1)
    }

    @Test func cancellingEndsTheStream() async throws {
        let transport = PieceTransport(
            [Data("data: 1\n\n".utf8)], mediaType: "text/event-stream", repeating: true)
        let stream = try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        let task = Task {
            for try await _ in stream { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func otherMediaTypeIsRefused() async {
        let transport = PieceTransport([Data("{}".utf8)], mediaType: "application/json")
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).stream(Watch<EventStream<Int>>())
        }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.stage == .validating)
        #expect(transport.requests[0].headers[.accept] == "text/event-stream")
    }
}
