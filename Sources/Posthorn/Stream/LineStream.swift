/// The lines of an answer, each a JSON text, decoded one by one as they are asked for.
///
/// Reads NDJSON, where a line ends with LF or CR LF and blank lines are skipped, and JSON text
/// sequences of RFC 7464, where a number or a word that has no end fails the stream as
/// ``APIError/Code/truncated``. Nothing is read ahead of the reader but what has arrived with the last
/// piece: when nobody reads, the server waits. Read it once; cancelling the reading task ends the
/// transfer.
public struct LineStream<Value: Decodable & Sendable>: AsyncSequence, StreamedOutput {
    /// A decoded line.
    public typealias Element = Value
    /// What ends the stream early.
    public typealias Failure = APIError

    /// The media types under which lines of JSON are known.
    public static var mediaTypes: [String] {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/json-seq", "application/x-jsonlines", "application/json", "text/plain",
        ]
    }

    /// The longest line in bytes; the default is 1,048,576.
    ///
    /// Set it before the stream is read. A longer line ends it with
    /// ``APIError/Code/limitExceeded``.
    public var limit = StreamLimit.standard

    let answer: StreamedAnswer

    /// Takes over an answer whose status is good.
    public init(_ answer: StreamedAnswer) { self.answer = answer }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads the lines.
    public struct Iterator: AsyncIteratorProtocol {
        private let answer: StreamedAnswer
        private var bytes: ByteStream.Iterator
        private var parser = LineParser()
        private var piece: [UInt8] = []
        private var index = 0
        private var hasEnded = false

        init(_ stream: LineStream<Value>) {
            answer = stream.answer
            bytes = stream.answer.body.makeAsyncIterator()
            parser.limit = stream.limit
        }

        /// The next line, or `nil` at the end.
        /// - Throws: an ``APIError``; after it the stream has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> Value? {
            guard !hasEnded else { return nil }
            hasEnded = true
            guard let (line, isLast) = try await line(isolation: actor) else { return nil }
            let value = try answer.element(Value.self, line)
            hasEnded = isLast
            return value
        }

        private mutating func line(
            isolation actor: isolated (any Actor)?
        ) async throws(APIError) -> (line: [UInt8], isLast: Bool)? {
            do {
                while true {
                    if let line = try parser.next(in: piece, at: &index) { return (line, false) }
                    guard let data = try await bytes.next(isolation: actor) else { break }
                    piece = Array(data)
                    index = 0
                }
                return try parser.last().map { ($0, true) }
            } catch {
                throw answer.failure(error)
            }
        }
    }
}
