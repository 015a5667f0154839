import FoundationEssentials

/// The lines of a response, each a JSON text, decoded one by one as they are asked for.
///
/// Reads NDJSON, where a line ends with LF or CR LF and blank lines are skipped, and JSON text
/// sequences of RFC 7464, where a number or a word that has no end is refused as
/// ``APIError/Code/truncated``. A line that can't be read ends the stream, unless ``skipping`` says
/// otherwise. Nothing is read ahead of the reader but what has arrived with the last
/// piece: when nobody reads, the server waits. Read it once; cancelling the reading task ends the
/// transfer.
public struct LineStream<Value: Decodable & Sendable>: AsyncSequence, StreamDecodable {
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

    /// What is told of each line that can't be read, which is left out then; `nil`, the default, ends
    /// the stream with the first one.
    ///
    /// Set it before the stream is read; it runs in the reading task. RFC 7464, section 2.3, wants readers
    /// of its sequences to go on like that. Observers are not told of such a line, and what ends the
    /// connection, or is longer than ``limit``, ends the stream all the same.
    public var skipping: (@Sendable (APIError) -> Void)?

    let response: StreamingResponse

    /// Takes over a response whose status is good.
    public init(_ response: StreamingResponse) { self.response = response }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads the lines.
    public struct Iterator: AsyncIteratorProtocol {
        private let response: StreamingResponse
        private let elements: ElementReader<Value>
        private let skipping: (@Sendable (APIError) -> Void)?
        private var bytes: ByteStream.Iterator
        private var parser = LineParser()
        private var piece = Data()
        private var index = 0
        private var isLast = false
        private var hasEnded = false

        init(_ stream: LineStream<Value>) {
            response = stream.response
            elements = ElementReader(response)
            skipping = stream.skipping
            bytes = stream.response.body.makeAsyncIterator()
            parser.limit = stream.limit
        }

        /// The next line, or `nil` at the end.
        /// - Throws: an ``APIError``; after it the stream has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> Value? {
            while !hasEnded {
                if let value = try line() { return value }
                guard !isLast else { break }
                // What is thrown here, or never comes, is the end.
                hasEnded = true
                do {
                    if let data = try await bytes.next(isolation: actor) {
                        piece = data
                        index = 0
                    } else {
                        isLast = true
                    }
                } catch {
                    throw response.failure(error)
                }
                hasEnded = false
            }
            hasEnded = true
            return nil
        }

        /// The next line of what has come; `nil` when it is used up.
        private mutating func line() throws(APIError) -> Value? {
            while true {
                do {
                    return try piece.withUnsafeBytes { bytes -> Value? in
                        let line = try isLast ? parser.last() : parser.next(in: bytes, at: &index)
                        switch line {
                        case .inPlace(let range):
                            let text = UnsafeRawBufferPointer(rebasing: bytes[range])
                            return try elements.value(text.assumingMemoryBound(to: UInt8.self))
                        case .whole(let line):
                            return try line.withUnsafeBufferPointer(elements.value)
                        case nil: return nil
                        }
                    }
                } catch {
                    let failure = (error as? APIError) ?? response.error(error)
                    guard let skipping, failure.code != .limitExceeded, failure.code != .cancelled
                    else {
                        hasEnded = true
                        throw response.failure(failure)
                    }
                    skipping(failure)
                    if isLast { return nil }
                }
            }
        }
    }
}

/// Holds a piece of the body.
extension LineStream.Iterator: RedactedStringConvertible {}
