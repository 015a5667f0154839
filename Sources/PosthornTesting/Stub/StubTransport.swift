import FoundationEssentials
public import PosthornCore

/// A transport without sockets, which responds to requests by rules and records them.
///
/// With rules for endpoints, it replaces a generated service:
///
/// ```swift
/// let stub = StubTransport(.on(PetstoreAPI.ShowPetById.self) { Pet(id: 1, name: $0.petId) })
/// let store = PetstoreAPI(ClientConfiguration(transport: stub))
/// ```
///
/// Create one stub for each test. You can use it from any number of tasks. It follows redirects with the same
/// code as a `CurlSession`.
///
/// A stub has no clock. It ignores `TransportRequest.timeouts`, and a gate that stays closed delays a call
/// until the call is cancelled. To simulate a timeout, respond with `.failure(TransportError(.timedOut, …))`,
/// or throw the error in the closure of an endpoint. A stub reports no progress and no metrics.
public final class StubTransport: Transport, SessionTransport {
    private let book: StubBook
    private let redirects: RedirectPolicy
    private let cookies: CookieStore?

    /// Creates a stub that responds to each request by the first matching rule.
    ///
    /// - Parameters:
    ///   - rules: The rules. A request that matches none fails with the code `unexpectedRequest`.
    ///   - redirects: The policy for requests without their own. The default, `.follow`, follows redirects.
    ///   - cookies: The store for received and sent cookies. `nil`, the default, disables cookies.
    public init(
        _ rules: [StubRule], redirects: RedirectPolicy = .follow, cookies: CookieStore? = nil
    ) {
        book = StubBook(rules)
        self.redirects = redirects
        self.cookies = cookies
    }

    /// Creates a stub that responds to each request by the first matching rule.
    ///
    /// It follows redirects and has no cookies.
    public convenience init(_ rules: StubRule...) { self.init(rules) }

    /// Creates a stub that returns these responses in order, whatever the requests are.
    ///
    /// After the last response, requests fail with the code `unexpectedRequest`.
    public convenience init(inOrder responses: [StubResponse]) {
        self.init(responses.map { .on(nil, "/*", times: 1, response: $0) })
    }

    /// The requests received so far, in order.
    ///
    /// Each followed redirect adds a request.
    public var requests: [StubRequest] { book.requests }

    /// The rules that have matched no request so far.
    public var unused: [StubRule] { book.unused }

    /// Returns the response with its whole body.
    ///
    /// - Throws: The failure of the response, `unexpectedRequest` if no rule matches, `invalidRequest` for a
    ///   URL that a session refuses, `bodyFailed`, `cancelled`, or an error of the redirects.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await loop(request).run(request) { request throws(TransportError) in
            let stub = try await head(of: request)
            var response = TransportResponse(
                status: stub.status, headers: stub.framedHeaders,
                trailers: stub.status.hasBody(request.method) ? stub.trailers : [:],
                bodyIntegrity: bodyIntegrity(stub, request))
            let source = StubSource(stub, request.method)
            while let piece = try await source.next() { response.body.append(piece) }
            return response
        }
    }

    /// Returns the response head, and the body as a stream of the response's pieces.
    ///
    /// - Throws: The errors of ``send(_:)`` that occur before the body.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        try await loop(request).run(request) { request throws(TransportError) in
            let stub = try await head(of: request)
            return TransportStream(
                status: stub.status, headers: stub.framedHeaders,
                bodyIntegrity: bodyIntegrity(stub, request),
                body: ByteStream(StubSource(stub, request.method)))
        }
    }

    package var capturesCalls: Bool { true }

    package func prepared(_ request: TransportRequest) -> TransportRequest {
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
        let received = try await StubRequest(request)
        let stub = try await book.rule(for: received).respond(received)
        try await stub.headGate?.passed()
        if stub.failsAtOnce, let failure = stub.failure { throw failure }
        return stub
    }

    private func bodyIntegrity(_ stub: StubResponse, _ request: TransportRequest)
        -> TransportResponse.BodyIntegrity
    {
        stub.isChunked && stub.status.hasBody(request.method) ? .chunked : .length
    }
}

extension APIService {
    /// Returns a copy of the service that uses another transport, such as a ``StubTransport``.
    public func over(_ transport: any Transport) -> Self {
        var service = self
        service.configuration.transport = transport
        return service
    }
}
