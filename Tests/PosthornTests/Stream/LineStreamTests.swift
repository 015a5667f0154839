import Foundation
import Posthorn
import Testing

@Suite("Lines of JSON", .timeLimit(.minutes(1)))
struct LineStreamTests {
    private func numbers(
        _ pieces: [Data], limit: Int? = nil, repeating: Bool = false
    ) async throws -> [Int] {
        let transport = PieceTransport(
            pieces, mediaType: "application/x-ndjson", repeating: repeating)
        var stream = try await Store(streaming: transport).send(Watch<LineStream<Int>>())
        if let limit { stream.limit = limit }
        var all: [Int] = []
        for try await number in stream { all.append(number) }
        return all
    }

    @Test(arguments: [
        "1\n2\n3\n", "1\r\n2\r\n3", "\n1\n\n \n2\n3", "\u{1E}1\n\u{1E}2\n\u{1E}3\n",
        "\u{1E}\u{1E}1\n\u{1E}\n2 \u{1E}3\n", "\u{FEFF}1\n2\n3",
    ])
    func eachLineOrRecordIsAValue(_ text: String) async throws {
        let bytes = Data(text.utf8)
        #expect(try await numbers([bytes]) == [1, 2, 3])
        #expect(try await numbers(bytes.map { Data([$0]) }) == [1, 2, 3])
        for split in 1..<bytes.count {
            #expect(try await numbers([bytes.prefix(split), bytes.dropFirst(split)]) == [1, 2, 3])
        }
    }

    /// RFC 7464, section 2.4: only what shows its own end is known to be whole.
    @Test(arguments: ["\u{1E}1\n\u{1E}2", "\u{1E}1\n\u{1E}2\u{1E}3\n", "\u{1E}1\n\u{1E}tru"])
    func aRecordThatMayBeCutFailsTheStream(_ text: String) async throws {
        let transport = PieceTransport([Data(text.utf8)], mediaType: "application/json-seq")
        let stream = try await Store(streaming: transport).send(Watch<LineStream<Int>>())
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

    @Test func aRecordThatShowsItsEndNeedsNoOther() async throws {
        let transport = PieceTransport(
            [Data("\u{1E}[1]\u{1E}[2]".utf8)], mediaType: "application/json-seq")
        var all: [[Int]] = []
        for try await value in try await Store(streaming: transport).send(
            Watch<LineStream<[Int]>>())
        {
            all.append(value)
        }
        #expect(all == [[1], [2]])
    }

    @Test func anEndlessLineRunsIntoTheLimit() async {
        let error = await #expect(throws: APIError.self) {
            try await numbers([Data("1".utf8)], limit: 100, repeating: true)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func aCipherIsRefusedBeforeAnythingIsSent() async {
        let transport = PieceTransport([])
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).with { $0.cipher = Marker("m") }
                .send(Watch<LineStream<Int>>())
        }
        #expect(error?.code == .cipherCannotStream)
        #expect(error?.stage == .building)
        #expect(transport.requests.isEmpty)
    }

    @Test func aStreamHasNoTotalTimeoutUnlessSet() async throws {
        let transport = PieceTransport([])
        let store = Store(streaming: transport)
        _ = try await store.send(Watch<ByteStream>())
        _ = try await store.with { $0.connectTimeout = .seconds(3) }.send(Watch<ByteStream>())
        _ = try await store.send(Watch<ByteStream> { $0.timeout(.seconds(5)) })
        _ = try await store.with { $0.timeout = .seconds(6) }.send(Watch<ByteStream>())
        #expect(transport.requests.map(\.timeouts.total) == [nil, nil, .seconds(5), .seconds(6)])
        #expect(transport.requests[1].timeouts.connect == .seconds(3))
    }

    @Test func aBadStatusReadsItsBodyUpToALimit() async throws {
        let transport = PieceTransport(
            [Data(repeating: 0x61, count: 10_000)], status: .notFound, repeating: true)
        let error = await #expect(throws: APIError.self) {
            try await Store(streaming: transport).send(Watch<ByteStream>())
        }
        #expect(error?.code == .notFound)
        #expect(error?.stage == .validating)
        #expect(error?.response?.body.count == 1_048_576)
    }
}
