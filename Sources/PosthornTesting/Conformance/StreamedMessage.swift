import FoundationEssentials
import PosthornCore

/// A long sealed response, and where the cipher delivers the pieces of its plaintext.
struct StreamedMessage {
    let request: TransportRequest
    let response: TransportResponse
    let plain: Data
    /// The numbers of sealed bytes after which the cipher delivers plaintext, without the end.
    let ends: [Int]

    /// Where to cut: around some of the ends of pieces.
    var cuts: [Int] {
        let some = Set(ends.prefix(2) + ends.dropFirst(ends.count / 2).prefix(1) + ends.suffix(2))
        return some.flatMap { end in (0...20).map { end - $0 } }.filter { $0 > 0 }
    }

    /// Seals a response that is long enough for four pieces, if the cipher delivers any before the end.
    init(_ bench: CipherConformance.Bench) async throws {
        var size = 5000
        while true {
            let plain = CipherConformance.Bench.bytes(size)
            let request = try await bench.sealed()
            let response = try await bench.respond(plain, to: request)
            let coarse = await Self.ends(
                bench, response, request, PieceSource(response.body, ofSize: 16))
            if coarse.count >= 4 || size > 300_000 {
                (self.request, self.response, self.plain) = (request, response, plain)
                ends = await Self.ends(
                    bench, response, request, PieceSource(response.body, finely: coarse))
                return
            }
            size *= 8
        }
    }

    private static func ends(
        _ bench: CipherConformance.Bench, _ response: TransportResponse,
        _ request: TransportRequest, _ source: PieceSource
    ) async -> [Int] {
        var ends: [Int] = []
        _ = await bench.streamed(response, to: request, source) { ends.append(source.position) }
        return ends.filter { $0 < response.body.count }
    }
}

extension CipherConformance.Bench {
    /// The head of an opened stream with the bytes that it delivered, and the error that ended it.
    struct Streamed {
        var response: TransportResponse
        var error: (any Error)?
    }

    /// Opens a response as a stream.
    func streamed(
        _ response: TransportResponse, to request: TransportRequest, _ source: PieceSource? = nil,
        each: () -> Void = {}
    ) async -> Streamed {
        var head = response
        head.body = Data()
        var body = Data()
        do {
            let source = source ?? PieceSource(response.body.isEmpty ? [] : [response.body])
            let stream = try await cipher.open(ByteStream(source), of: &head, to: request)
            for try await piece in stream {
                body += piece
                each()
            }
            head.body = body
            return Streamed(response: head)
        } catch {
            head.body = body
            return Streamed(response: head, error: error)
        }
    }
}

/// The pieces of a body, at whose end the connection may break.
final class PieceSource: ByteStream.Source {
    private let state: Locked<(pieces: [Data], next: Int, position: Int)>
    private let breaks: Bool

    init(_ pieces: [Data], breaks: Bool = false) {
        state = Locked((pieces, 0, 0))
        self.breaks = breaks
    }

    convenience init(_ body: Data, ofSize size: Int) {
        self.init(
            stride(from: 0, to: body.count, by: size).map { Data(body.dropFirst($0).prefix(size)) })
    }

    /// Creates a source whose pieces are single bytes before each of the positions, and long elsewhere.
    convenience init(_ body: Data, finely ends: [Int]) {
        var cuts: Set<Int> = [0, body.count]
        for end in ends.prefix(4) + ends.suffix(4) { cuts.formUnion(max(0, end - 16)...end) }
        cuts.formUnion(ends)
        let places = cuts.sorted()
        self.init(
            zip(places, places.dropFirst()).map { Data(body.dropFirst($0).prefix($1 - $0)) })
    }

    /// The number of bytes that were taken.
    var position: Int { state.withLock { $0.position } }

    func next() async throws(TransportError) -> Data? {
        let piece: Data? = state.withLock { state in
            guard state.next < state.pieces.count else { return nil }
            defer { state.next += 1 }
            state.position += state.pieces[state.next].count
            return state.pieces[state.next]
        }
        if piece == nil, breaks {
            throw TransportError(.connectionLost, "the connection broke")
        }
        return piece
    }
}
