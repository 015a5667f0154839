import Foundation
import TestSupport
import Testing

@testable import PosthornCore

/// Calls whose transport follows a script, on a clock that passes without waiting.
@Suite("Retries", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RetryTests {
    typealias Outcome = Result<TransportResponse, TransportError>

    /// The outcome of an attempt by its name: a transport code, or a status with its `Retry-After`.
    static func outcome(_ name: Substring) -> Outcome {
        let parts = name.split(separator: "/")
        if let status = Int(parts[0]) {
            var response = TransportResponse.json(#"{"id":1}"#, status: .init(code: status))
            if parts.count > 1 {
                response.headers[.retryAfter] = String(parts[1].map { $0 == "_" ? " " : $0 })
            }
            return .success(response)
        }
        let isSafe = parts[0] == "cannotConnect" || parts[0] == "nameNotResolved"
        return .failure(
            TransportError(.init(rawValue: String(parts[0])), "scripted", isSafeToRetry: isSafe))
    }

    /// The transcript of a call: its requests, its delays, and its end.
    struct Transcript: Equatable {
        var requests = 0
        var delays: [Duration] = []
        var ending = ""
    }

    /// A clock that records the delays; time passes only while a call waits.
    final class Clock: Sendable {
        let state = Locked<(now: ContinuousClock.Instant, delays: [Duration])>((.now, []))
        let random: Double
        init(random: Double = 1) { self.random = random }

        var delays: [Duration] { state.withLock { $0.delays } }
        var clock: CallClock {
            CallClock(
                now: { self.state.withLock { $0.now } },
                sleep: { delay in
                    try Task.checkCancellation()
                    self.state.withLock { state in
                        state.now += delay
                        state.delays.append(delay)
                    }
                }, random: { self.random })
        }
    }

    private func run(
        _ script: String, _ rule: any RetryPolicy = RetryRule(), method: HTTPRequest.Method = .get,
        random: Double = 1, budget: RetryBudget? = RetryBudget(),
        _ spec: @escaping Layer = { _ in }
    ) async -> Transcript {
        let transport = StubTransport(script: script.split(separator: " ").map(Self.outcome))
        let clock = Clock(random: random)
        var store = Store(transport)
        store.configuration.callClock = clock.clock
        store.configuration.retryBudget = budget
        var transcript = Transcript()
        do {
            let probe = Probe(Receipt.self) { request in
                request.method(method, "/things")
                request.retry = rule
                try spec(&request)
            }
            _ = try await store.send(probe)
            transcript.ending = "success"
        } catch {
            transcript.ending =
                "\(error.code) \(error.attempts.count)" + (error.retryStop.map { " \($0)" } ?? "")
        }
        transcript.requests = transport.requests.count
        transcript.delays = clock.delays
        return transcript
    }

    static let schedules: [(String, Int, [Int], String)] = [
        ("200", 1, [], "success"),
        ("503 200", 2, [50], "success"),
        ("503 503 200", 3, [50, 100], "success"),
        ("notRepeated 200", 2, [50], "success"),
        ("503 503 503 200", 3, [50, 100], "status.503 3 attemptsExhausted"),
        ("connectionLost truncated 200", 3, [50, 100], "success"),
        ("cannotConnect nameNotResolved timedOut", 3, [50, 100], "timedOut 3 attemptsExhausted"),
        // Throttling grows from a second.
        ("429 429 200", 3, [1_000, 2_000], "success"),
        ("503 429 200", 3, [50, 2_000], "success"),
        // The server's delay is the minimum, with a tenth of random addition.
        ("503/5 200", 2, [5_500], "success"),
        ("429/0 200", 2, [1_000], "success"),
        ("503/Thu,_01_Jan_1970_00:00:00_GMT 200", 2, [1_000], "success"),
        // What is not readable is throttling, too.
        ("503/soon 200", 2, [1_000], "success"), ("503/-5 200", 2, [1_000], "success"),
        ("503/2.6 200", 2, [2_860], "success"), ("429/2. 200", 2, [2_200], "success"),
        ("429/0.5 200", 2, [1_000], "success"), ("503/5s 200", 2, [5_500], "success"),
        ("503/5_Seconds 200", 2, [5_500], "success"), ("503/5_min 200", 2, [1_000], "success"),
        ("503/2.6.1 200", 2, [1_000], "success"),
        ("503/1970-01-01T00:00:00Z 200", 2, [1_000], "success"),
        ("503/9999-01-01T00:00:00Z 200", 1, [], "status.503 1 serverDelayTooLong"),
        ("503/61 200", 1, [], "status.503 1 serverDelayTooLong"),
        ("503/99999999999999999999 200", 1, [], "status.503 1 serverDelayTooLong"),
        // The call's 60 seconds end first.
        ("503/58 200", 1, [], "status.503 1 deadlineExceeded"),
        ("503/40 503/20 200", 2, [44_000], "status.503 2 deadlineExceeded"),
        // Failures that a retry does not cure.
        ("404 200", 1, [], "status.404 1 failureNotRetryable"),
        ("501 200", 1, [], "status.501 1 failureNotRetryable"),
        ("untrustedCertificate 200", 1, [], "untrustedCertificate 1 failureNotRetryable"),
        ("limitExceeded 200", 1, [], "limitExceeded 1 failureNotRetryable"),
        ("503 404 200", 2, [50], "status.404 2 failureNotRetryable"),
        ("cancelled 200", 1, [], "cancelled 0"),
    ]

    @Test(arguments: schedules)
    func callFollowsTheSchedule(_ row: (script: String, requests: Int, delays: [Int], end: String))
        async
    {
        let transcript = await run(row.script)
        #expect(
            transcript
                == Transcript(
                    requests: row.requests, delays: row.delays.map { .milliseconds($0) },
                    ending: row.end), "\(row.script)")
    }

    /// The form of the delay, the body of the 429, its `Retry-After`, and the delay before the retry.
    static let requestedDelays: [(RetryRule.BodyDelay, String, String?, Int?)] = [
        (.milliseconds("retry_after_ms"), #"{"retry_after_ms":4000}"#, nil, 4_000),
        (.milliseconds("retry_after_ms"), #"{"retry_after_ms":1500.5}"#, nil, 1_500),
        (.seconds("error.retry_after"), #"{"error":{"retry_after":2.5}}"#, nil, 2_500),
        (.seconds("errors.0.wait"), #"{"errors":[{"wait":2}]}"#, nil, 2_000),
        (.seconds(#"a\.b"#), #"{"a.b":2}"#, nil, 2_000),
        (.iso("wait"), #"{"wait":"PT3S"}"#, nil, 3_000),
        (.go("wait"), #"{"wait":"1m"}"#, nil, 60_000),
        // The longer of the two counts.
        (.seconds("wait"), #"{"wait":2}"#, "5", 5_000),
        (.seconds("wait"), #"{"wait":9}"#, "5", 9_000),
        // What can't be read counts as none.
        (.seconds("wait"), #"{"wait":"9"}"#, nil, 0), (.seconds("wait"), #"{"wait":-9}"#, nil, 0),
        (.seconds("wait"), #"{"wait":null}"#, nil, 0),
        (.seconds("wait"), #"{"wait":1,"wait":2}"#, nil, 0),
        (.seconds("wait"), #"{"wait":{"s":9}}"#, "5", 5_000),
        (.seconds("wait.s"), #"{"wait":9}"#, nil, 0),
        (.iso("wait"), #"{"wait":"P1Y"}"#, nil, 0), (.go("wait"), #"{"wait":7}"#, nil, 0),
        (.seconds("wait"), "", nil, 0), (.seconds("wait"), "<wait>9</wait>", nil, 0),
        // A call does not wait for longer than a minute.
        (.seconds("wait"), #"{"wait":61}"#, nil, nil),
        (.seconds("wait"), #"{"wait":1e300}"#, nil, 0),
        (.seconds("wait"), #"{"wait":9e17}"#, nil, nil),
    ]

    @Test(arguments: requestedDelays)
    func delayIsReadFromTheBody(
        _ row: (delay: RetryRule.BodyDelay, body: String, field: String?, milliseconds: Int?)
    ) async throws {
        var refusal = TransportResponse.json(row.body, status: .tooManyRequests)
        refusal.headers[.retryAfter] = row.field
        let transport = StubTransport(script: [.success(refusal), Self.outcome("200")])
        let clock = Clock(random: 0)
        var store = Store(transport)
        store.configuration.callClock = clock.clock
        let probe = Probe(Receipt.self) {
            $0.retry = RetryRule(bodyDelay: row.delay)
            $0.timeouts.total = .seconds(300)
        }
        guard let milliseconds = row.milliseconds else {
            let error = await #expect(throws: APIError.self) { try await store.send(probe) }
            #expect(error?.retryStop == .serverDelayTooLong)
            return
        }
        _ = try await store.send(probe)
        let wait = try #require(clock.delays.first)
        #expect(clock.delays.count == 1 && Int(wait / .milliseconds(1)) == milliseconds)
    }

    @Test func delayIsReadFromTheOpenedBody() async throws {
        struct Reversing: PayloadCipher {
            let name = "reversing"
            func seal(_ request: inout TransportRequest) async throws {}
            func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
                response.body = Data(response.body.reversed())
            }
        }
        let sealed = String(#"{"wait":9}"#.reversed())
        let refusal = TransportResponse.json(sealed, status: .tooManyRequests)
        let success = TransportResponse.json(String(#"{"id":1}"#.reversed()))
        let transport = StubTransport(script: [.success(refusal), .success(success)])
        let clock = Clock(random: 0)
        var store = Store(transport)
        store.configuration.callClock = clock.clock
        _ = try await store.send(
            Probe(Receipt.self) {
                $0.cipher = .using(Reversing())
                $0.retry = RetryRule(bodyDelay: .seconds("wait"))
            })
        #expect(clock.delays == [.seconds(9)])
    }

    @Test func requestsThatMayHaveBeenProcessedAreNotRepeated() async {
        let rows: [(String, Int, String)] = [
            ("connectionLost 200", 1, "connectionLost 1 requestNotRepeatable"),
            ("503 200", 1, "status.503 1 requestNotRepeatable"),
            // The server has certainly not received these.
            ("cannotConnect 200", 2, "success"),
            ("nameNotResolved cannotConnect 200", 3, "success"),
        ]
        for (script, requests, ending) in rows {
            let post = await run(script, method: .post)
            #expect(post.requests == requests && post.ending == ending, "\(script)")
        }
        let keyed = await run("connectionLost 503 200", method: .post) {
            $0.sendsIdempotencyKey = true
        }
        #expect(keyed.requests == 3 && keyed.ending == "success")
    }

    @Test func everyAttemptIsSealedAnewWithTheSameKey() async throws {
        let transport = StubTransport(script: ["503", "connectionLost", "200"].map(Self.outcome))
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        let seals = Locked(0)
        let events = EventNames()
        store.configuration.observers = [events]
        let cipher = Counting(count: seals)
        let probe = Probe(Receipt.self) { request in
            request.method(.post, "/things")
            request.cipher = .using(cipher)
            request.sendsIdempotencyKey = true
            request.retry = RetryRule(attemptHeader: HTTPField.Name("X-Attempt"))
        }
        _ = try await store.send(probe)
        let requests = transport.requests
        #expect(requests.map { $0.header("X-Seal") } == [["1"], ["2"], ["3"]])
        #expect(requests.map { $0.header("X-Attempt") } == [["1"], ["2"], ["3"]])
        #expect(Set(requests.map { $0.headers[.idempotencyKey] }).count == 1)
        #expect(
            events.all == [
                "built", "sending", "received", "retry 1 status.503", "built", "sending",
                "retry 2 connectionLost", "built", "sending", "received", "succeeded",
            ])
    }

    @Test func bodyThatCanBeReadOnceIsNotSentAgain() async {
        let transcript = await run("503 200", method: .put) { request in
            let stream = AsyncStream<Data> { $0.finish() }
            request.upload(HTTPBody(BodyStream(stream)), as: "text/plain")
        }
        #expect(transcript.ending == "status.503 1 bodyNotReplayable")
    }

    @Test func budgetEndsTheRetriesOfAFailingServer() async throws {
        let transport = StubTransport(script: [Self.outcome("503")])
        let clock = Clock()
        var store = Store(transport)
        store.configuration.callClock = clock.clock
        let budget = try #require(store.configuration.retryBudget)
        let probe = Probe(Receipt.self) { $0.retry = RetryRule() }
        var last: APIError?
        for _ in 0..<1_000 {
            do { _ = try await store.send(probe) } catch { last = error }
        }
        // 500 tokens pay for 35 retries.
        #expect(transport.requests.count == 1_035)
        #expect(last?.retryStop == .retryBudgetExhausted && last?.attempts.count == 1)
        #expect(budget.tokens(for: "https://store.example") == 10)
        #expect(budget.tokens(for: "https://other.example") == 500)
    }

    @Test func successReturnsTokens() async {
        let budget = RetryBudget(capacity: 20, cost: 14)
        let origin = "https://store.example"
        _ = await run("503 503 503", budget: budget)
        #expect(budget.tokens(for: origin) == 6)
        // A success adds one token.
        _ = await run("200", budget: budget)
        #expect(budget.tokens(for: origin) == 7)
        for _ in 0..<7 { _ = await run("200", budget: budget) }
        #expect(budget.tokens(for: origin) == 14)
        // A success after a retry returns its tokens.
        _ = await run("503 200", budget: budget)
        #expect(budget.tokens(for: origin) == 14)
        for _ in 0..<30 { _ = await run("200", budget: budget) }
        #expect(budget.tokens(for: origin) == 20)
        // Without a budget only the rule limits retries.
        let unlimited = await run("503 503 503", budget: nil)
        #expect(unlimited.requests == 3)
    }

    @Test func eachAttemptHasTheRemainingTime() async throws {
        let transport = StubTransport(script: ["503/10", "503/10", "200"].map(Self.outcome))
        var store = Store(transport)
        store.configuration.callClock = Clock(random: 0).clock
        let probe = Probe(Receipt.self) {
            $0.retry = RetryRule()
            $0.timeouts.total = .seconds(30)
        }
        _ = try await store.send(probe)
        #expect(
            transport.requests.map { $0.timeouts.total } == [
                .seconds(30), .seconds(20), .seconds(10),
            ])
        let short = StubTransport(script: ["503", "200"].map(Self.outcome))
        store.configuration.transport = short
        _ = try await store.send(
            Probe(Receipt.self) { $0.retry = RetryRule(attemptTimeout: .seconds(2)) })
        #expect(short.requests.map { $0.timeouts.total } == [.seconds(2), .seconds(2)])
    }

    @Test func errorNamesItsAttempts() async {
        let transport = StubTransport(script: ["connectionLost", "503", "503"].map(Self.outcome))
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        let error = await #expect(throws: APIError.self) {
            _ = try await store.send(Probe(Receipt.self) { $0.retry = RetryRule() })
        }
        #expect(
            error?.description
                == "probe failed while validating: the server responded with "
                + "503 Service Unavailable in attempt 3, after connectionLost, status.503 "
                + "[GET https://store.example/…/things → 503 Service Unavailable, "
                + "application/json, 8 bytes]")
        #expect(error?.attempts.map(\.number) == [1, 2, 3])
        #expect(error?.attempts.map(\.error.code) == [.connectionLost, .status(503), .status(503)])
        let post = await #expect(throws: APIError.self) {
            store.configuration.transport = StubTransport(script: [Self.outcome("503")])
            _ = try await store.send(
                Probe(Receipt.self) {
                    $0.method(.post, "/things")
                    $0.retry = RetryRule(attempts: 3)
                })
        }
        #expect(
            post?.message.contains("503") == true
                && post?.description.contains(
                    "; not retried, because the server may have processed the request, which has "
                        + "no Idempotency-Key") == true
        )
    }

    @Test func laterLayerReplacesTheRule() async {
        let transport = StubTransport(script: [Self.outcome("503")])
        var defaults = CallOptions()
        defaults.retry = RetryRule(attempts: 2)
        var store = Store(transport, defaults: defaults)
        store.configuration.callClock = Clock().clock
        func count(_ store: Store) async -> Int {
            let before = transport.requests.count
            _ = try? await store.send(Probe(Receipt.self))
            return transport.requests.count - before
        }
        #expect(await count(store) == 2)
        #expect(await count(store.with { $0.retry = .never }) == 1)
        #expect(await count(store.with { $0.retry = RetryRule(attempts: 4) }) == 4)
    }

    @Test func documentedFailureIsRetriedByItsStatus() async {
        struct Order: Endpoint {
            typealias Output = Receipt
            typealias Failure = Buy.Failure
            func build(_ request: inout RequestBuilder) throws {
                request.method(.get, "/orders/A-1")
                request.retry = RetryRule(on: [409])
            }
        }
        let refusal = TransportResponse.json(#"{"reason":"none left"}"#, status: .conflict)
        let transport = StubTransport(.success(refusal))
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        let failure = await #expect(throws: Buy.Failure.self) { try await store.send(Order()) }
        #expect(transport.requests.count == 3)
        #expect(
            failure?.apiError.attempts.map(\.error.code) == Array(repeating: .conflict, count: 3))
        #expect(failure?.apiError.retryStop == .attemptsExhausted)
    }

    /// The error of another call, which a cipher makes for its key, says nothing about this one.
    @Test func errorOfAnotherCallDoesNotRepeatAPayment() async throws {
        struct Fetching: PayloadCipher {
            let error: any Error & Sendable
            let name = "fetching"
            func seal(_ request: inout TransportRequest) async throws {}
            func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
                throw error
            }
        }
        let refused = TransportError(.cannotConnect, "no key", isSafeToRetry: true)
        let other = APIError(
            .cannotConnect, endpoint: "key", stage: .sending, message: "no key", underlying: refused
        )
        for error in [refused, other] as [any Error & Sendable] {
            let transport = StubTransport(script: [Self.outcome("200")])
            var store = Store(transport)
            store.configuration.callClock = Clock().clock
            await #expect(throws: APIError.self) {
                _ = try await store.send(
                    Probe(Receipt.self) {
                        $0.method(.post, "/things")
                        $0.cipher = .using(Fetching(error: error))
                        $0.retry = RetryRule()
                    })
            }
            #expect(transport.requests.count == 1, "\(error)")
        }
    }

    @Test func failedLoadingOfACredentialIsTheLastAttempt() async throws {
        let transport = StubTransport(script: [Self.outcome("503")])
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        let loads = Locked(0)
        store.credentials["user"] = .bearer {
            let number = loads.withLock { count in
                count += 1
                return count
            }
            guard number < 2 else { throw TransportError(.timedOut, "no token") }
            return "t"
        }
        let client = store
        let error = await #expect(throws: APIError.self) {
            _ = try await client.send(
                Probe(Receipt.self) {
                    $0.auth = .bearer("user")
                    $0.retry = RetryRule()
                })
        }
        #expect(error?.code == .credentialFailed)
        #expect(error?.attempts.map(\.error.code) == [.status(503), .credentialFailed])
        #expect(error?.retryStop == .failureNotRetryable)
    }

    /// A proxy in front of the server does not seal its responses.
    @Test func plaintextStatusOfASealedCallIsRetried() async throws {
        struct Strict: PayloadCipher {
            let name = "strict"
            func seal(_ request: inout TransportRequest) async throws {}
            func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
                guard response.status == .ok else { throw APIError.Cause(.openingFailed, "plain") }
            }
        }
        let transport = StubTransport(script: ["502", "503", "200"].map(Self.outcome))
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        _ = try await store.send(
            Probe(Receipt.self) {
                $0.cipher = .using(Strict())
                $0.retry = RetryRule()
            })
        #expect(transport.requests.count == 3)
    }

    @Test func fallbackFollowsTheLastAttempt() async throws {
        let transport = StubTransport(script: [Self.outcome("503")])
        var store = Store(transport)
        store.configuration.callClock = Clock().clock
        let attempts = Locked(0)
        let receipt = try await store.with {
            $0.retry = RetryRule()
            $0.fallback = { error in
                attempts.withLock { $0 = error.attempts.count }
                return .json(#"{"id":7}"#)
            }
        }.send(Probe(Receipt.self))
        #expect(receipt.id == 7 && attempts.withLock { $0 } == 3)
        #expect(transport.requests.count == 3)
    }

    /// A backend that reports throttling with a status of its own, before it processes the request.
    private struct Throttled: RetryPolicy {
        func isThrottled(_ attempt: FailedAttempt) -> Bool { attempt.error.code == .status(400) }

        func decision(after attempt: FailedAttempt) -> RetryDecision {
            isThrottled(attempt)
                ? .retryUnprocessed(after: .seconds(1)) : RetryRule().decision(after: attempt)
        }
    }

    @Test func policyMayRepeatARefusedPayment() async {
        let refused = await run("400 200", Throttled(), method: .post)
        #expect(refused == Transcript(requests: 2, delays: [.seconds(1)], ending: "success"))
        let failed = await run("503 200", Throttled(), method: .post)
        #expect(failed.ending == "status.503 1 requestNotRepeatable")
        // Without a response, nothing says that the server has refused the request.
        struct Careless: RetryPolicy {
            func decision(after attempt: FailedAttempt) -> RetryDecision {
                .retryUnprocessed(after: .seconds(1))
            }
        }
        let lost = await run("connectionLost 200", Careless(), method: .post)
        #expect(lost.ending == "connectionLost 1 requestNotRepeatable")
        // Throttling takes 5 tokens instead of 14.
        let budget = RetryBudget(capacity: 10)
        let limited = await run("400 400 400 400", Throttled(), budget: budget)
        #expect(limited.ending == "status.400 3 retryBudgetExhausted")
    }

    /// The failure is decoded once more to contain the attempts; its message stays the same.
    @Test func documentedFailureNamesItsCaseOnce() async throws {
        var store = Store(
            StubTransport(script: [.success(.json(#"{"reason":"x"}"#, status: .conflict))]))
        store.configuration.defaults.retry = RetryRule(attempts: 3)
        let failure = await #expect(throws: Buy.Failure.self) { try await store.send(Buy()) }
        let text = try #require(failure).apiError.description
        #expect(text.ranges(of: "documented as").count == 1, "\(text)")
    }

    @Test func ownPolicyDecides() async {
        struct Twice: RetryPolicy {
            func decision(after attempt: FailedAttempt) -> RetryDecision {
                // Retries what the library's rule does not.
                attempt.number < 2 ? .retry(after: .seconds(3)) : .stop(.attemptsExhausted)
            }
        }
        let transcript = await run("404 404 200", Twice())
        #expect(
            transcript
                == Transcript(
                    requests: 2, delays: [.seconds(3)], ending: "status.404 2 attemptsExhausted"))
        // A policy can't make the library repeat a payment.
        let post = await run("503 200", Twice(), method: .post)
        #expect(post.ending == "status.503 1 requestNotRepeatable")
    }

    @Test func impossibleRulesAreErrors() async {
        let rules: [(RetryRule, String)] = [
            (RetryRule(on: [200]), "retries status 200, which is no failure"),
            (RetryRule(attempts: 0), "has 0 attempts"),
            (
                RetryRule(baseDelay: .seconds(-1)),
                "has a negative delay, or an `attemptTimeout` that is not positive"
            ),
            (
                RetryRule(attemptTimeout: .zero),
                "has a negative delay, or an `attemptTimeout` that is not positive"
            ),
        ]
        for (rule, message) in rules {
            let error = await #expect(throws: APIError.self) {
                try await Store().send(Ping { $0.retry = rule })
            }
            #expect(error?.code == .invalidParameter && error?.stage == .building)
            #expect(error?.message == "the retry rule \(message)")
            var store = Store()
            store.configuration.defaults.retry = rule
            let early = #expect(throws: APIError.self) { try store.validated() }
            #expect(early?.code == .invalidParameter && early?.message == error?.message)
        }
    }

    /// A later attempt has less time than the call.
    @Test func timeoutOfALaterAttemptNamesTheTimeOfTheCall() async {
        let store = Store(
            StubTransport(script: [Self.outcome("503"), Self.outcome("timedOut")]))
        let error = await #expect(throws: APIError.self) {
            try await store.send(
                Probe(Receipt.self) {
                    $0.retry = RetryRule(attempts: 2, baseDelay: .zero)
                    $0.timeouts.total = .seconds(5)
                })
        }
        #expect(error?.message == "scripted, the rest of the call's 5 seconds")
    }

    @Test func validatedServiceHasAUsableConfiguration() throws {
        #expect(try Store().validated().configuration.baseURL == nil)
        let nowhere = UsersService(configuration: ClientConfiguration(transport: StubTransport()))
        let url = #expect(throws: APIError.self) { try nowhere.validated() }
        #expect(url?.code == .invalidBaseURL && url?.endpoint == "UsersService")
        let slow = Store().with { $0.timeouts.total = .zero }
        let timeout = #expect(throws: APIError.self) { try slow.validated() }
        #expect(timeout?.code == .invalidRequest)
    }

    @Test func responseListsTheAttemptsThatFailedBefore() async throws {
        let store = Store(
            StubTransport(
                script: [Self.outcome("503"), Self.outcome("503"), Self.outcome("200")]))
        let rule = RetryRule(baseDelay: .zero)
        let response = try await store.response(
            to: Probe(Receipt.self) { $0.retry = rule })
        #expect(response.failedAttempts.map(\.error.code) == [.status(503), .status(503)])
    }

    @Test func cancellationEndsTheDelay() async {
        let transport = StubTransport(script: [Self.outcome("503/50")])
        var store = Store(transport)
        let started = AsyncStream.makeStream(of: Void.self)
        store.configuration.callClock = CallClock(
            now: { .now },
            sleep: { delay in
                started.continuation.yield()
                try await Task.sleep(for: delay)
            }, random: { 1 })
        let client = store
        let call = Task {
            try await client.send(Probe(Receipt.self) { $0.retry = RetryRule() })
        }
        for await _ in started.stream { break }
        call.cancel()
        let result = await call.result
        #expect(throws: APIError.self) { try result.get() }
        if case .failure(let error as APIError) = result {
            #expect(error.code == .cancelled)
            #expect(error.attempts.count == 1 && error.retryStop == nil)
        }
        #expect(transport.requests.count == 1)
    }

    /// A cipher that numbers its seals.
    private struct Counting: PayloadCipher {
        let name = "counting"
        let count: Locked<Int>
        func seal(_ request: inout TransportRequest) async throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let field = try #require(HTTPField.Name("X-Seal"))
            request.headers[field] = String(number)
        }
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    }

    private final class EventNames: ClientObserver {
        let names = Locked<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func observe(_ event: CallEvent) {
            let name =
                switch event.kind {
                case .built: "built"
                case .sending: "sending"
                case .responseReceived: "received"
                case .deprecated: "deprecated"
                case .hedging: "hedging"
                case .retrying(let attempt, _): "retry \(attempt.number) \(attempt.error.code)"
                case .succeeded: "succeeded"
                case .failed(let error): "failed \(error.code)"
                default: "other"
                }
            names.withLock { $0.append(name) }
        }
    }
}
