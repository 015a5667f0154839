import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("Middleware", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MiddlewareTests {
    /// What the middleware of a test did, in order.
    typealias Log = Locked<[String]>

    /// Middleware that is a closure.
    struct Around: CallMiddleware {
        typealias Next = (TransportRequest) async throws -> TransportResponse
        let handle: @Sendable (TransportRequest, Next) async throws -> TransportResponse

        func intercept(_ request: TransportRequest, next: Next) async throws -> TransportResponse {
            try await handle(request, next)
        }
    }

    /// A wrapper that records what a transport sends and receives.
    struct Wire: TransportWrapper {
        let wrapped: any Transport
        let name: String
        let log: Log

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let (body, log) = (request.bodyText ?? "", log)
            log.withLock { $0.append("\(name) \(request.endpoint) \(request.attempt) \(body)") }
            let response = try await wrapped.send(request)
            let text = String(decoding: response.body, as: UTF8.self)
            log.withLock { $0.append("\(name) \(response.status.code) \(text)") }
            return response
        }
    }

    /// Records the request on the way in and the response on the way out.
    private static func logging(_ name: String, _ log: Log) -> Around {
        Around { request, next in
            let body = request.bodyText ?? ""
            log.withLock { $0.append("\(name) \(request.endpoint) \(request.attempt) \(body)") }
            let response = try await next(request)
            let text = String(decoding: response.body, as: UTF8.self)
            log.withLock { $0.append("\(name) \(response.status.code) \(text)") }
            return response
        }
    }

    /// A cipher that reverses bodies.
    struct Reversing: PayloadCipher {
        let name = "reversing"
        func seal(_ request: inout TransportRequest) async throws {
            guard let data = request.body?.data else { return }
            request.body = HTTPBody(Data(data.reversed()))
        }
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            response.body = Data(response.body.reversed())
        }
    }

    private static let pay: Layer = { request in
        request.method(.post, "/pay")
        request.body("n", 1)
    }

    @Test(
        "Layers nest: client, scope; middleware sees plaintext, a wrapped transport sealed bytes")
    func layersNest() async throws {
        let log = Log([])
        let sealed = String(#"{"id":1}"#.reversed())
        var store = Store(responding: .json(sealed))
        store.configuration.defaults.middleware = [
            Self.logging("client 1", log), Self.logging("client 2", log),
        ]
        store.configuration.transport = Wire(
            wrapped: store.configuration.transport, name: "wire", log: log)
        let scope = store.with {
            $0.cipher = Reversing()
            $0.middleware = [Self.logging("scope", log)]
        }
        let value = try await scope.send(Probe(Receipt.self, Self.pay))
        #expect(value == Receipt(id: 1))
        #expect(
            log.withLock { $0 } == [
                #"client 1 probe 1 {"n":1}"#, #"client 2 probe 1 {"n":1}"#,
                #"scope probe 1 {"n":1}"#, #"wire probe 1 }1:"n"{"#, "wire 200 \(sealed)",
                #"scope 200 {"id":1}"#, #"client 2 200 {"id":1}"#, #"client 1 200 {"id":1}"#,
            ])
    }

    @Test func changedRequestIsSentAndKeepsItsEndpoint() async throws {
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        let store = Store(transport).with {
            $0.middleware = [
                Around { request, next in
                    try await next(
                        TransportRequest(method: .put, url: request.url + "?tenant=acme"))
                }
            ]
        }
        _ = try await store.send(Probe(Receipt.self))
        let request = try #require(transport.requests.first)
        #expect(request.method == .put && request.url.hasSuffix("/v1/things?tenant=acme"))
        #expect(request.endpoint == "probe" && request.route == "/…/things")
    }

    @Test func credentialIsAddedInsideOfCallMiddleware() async throws {
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        let log = Log([])
        var store = Store(transport) { $0.auth = .bearer("user") }
        store.credentials = ["user": .bearer("secret")]
        store.configuration.defaults.middleware = [
            Around { request, next in
                log.withLock { $0.append(request.headers[.authorization] ?? "none") }
                return try await next(request)
            }
        ]
        _ = try await store.send(Probe(Receipt.self))
        #expect(log.withLock { $0 } == ["none"])
        #expect(transport.requests.first?.headers[.authorization] == "Bearer secret")
    }

    @Test("A response of middleware is validated and decoded like a received one")
    func middlewareResponds() async throws {
        let transport = StubTransport()
        func store(_ response: TransportResponse) -> Store {
            Store(transport).with { $0.middleware = [Around { _, _ in response }] }
        }
        let receipt = try await store(.json(#"{"id":7}"#)).send(Buy())
        #expect(receipt.id == 7)
        let failure = await #expect(throws: Buy.Failure.self) {
            try await store(.json(#"{"reason":"gone"}"#, status: .notFound)).send(Buy())
        }
        guard case .notFound(let documented)? = failure else {
            Issue.record("expected the documented failure, got \(String(describing: failure))")
            return
        }
        #expect(documented.value.reason == "gone")
        let error = await #expect(throws: APIError.self) {
            try await store(.json("[]")).send(Probe(Receipt.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(transport.requests.isEmpty)
    }

    @Test func nextCanRunAgain() async throws {
        let transport = StubTransport(script: [
            .failure(TransportError(.connectionLost, "cut")),
            .success(.json(#"{"id":2}"#, status: .init(code: 202))), .success(.json(#"{"id":3}"#)),
        ])
        let store = Store(transport).with {
            $0.middleware = [
                Around { request, next in
                    for _ in 0..<5 {
                        if let response = try? await next(request), response.status == .ok {
                            return response
                        }
                    }
                    return try await next(request)
                }
            ]
        }
        #expect(try await store.send(Probe(Receipt.self)).id == 3)
        #expect(transport.requests.count == 3)
    }

    @Test func retriesNumberTheirAttempts() async throws {
        let transport = StubTransport(script: [
            .success(.json("", status: .serviceUnavailable)), .success(.json(#"{"id":1}"#)),
        ])
        let log = Log([])
        var store = Store(transport)
        store.configuration.transport = Wire(wrapped: transport, name: "wire", log: log)
        store = store.with {
            $0.retry = RetryRule(baseDelay: .zero)
            $0.middleware = [Self.logging("call", log)]
        }
        _ = try await store.send(Probe(Receipt.self))
        #expect(
            log.withLock { $0 } == [
                "call probe 1 ", "wire probe 1 ", "wire 503 ", "call 503 ", "call probe 2 ",
                "wire probe 2 ", #"wire 200 {"id":1}"#, #"call 200 {"id":1}"#,
            ])
    }

    /// A payment that middleware has made of a read is not repeated.
    @Test func sentRequestDecidesWhetherItIsRepeated() async throws {
        let transport = StubTransport(.failure(TransportError(.connectionLost, "cut")))
        let store = Store(transport).with {
            $0.retry = RetryRule(baseDelay: .zero)
            $0.middleware = [
                Around { request, next in
                    var request = request
                    request.method = .post
                    return try await next(request)
                }
            ]
        }
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.retryStop == .requestNotRepeatable && transport.requests.count == 1)
    }

    @Test func timeInMiddlewareCounts() async throws {
        let clock = RetryTests.Clock()
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        var store = Store(transport) { $0.timeouts.total = .seconds(9) }
        store.configuration.callClock = clock.clock
        let slow = Around { request, next in
            try await clock.clock.sleep(.seconds(4))
            return try await next(request)
        }
        store.configuration.defaults.middleware = [slow]
        _ = try await store.send(Probe(Receipt.self))
        #expect(transport.requests.first?.timeouts.total == .seconds(5))
    }

    struct Odd: Error {}

    @Test func errorsOfMiddlewareAreNamed() async throws {
        func error(_ change: @escaping (inout CallOptions) -> Void) async -> APIError? {
            await #expect(throws: APIError.self) {
                try await Store().with(change).send(Probe(Receipt.self))
            }
        }
        let before = Around { _, _ in throw Odd() }
        let after = Around { request, next in
            _ = try await next(request)
            throw Odd()
        }
        for middleware in [before, after] {
            let error = await error { $0.middleware = [middleware] }
            #expect(error?.code == .middlewareFailed)
            #expect(error?.message == "the middleware Around threw an error of type Odd")
        }
        let own = await error {
            $0.middleware = [Around { _, _ in throw APIError.Cause(.rejected, "closed today") }]
        }
        #expect(own?.code == .rejected && own?.message == "closed today")
        let lost = await error {
            $0.middleware = [Around { _, _ in throw TransportError(.timedOut, "slow") }]
        }
        #expect(lost?.code == .timedOut)
        let cancelled = await error {
            $0.middleware = [Around { _, _ in throw CancellationError() }]
        }
        #expect(cancelled?.code == .cancelled)
    }

    @Test func errorsOfTheCallPassThrough() async throws {
        let log = Log([])
        let store = Store(StubTransport(.failure(TransportError(.truncated, "cut")))).with {
            $0.middleware = [
                Around { request, next in
                    do { return try await next(request) } catch {
                        log.withLock { $0.append("\(type(of: error))") }
                        throw error
                    }
                }
            ]
        }
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code == .truncated && error?.underlying is TransportError)
        #expect(log.withLock { $0 } == ["TransportError"])
    }

    @Test("For a stream, middleware sees the head, and may replace the content")
    func streams() async throws {
        func lines(_ handle: Around) async throws -> [String] {
            let pieces = PieceTransport([Data("a\nb\n".utf8)])
            let store = Store(streaming: pieces).with {
                $0.middleware = [handle]
            }
            var text = Data()
            for try await piece in try await store.stream(Watch<ByteStream>()) { text += piece }
            return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        let seen = Log([])
        #expect(
            try await lines(
                Around { request, next in
                    let response = try await next(request)
                    seen.withLock { $0.append("\(response.status.code) \(response.body.count)") }
                    return response
                }) == ["a", "b"])
        #expect(seen.withLock { $0 } == ["200 0"])
        #expect(try await lines(Around { _, _ in .json("c\nd") }) == ["c", "d"])
        #expect(
            try await lines(
                Around { request, next in
                    var response = try await next(request)
                    response.body = Data("e".utf8)
                    return response
                }) == ["e"])
    }

    private struct Invoice: DownloadEndpoint {
        func build(_ request: inout RequestBuilder) { request.method(.get, "/invoice") }
    }

    @Test("A download has the content of middleware, or of the server")
    func downloads() async throws {
        let folder = try TemporaryFolder(for: "middleware")
        let file = URL(filePath: folder.path + "/a.txt")
        for (handle, text) in [
            (Around { try await $1($0) }, "server"), (Around { _, _ in .json("own") }, "own"),
        ] {
            let store = Store(streaming: PieceTransport([Data("server".utf8)])).with {
                $0.middleware = [handle]
            }
            let written = try await store.download(Invoice(), to: file)
            #expect(written.count == text.utf8.count)
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }

    @Test func fallbackReplacesTheErrorOfMiddleware() async throws {
        let before = Around { _, _ in throw Odd() }
        let after = Around { request, next in
            _ = try await next(request)
            throw Odd()
        }
        for middleware in [before, after] {
            let store = Store().with {
                $0.middleware = [middleware]
                $0.fallback = { error in
                    error.code == .middlewareFailed ? .json(#"{"id":9}"#) : nil
                }
            }
            #expect(try await store.send(Probe(Receipt.self)).id == 9)
        }
    }
}
