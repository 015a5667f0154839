import Foundation
public import PosthornCore

/// A transport that records the exchanges of another one, for a ``ReplayTransport``.
///
/// ```swift
/// let recorder = RecordingTransport(try CurlSession())
/// _ = try await shop.over(recorder).listProducts()
/// try recorder.recording.write(to: file)
/// ```
///
/// An exchange is recorded when its response is complete, or has failed. A streamed body is recorded up to the
/// place at which it was read. Redirects that the wrapped transport follows are not recorded: the exchange has
/// the URL of the request and the last response. Sealed bodies stay sealed. Bodies are kept in memory.
///
/// You can use a recorder from any number of tasks.
public struct RecordingTransport: TransportWrapper {
    /// The recorded transport.
    public let wrapped: any Transport
    private let redaction: Redaction
    private let book = RecordingBook()

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - wrapped: The transport that sends the requests.
    ///   - redaction: The secrets that are not recorded; by default credentials and cookies.
    public init(_ wrapped: any Transport, redaction: Redaction = Redaction()) {
        self.wrapped = wrapped
        self.redaction = redaction
    }

    /// The exchanges that have ended so far, in the order of their requests.
    public var recording: HTTPRecording { HTTPRecording(book.exchanges) }

    /// Sends the request and records the exchange.
    ///
    /// - Throws: The error of the wrapped transport, which is recorded, too.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        let entry = book.begin(request)
        do throws(TransportError) {
            let response = try await wrapped.send(entry.recorded(request))
            entry.receive(response.status, response.headers, response.metrics.httpVersion)
            entry.receive(response.body)
            entry.end(nil, redaction)
            return response
        } catch {
            entry.end(error, redaction)
            throw error
        }
    }

    /// Sends the request, and records the exchange when the stream ends.
    ///
    /// - Throws: The error of the wrapped transport, which is recorded, too.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        let entry = book.begin(request)
        do throws(TransportError) {
            var stream = try await wrapped.stream(entry.recorded(request))
            entry.receive(stream.status, stream.headers)
            stream.body = stream.body.adapted(()) { _, read throws(TransportError) in
                let piece = try await read()
                if let piece { entry.receive(piece) }
                return piece
            } end: { [redaction] _, error in
                entry.end(error, redaction)
            }
            return stream
        } catch {
            entry.end(error, redaction)
            throw error
        }
    }
}

private final class RecordingBook: Sendable {
    private let entries = Locked<[RecordingEntry]>([])

    var exchanges: [RecordedExchange] { entries.withLock { $0 }.compactMap(\.ended) }

    func begin(_ request: TransportRequest) -> RecordingEntry {
        let entry = RecordingEntry(request)
        entries.withLock { $0.append(entry) }
        return entry
    }
}

private final class RecordingEntry: Sendable {
    private struct State {
        var exchange: RecordedExchange
        var hasEnded = false
    }

    private let state: Locked<State>
    private let auth: RequestBuilder.AuthScheme?
    private let secrets: Set<String>
    private let start = ContinuousClock.now

    init(_ request: TransportRequest) {
        var exchange = RecordedExchange(request.method, request.url, headers: request.headers)
        exchange.endpoint = request.endpoint
        exchange.requestBody = request.body?.data ?? Data()
        state = Locked(State(exchange: exchange))
        auth = request.auth
        secrets = request.details?.hidden ?? []
    }

    /// The exchange after its redaction; `nil` before its end.
    var ended: RecordedExchange? { state.withLock { $0.hasEnded ? $0.exchange : nil } }

    /// Returns the request with a body that is recorded while it is sent, unless it is in memory.
    func recorded(_ request: TransportRequest) -> TransportRequest {
        guard let body = request.body, !body.isInMemory else { return request }
        // After the end, the recorded body is redacted and stays as it is.
        return request.with(
            body: body.watched {
                self.state.withLock { if !$0.hasEnded { $0.exchange.requestBody = Data() } }
            } piece: { piece in
                self.state.withLock { if !$0.hasEnded { $0.exchange.requestBody.append(piece) } }
            })
    }

    func receive(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ version: HTTPVersion? = nil
    ) {
        state.withLock { state in
            state.exchange.httpVersion = version?.description ?? ""
            state.exchange.status = status
            state.exchange.responseHeaders = headers
        }
    }

    func receive(_ piece: Data) { state.withLock { $0.exchange.responseBody.append(piece) } }

    func end(_ error: TransportError?, _ redaction: RecordingTransport.Redaction) {
        var exchange = state.withLock { $0.exchange }
        exchange.duration = .now - start
        exchange.failure = error
        // A test's code, which must not run under the lock.
        redaction.apply(to: &exchange, auth, secrets)
        state.withLock { [exchange] in $0 = State(exchange: exchange, hasEnded: true) }
    }
}
