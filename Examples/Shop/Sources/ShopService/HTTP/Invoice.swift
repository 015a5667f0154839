import FlyingFox
import FlyingSocks
import Foundation

/// The invoice of an order as a PDF that arrives in a second, so that its progress can be seen.
struct Invoice: AsyncBufferedSequence {
    typealias Element = UInt8

    let bytes: Data
    /// The number of pieces; the server waits 25 ms before each one.
    private static let pieces = 40

    init(of order: Order) {
        let text =
            "%PDF-1.4\n% Invoice of the order \(order.id.uuidString), total \(order.total)\n"
        // A PDF may hold comments of any length.
        let line = "% " + String(repeating: "·", count: 510) + "\n"
        bytes = Data((text + String(repeating: line, count: 4000) + "%%EOF\n").utf8)
    }

    /// The response with its length and a name for the file.
    func response() -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok,
            headers: [
                .contentType: "application/pdf",
                HTTPHeader("Content-Disposition"): #"attachment; filename="invoice.pdf""#,
                HTTPHeader("Cache-Control"): "no-store",
            ],
            body: HTTPBodySequence(
                from: self, count: bytes.count,
                suggestedBufferSize: bytes.count / Self.pieces))
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data

        mutating func next() async throws -> UInt8? { rest.popFirst() }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            try await Task.sleep(for: .milliseconds(25))
            let piece = rest.prefix(count)
            rest = rest.dropFirst(count)
            return piece
        }
    }
}
