import FoundationEssentials
public import Posthorn

/// A transport without sockets: answers by rules and records what it is asked.
///
/// Redirects are followed by the same code as a session's. Make one for each test; it is used from
/// any number of tasks.
///
/// It has no clock: the limits of ``TransportRequest/timeouts`` are recorded by nobody and end nothing,
/// and a gate that stays closed holds a call until it is cancelled. A call that ran out of time is
/// `.failure(TransportError(.timedOut, …))`. It counts no progress, and its metrics are empty.
///
/// ```swift
/// let stub = StubTransport(.on(.get, "/v1/products", answer: .json("[]")))
/// ```
public final class StubTransport: Transport {
    private let book: StubBook
    private let redirects: RedirectPolicy
    private let cookies: CookieStore?

    /// Creates a stub that answers by the first rule that fits.
    ///
    /// - Parameters:
    ///   - rules: A request that fits none of them fails with the code `unexpectedRequest`.
    ///   - redirects: For requests that don't say; follows by default.
    ///   - cookies: Keeps and sends cookies; `nil`, the default, none.
    public init(
        _ rules: [StubRule], redirects: RedirectPolicy = .follow, cookies: CookieStore? = nil
    ) {
        book = StubBook(rules)
        self.redirects = redirects
        self.cookies = cookies
    }

    /// Creates a stub that answers by the first rule that fits.
    public convenience init(_ rules: StubRule...) { self.init(rules) }

    /// Creates a stub that gives these responses one after the other, whatever is asked.
    public convenience init(inOrder answers: [StubResponse]) {
        self.init(answers.map { .on(nil, "/*", times: 1, answer: $0) })
    }

    /// What was asked so far, in order; each redirect that was followed is one more.
    public var requests: [StubRequest] { book.requests }

    /// The rules that have not answered yet.
    public var unused: [StubRule] { book.unused }

    /// Answers with the whole body.
    /// - Throws: the response's failure; `unexpectedRequest` if no rule fits; `invalidRequest` for a URL that
    ///   a session refuses; `bodyFailed`; `cancelled`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await loop(request).run(request) { request throws(TransportError) in
            let answer = try await head(of: request)
            var response = TransportResponse(
                status: answer.status, headers: answer.framedHeaders,
                trailers: answer.hasBody(request.method) ? answer.trailers : [:],
                bodyIntegrity: bodyIntegrity(answer, request))
            let source = StubSource(answer, request.method)
            while let piece = try await source.next() { response.body.append(piece) }
            return response
        }
    }

    /// Answers with the head, and the body as a stream of the response's pieces.
    /// - Throws: as ``send(_:)`` does, up to the head.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        try await loop(request).run(request) { request throws(TransportError) in
            let answer = try await head(of: request)
            return TransportStream(
                status: answer.status, headers: answer.framedHeaders,
                bodyIntegrity: bodyIntegrity(answer, request),
                body: ByteStream(StubSource(answer, request.method)))
        }
    }

    /// The request with the cookies that it would be sent with.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        loop(request).prepared(request)
    }

    private func loop(_ request: TransportRequest) -> RedirectLoop {
        RedirectLoop(request.redirects ?? redirects, cookies: cookies)
    }

    private func head(of request: TransportRequest) async throws(TransportError) -> StubResponse {
        guard !Task.isCancelled else {
            throw TransportError(.cancelled, "the task was cancelled", isSafeToRetry: true)
        }
        var request = request
        request.url = try HTTPURL.sendable(request.url)
        let answer = try book.answer(try await StubRequest(request))
        try await answer.headGate?.passed()
        if answer.failsAtOnce, let failure = answer.failure { throw failure }
        return answer
    }

    private func bodyIntegrity(_ answer: StubResponse, _ request: TransportRequest) -> BodyIntegrity
    {
        answer.isChunked && answer.hasBody(request.method) ? .chunked : .length
    }
}

extension APIService {
    /// The same service over another transport, such as a ``StubTransport``.
    public func over(_ transport: any Transport) -> Self {
        var service = self
        service.configuration.transport = transport
        return service
    }
}
