import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
@testable import PosthornLoading
import PosthornTesting
import TestSupport
import Testing

@Suite("Equal calls that share an exchange", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CoalescingTests {
    private let gate = Gate()
    private let stub: StubTransport
    private let transport: CoalescingTransport

    init() {
        stub = StubTransport([
            .on(nil, "*", response: StubResponse.json(#"{"EUR":1}"#).held(by: gate))
        ])
        transport = CoalescingTransport(stub)
    }

    private func request(_ change: @Sendable (inout TransportRequest) -> Void = { _ in })
        -> TransportRequest
    {
        var request = TransportRequest(url: "https://api.example.com/rates?base=EUR")
        request.coalesces = true
        change(&request)
        return request
    }

    private func start(
        _ request: TransportRequest, over transport: CoalescingTransport? = nil
    ) -> Task<Result<TransportResponse, TransportError>, Never> {
        let transport = transport ?? self.transport
        return Task {
            do throws(TransportError) { return .success(try await transport.send(request)) } catch {
                return .failure(error)
            }
        }
    }

    @Test
    func tenEqualCallsSendOneRequest() async throws {
        let calls = (0..<10).map { _ in start(request()) }
        try await until { transport.exchanges.shareCount == 10 }
        gate.open()
        for call in calls { #expect(try await call.value.get().status == .ok) }
        #expect(stub.requests.count == 1)
        #expect(transport.exchanges.activeCount == 0)
    }

    /// A change that makes a request a different one.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (inout TransportRequest) -> Void

        init(_ what: String, _ apply: @escaping @Sendable (inout TransportRequest) -> Void) {
            testDescription = what
            self.apply = apply
        }
    }

    @Test(arguments: [
        Change("another URL") { $0.url += "&date=today" },
        Change("another credential") { $0.headers[.authorization] = "Bearer b" },
        Change("another language") { $0.headers[.acceptLanguage] = "de" },
        Change("another range") { $0.headers[.range] = "bytes=0-1" },
        Change("other cookies") { $0.sendsCookies = false },
        Change("another timeout") { $0.timeouts.idle = .seconds(5) },
        Change("another cache policy") { $0.cache = CachePolicy(maxAge: .seconds(5)) },
        Change("another limit") { $0.maximumResponseBytes = 5000 },
        Change("another method") { $0.method = .delete },
        Change("a body") { $0.body = HTTPBody(Data("a".utf8)) },
        Change("the option off") { $0.coalesces = false },
        Change("the option not set") { $0.coalesces = nil },
    ])
    func differentRequestsAreSentSeparately(_ change: Change) async throws {
        let calls = [start(request()), start(request(change.apply))]
        try await until { stub.requests.count == 2 }
        gate.open()
        for call in calls { #expect(try await call.value.get().status == .ok) }
    }

    @Test(arguments: ["traceparent", "X-Request-ID"])
    func fieldsOfASingleCallMayDiffer(_ name: String) async throws {
        let field = try #require(HTTPField.Name(name))
        let calls = [
            start(request { $0.headers[field] = "1" }), start(request { $0.headers[field] = "2" }),
        ]
        try await until { transport.exchanges.shareCount == 2 }
        gate.open()
        for call in calls { #expect(try await call.value.get().status == .ok) }
        #expect(stub.requests.count == 1)
    }

    @Test
    func eachCallKeepsItsOwnTotalTime() async throws {
        let patient = start(request())
        try await until { stub.requests.count == 1 }
        let hasty = start(request { $0.timeouts.total = .milliseconds(1) })
        guard case .failure(let error) = await hasty.value else {
            Issue.record("the call did not time out")
            return
        }
        #expect(error.code == .timedOut)
        #expect("\(error)".contains("within 1 millisecond"))
        gate.open()
        #expect(try await patient.value.get().status == .ok)
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [Timeouts.unlimited, .seconds(300)])
    func sharedExchangeHasNoTotalTime(_ total: Duration) async throws {
        struct Recording: TransportWrapper {
            let wrapped: any Transport
            let totals = Locked<[Duration?]>([])

            func send(
                _ request: TransportRequest
            ) async throws(TransportError) -> TransportResponse {
                totals.withLock { $0.append(request.timeouts.total) }
                return try await wrapped.send(request)
            }
        }
        gate.open()
        let recording = Recording(wrapped: stub)
        let transport = CoalescingTransport(recording)
        _ = try await transport.send(request { $0.timeouts.total = total })
        #expect(recording.totals.withLock { $0 } == [Timeouts.unlimited])
    }

    @Test
    func impossibleTimeoutIsRefused() async {
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request { $0.timeouts.total = .zero })
        }
        #expect(error?.code == .invalidRequest)
        #expect(stub.requests.isEmpty)
    }

    @Test
    func retryIsSentSeparately() async throws {
        let stub = StubTransport([
            .on(.get, "*", times: 1, response: .status(.serviceUnavailable)),
            .on(.get, "*", response: .json(#"{"EUR":1}"#)),
        ])
        struct Rates: Endpoint {
            typealias Output = [String: Int]
            static var name: String { "rates" }
            func build(_ request: inout RequestBuilder) { request.method(.get, "/rates") }
        }
        struct Bank: APIService { var configuration: ClientConfiguration }
        var configuration = try ClientConfiguration(
            baseURL: "https://api.example.com", transport: CoalescingTransport(stub))
        configuration.clock = ManualClock(skipsDelays: true)
        let bank = Bank(configuration: configuration).with {
            $0.coalesces = true
            $0.retry = RetryRule(attempts: 2)
            $0.responsePolicy = .json
        }
        #expect(try await bank.send(Rates()) == ["EUR": 1])
        #expect(stub.requests.count == 2)
    }

    @Test
    func cancelledCallLeavesOthersAlone() async throws {
        let (first, second) = (start(request()), start(request()))
        try await until { transport.exchanges.shareCount == 2 }
        first.cancel()
        guard case .failure(let error) = await first.value else {
            Issue.record("the call was not cancelled")
            return
        }
        #expect(error.code == .cancelled)
        gate.open()
        #expect(try await second.value.get().status == .ok)
    }

    @Test
    func requestsWithDifferentCookiesOfTheSessionAreSentSeparately() async throws {
        let (first, second) = (Gate(), Gate())
        let server = try ScriptedServer.serving([
            .on(.get, "/login") { _ in StubResponse(headers: [.setCookie: "user=b"]) },
            .on(.get, "/me") { request in
                let isNew = request.header("Cookie") == "user=b"
                (isNew ? second : first).open()
                if !isNew { second.wait() }
                return .json(isNew ? #""b""# : #""a""#)
            },
        ])
        var configuration = SessionConfiguration()
        configuration.cookies = CookieStore()
        try await CurlSession.withSession(configuration) { session in
            let transport = CoalescingTransport(session)
            let request = request { $0.url = server.url("/me") }
            async let old = transport.send(request)
            await first.opened()
            _ = try await session.send(TransportRequest(url: server.url("/login")))
            let new = try await transport.send(request)
            #expect(String(decoding: new.body, as: UTF8.self) == #""b""#)
            #expect(String(decoding: try await old.body, as: UTF8.self) == #""a""#)
        }
    }

    @Test
    func callsOverACacheSendOneRequest() async throws {
        let cached = CoalescingTransport(CachingTransport(stub, cache: HTTPCache()))
        let calls = (0..<10).map { _ in Task { try await cached.send(request()) } }
        try await until { cached.exchanges.shareCount == 10 }
        gate.open()
        for call in calls { #expect(try await call.value.status == .ok) }
        #expect(stub.requests.count == 1)
    }

    @Test
    func progressReachesEachCall() async throws {
        let body = Data(repeating: 7, count: 300_000)
        let gate = Gate()
        let server = try ScriptedServer.serving([
            .on(.get, "*") { _ in
                gate.wait()
                return .bytes(body)
            }
        ])
        try await CurlSession.withSession { session in
            let transport = CoalescingTransport(session)
            let counts = Locked([0, 0])
            let calls = (0..<2).map { index in
                start(
                    request { request in
                        request.url = server.url("/file")
                        request.onProgress = { progress in
                            counts.withLock { $0[index] = max($0[index], progress.received) }
                        }
                    }, over: transport)
            }
            try await until { transport.exchanges.shareCount == 2 }
            gate.open()
            for call in calls { #expect(try await call.value.get().body.count == 300_000) }
            #expect(counts.withLock { $0 } == [300_000, 300_000])
        }
        #expect(server.requests.count == 1)
    }
}
