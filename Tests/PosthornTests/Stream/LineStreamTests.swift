import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("JSON lines", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LineStreamTests {
    private func numbers(
        _ pieces: [Data], limit: Int? = nil, repeating: Bool = false
    ) async throws -> [Int] {
        let transport = PieceTransport(
            pieces, mediaType: "application/x-ndjson", repeating: repeating)
        var stream = try await Store(streaming: transport).stream(Watch<LineStream<Int>>())
        if let limit { stream.limit = limit }
        var all: [Int] = []
        for try await number in stream { all.append(number) }
        return all
    }

    @Test(arguments: [
        "1\n2\n3\n", "1\r\n2\r\n3", "\n1\n\n \n2\n3", "\u{1E}1\n\u{1E}2\n\u{1E}3\n",
        "\u{1E}\u{1E}1\n\u{1E}\n2 \u{1E}3\n", "\u{FEFF}1\n2\n3",
    ])
    func decodesEachLineOrRecord(_ text: String) async throws {
        let bytes = Data(text.utf8)
        #expect(try await numbers([bytes]) == [1, 2, 3])
        #expect(try await numbers(bytes.map { Data([$0]) }) == [1, 2, 3])
        for split in 1..<bytes.count {
            #expect(try await numbers([bytes.prefix(split), bytes.dropFirst(split)]) == [1, 2, 3])
        }
    }

    /// RFC 7464, section 2.4: only a self-delimited record is known to be complete.
    @Test(arguments: ["\u{1E}1\n\u{1E}2", "\u{1E}1\n\u{1E}2\u{1E}3\n", "\u{1E}1\n\u{1E}tru"])
    func possiblyTruncatedRecordFailsTheStream(_ text: String) async throws {
        let transport = PieceTransport([Data(text.utf8)], mediaType: "application/json-seq")
        let stream = try await Store(streaming: transport).stream(Watch<LineStream<Int>>())
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        do {
            _ = try await iterator.next()
            Issue.record("it was read")
        } catch {
            #expect(error.code == .truncated)
        }
        #expect(try await iterator.next() == nil)
    }

    @Test func selfDelimitedRecordNeedsNoLineFeed() async throws {
        let transport = PieceTransport(
            [Data("\u{1E}[1]\u{1E}[2]".utf8)], mediaType: "application/json-seq")
        var all: [[Int]] = []
        for try await value in try await Store(streaming: transport).stream(
            Watch<LineStream<[Int]>>())
        {
            all.append(value)
        }
        #expect(all == [[1], [2]])
    }

    /// The values of a stream that skips invalid records, and the errors of the skipped ones.
    private func skipping(
        _ pieces: [Data], policy: any ResponsePolicy = .json
    ) async throws -> (values: [Int], skipped: [APIError]) {
        let transport = PieceTransport(pieces, mediaType: "application/json-seq")
        let errors = Errors()
        var stream = try await Store(streaming: transport).with { $0.responsePolicy = policy }
            .stream(Watch<LineStream<Int>>())
        stream.skipping = { error in errors.all.withLock { $0.append(error) } }
        var all: [Int] = []
        for try await number in stream { all.append(number) }
        return (all, errors.all.withLock { $0 })
    }

    private final class Errors: Sendable {
        let all = Locked<[APIError]>([])
    }

    /// RFC 7464, section 2.3: an invalid record does not affect the next one.
    @Test(arguments: [
        ("\u{1E}1\n\u{1E}{\n\u{1E}2\n\u{1E}\"x\"\n\u{1E}3\n", [1, 2, 3], 2),
        ("\u{1E}1\n\u{1E}2\u{1E}3\n", [1, 3], 1), ("\u{1E}1\n\u{1E}2", [1], 1),
        ("1\nx\n2\n", [1, 2], 1), ("x", [], 1),
    ])
    func invalidRecordsCanBeSkipped(_ text: String, _ values: [Int], _ skipped: Int) async throws {
        let bytes = Data(text.utf8)
        for pieces in [[bytes], bytes.map { Data([$0]) }] {
            for policy in [JSONPolicy.json, .json { $0.prefixes = ["-"] }] {
                let result = try await skipping(pieces, policy: policy)
                #expect(result.values == values)
                #expect(result.skipped.count == skipped)
                for error in result.skipped {
                    #expect([.decodingFailed, .truncated].contains(error.code))
                    #expect(error.response != nil || error.code == .truncated)
                }
            }
        }
    }

    @Test func tooLongLineIsNotSkipped() async throws {
        let transport = PieceTransport([Data("1\n".utf8), Data("22222\n3\n".utf8)])
        var stream = try await Store(streaming: transport).stream(Watch<LineStream<Int>>())
        stream.limit = 3
        stream.skipping = { _ in Issue.record("it was skipped") }
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        do {
            _ = try await iterator.next()
            Issue.record("it was read")
        } catch {
            #expect(error.code == .limitExceeded)
        }
        #expect(try await iterator.next() == nil)
    }

    @Test func endlessLineExceedsTheLimit() async {
        let error = await #expect(throws: APIError.self) {
            try await numbers([Data("1".utf8)], limit: 100, repeating: true)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func cipherThatCannotStreamFailsBeforeSending() async {
        let transport = PieceTransport([])
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).with { $0.cipher = Marker("m") }
                .stream(Watch<LineStream<Int>>())
        }
        #expect(error?.code == .cipherCannotStream)
        #expect(error?.stage == .building)
        #expect(transport.requests.isEmpty)
    }

    @Test func streamHasNoTotalTimeoutUnlessSet() async throws {
        let transport = PieceTransport([])
        let store = Store(streaming: transport)
        _ = try await store.stream(Watch<ByteStream>())
        _ = try await store.with { $0.timeouts.connect = .seconds(3) }.stream(Watch<ByteStream>())
        _ = try await store.stream(Watch<ByteStream> { $0.timeouts.total = .seconds(5) })
        _ = try await store.with { $0.timeouts.total = .seconds(6) }.stream(Watch<ByteStream>())
        #expect(
            transport.requests.map(\.timeouts.total) == [
                Timeouts.unlimited, Timeouts.unlimited, .seconds(5), .seconds(6),
            ])
        #expect(transport.requests[1].timeouts.connect == .seconds(3))
    }

    /// The idle timeout that a large upload gets does not apply to a streamed response.
    @Test func streamAfterLargeUploadHasNoIdleTimeout() async throws {
        let transport = PieceTransport([])
        let store = Store(streaming: transport)
        let upload: Layer = {
            $0.method(.post, "/watch")
            $0.upload(HTTPBody(Data(count: 1 << 20 + 1)), as: "application/octet-stream")
        }
        _ = try await store.stream(Watch<ByteStream>(spec: upload))
        _ = try await store.with { $0.timeouts.idle = .seconds(7) }
            .stream(Watch<ByteStream>(spec: upload))
        #expect(transport.requests.map(\.limits.total) == [nil, nil])
        #expect(transport.requests.map(\.limits.idle) == [nil, .seconds(7)])
        // It applies to a response that is read as a whole.
        let stub = StubTransport()
        try await Store(stub).send(Ping(spec: upload))
        #expect(stub.requests.map(\.limits.idle) == [.seconds(60)])
    }

    @Test func errorBodyIsReadUpToALimit() async throws {
        let transport = PieceTransport(
            [Data(repeating: 0x61, count: 10_000)], status: .notFound, repeating: true)
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).stream(Watch<ByteStream>())
        }
        #expect(error?.code == .notFound)
        #expect(error?.stage == .validating)
        #expect(error?.response?.body.count == 1_048_576)
    }
}
