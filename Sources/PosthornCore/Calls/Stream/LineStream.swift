import FoundationEssentials

/// An asynchronous sequence of the lines of a response, each decoded as a JSON text.
///
/// It reads two formats: NDJSON, with lines that end in LF or CR LF, and JSON text sequences (RFC 7464).
/// Blank lines are skipped. In a JSON text sequence, a number or a literal without a delimiter fails with
/// `APIError.Code.truncated`. A line that can't be decoded ends the stream, unless ``skipping`` is set.
///
/// The stream applies back-pressure: it requests more data only after the last received piece was read.
/// Iterate over it once. To end the transfer, cancel the reading task.
public struct LineStream<Value: Decodable & Sendable>: AsyncSequence, AsyncIteratorProtocol,
    StreamDecodable
{
    /// The type of a decoded line.
    public typealias Element = Value
    /// The error that ends the stream early.
    public typealias Failure = APIError

    /// The media types of streams of JSON lines.
    public static var mediaTypes: [String] {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/json-seq", "application/x-jsonlines", "application/json", "text/plain",
        ]
    }

    /// The maximum length of a line in bytes.
    ///
    /// The default is 1,048,576. A longer line ends the stream with `APIError.Code.limitExceeded`. Set it
    /// before you read the stream.
    public var limit: Int {
        get { parser.limit }
        set { parser.limit = newValue }
    }

    /// A closure that receives the error of each line that can't be decoded, which is then skipped.
    ///
    /// The default, `nil`, ends the stream at the first such line. RFC 7464, section 2.3, recommends that
    /// parsers of JSON text sequences continue. Set it before you read the stream. The closure runs in the
    /// reading task. Observers do not receive these errors. A failed connection, or a line longer than
    /// ``limit``, ends the stream in any case.
    public var skipping: (@Sendable (APIError) -> Void)?

    private let response: StreamingResponse
    private var bytes: ByteStream
    private var parser = LineParser()
    private var piece = Data()
    private var index = 0
    private var isLast = false
    private var hasEnded = false

    /// Creates the stream of a response with an accepted status.
    public init(_ response: StreamingResponse) {
        self.response = response
        bytes = response.body
    }

    /// Returns the sequence, which is its own iterator.
    public func makeAsyncIterator() -> LineStream { self }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: An ``APIError``. The stream then ends.
    public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(APIError) -> Value? {
        while !hasEnded {
            if let value = try line() { return value }
            // The end that the spec names.
            if hasEnded { break }
            guard !isLast else {
                hasEnded = true
                guard response.endMarker == nil else { throw response.failure(EndMarker.missing) }
                break
            }
            // Set while reading: an error or a cancelled read ends the stream.
            hasEnded = true
            do {
                if let data = try await bytes.next(isolation: actor) {
                    piece = data
                    index = data.startIndex
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

    /// Returns the next line of the current piece; `nil` when it is used up.
    private mutating func line() throws(APIError) -> Value? {
        while true {
            do {
                let line = try isLast ? parser.last() : parser.next(in: piece, at: &index)
                guard let line else { return nil }
                if response.endMarker?.isEnd(line) == true {
                    hasEnded = true
                    return nil
                }
                let value: Value = try response.element(line)
                hasEnded = response.endMarker?.isLast(line, event: nil) ?? false
                return value
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

/// Redacted because it contains a piece of the body.
extension LineStream: RedactedStringConvertible {}
