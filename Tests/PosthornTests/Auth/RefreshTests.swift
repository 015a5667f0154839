import Foundation
import Posthorn
import TestSupport
import Testing

import class PosthornTesting.Gate

@Suite("Credential refresh", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RefreshTests {
    private struct Refused: Error { var secret = "canary" }

    private let vault = TokenVault()

    private func store(
        _ transport: any Transport, _ credential: Credential? = nil,
        auth: RequestBuilder.AuthScheme = .bearer("user")
    ) -> Store {
        var store = Store { $0.auth = auth }
        store.configuration.transport = transport
        let vault = vault
        store.credentials["user"] =
            credential ?? .bearer { vault.token(insteadOf: $0) }
        return store
    }

    @Test func retriesWithNewTokenAfter401() async throws {
        let door = Doorman("t2")
        let store = store(door)
        try await store.send(Ping())
        #expect(door.tokens == ["t1", "t2"])
        try await store.send(Ping())
        #expect(door.tokens == ["t1", "t2", "t2"])
        #expect(vault.loads == [nil, "t1"])
    }

    /// RFC 6750, section 3.1: only `invalid_token` refers to the token.
    @Test(
        arguments: [
            ([], true), ([#"Bearer realm="a""#], true),
            ([#"Bearer realm="a", error="invalid_token""#], true),
            ([#"Bearer error=invalid_token"#], true),
            ([#"Bearer error="insufficient_scope", scope="admin""#], false),
            ([#"Basic realm="a, b", Bearer error="invalid_request""#], false),
            (
                [#"bearer realm="error=x", error_description="invalid_token", ERROR="step_up""#],
                false
            ),
            ([#"Basic realm="error""#], true),
            ([#"Bearer error="insufficient_scope""#, #"Bearer error="invalid_token""#], true),
        ] as [([String], Bool)])
    func challengeDecidesWhether401RefreshesToken(_ challenges: [String], _ refreshes: Bool)
        async throws
    {
        var refusal = TransportResponse.json("{}", status: .unauthorized)
        refusal.headers[values: .wwwAuthenticate] = challenges
        let transport = StubTransport(.success(refusal))
        let store = store(transport)
        for _ in 0..<2 {
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            #expect(error?.code == .unauthorized)
        }
        #expect(transport.requests.count == (refreshes ? 4 : 2))
        #expect(vault.loads == (refreshes ? [nil, "t1", "t2"] : [nil]))
    }

    @Test func endpointCanExcludeItsRefusalFromTheRefresh() async throws {
        let door = Doorman("t2")
        let store = store(door)
        let error = await #expect(throws: APIError.self) {
            try await store.send(Ping { $0.refreshStatuses = [] })
        }
        #expect(error?.code == .unauthorized)
        #expect(door.tokens == ["t1"])
        #expect(vault.loads == [nil])
        try await store.send(Ping())
        #expect(door.tokens == ["t1", "t1", "t2"])
    }

    @Test(
        arguments: [
            (#"{"code":40101}"#, 2), (#"{"code":7}"#, 1), (#"{"code":"40101"}"#, 1),
            (#"{"data":{"code":40101},"code":0}"#, 1), ("", 1), ("40101", 1),
        ])
    func codeOfEnvelopeRefreshesToken(_ body: String, _ requests: Int) async throws {
        for (status, refreshes) in [
            (HTTPResponse.Status.ok, true), (.conflict, true), (.unauthorized, false),
        ] {
            let vault = TokenVault()
            let transport = StubTransport(.success(.json(body, status: status)))
            let store = store(transport, .bearer { vault.token(insteadOf: $0) })
            let ping = Ping { request in
                request.method(.post, "/ping")
                request.responsePolicy = .envelope(code: "code", payload: "data", success: 0)
                request.refreshCodes = [40101, "EXPIRED"]
                if !refreshes { request.refreshStatuses = [] }
            }
            _ = try? await store.send(ping)
            #expect(transport.requests.count == requests)
            #expect(vault.loads == (requests == 2 ? [nil, "t1"] : [nil]))
        }
    }

    @Test func second401FailsTheCall() async throws {
        let door = Doorman()
        let store = store(door)
        for sent in [["t1", "t2"], ["t1", "t2", "t2", "t3"]] {
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            #expect(error?.code == .unauthorized)
            #expect(error?.stage == .validating)
            #expect(door.tokens == sent)
        }
        #expect(vault.loads == [nil, "t1", "t2"])
    }

    @Test func refreshesAPIKeyInItsHeaderField() async throws {
        let door = Doorman("t2")
        let vault = vault
        let key = Credential.apiKey { vault.token(insteadOf: $0) }
        try await store(door, key, auth: .header("X-API-Key", credential: "user")).send(Ping())
        #expect(door.tokens == ["t1", "t2"])
        #expect(door.requests.allSatisfy { $0.headers[.authorization] == nil })
    }

    @Test func callSiteAuthorizationFieldIsNotRefreshed() async {
        let door = Doorman()
        await #expect(throws: APIError.self) {
            try await store(door).with { $0.header("Authorization", "Bearer mine") }.send(Ping())
        }
        #expect(door.tokens == ["mine"])
        #expect(vault.loads.isEmpty)
    }

    /// The request is not sent again, but the next call loads a new token.
    @Test func nonReplayableBodyIsNotSentAgain() async throws {
        let door = Doorman("t2")
        let store = store(door)
        let error = await #expect(throws: APIError.self) {
            try await store.send(
                Ping { request in
                    let pieces = AsyncStream<Data> { $0.finish() }
                    request.upload(HTTPBody(BodyStream(pieces)), as: "text/plain")
                })
        }
        #expect(error?.code == .unauthorized)
        #expect(door.tokens == ["t1"])
        #expect(vault.loads == [nil])
        try await store.send(Ping())
        #expect(door.tokens == ["t1", "t2"])
    }

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var places: [String]
        var method = HTTPRequest.Method.get
        var isIdempotent = false
        /// How many requests are made, and whether the next call has a new token.
        let requests: Int
        let isRefusal: Bool
    }

    private static let home = "https://store.example/v1/next"
    private static let ways = [
        Way(testDescription: "at home", places: [home], requests: 2, isRefusal: true),
        Way(
            testDescription: "elsewhere", places: ["https://a.example/"], requests: 1,
            isRefusal: false),
        Way(
            testDescription: "another port", places: ["https://store.example:444/"], requests: 1,
            isRefusal: false),
        Way(
            testDescription: "there and back", places: ["https://a.example/", home], requests: 1,
            isRefusal: false),
        Way(
            testDescription: "after work was done", places: [home], method: .post, requests: 1,
            isRefusal: true),
        Way(
            testDescription: "work with a key", places: [home], method: .post, isIdempotent: true,
            requests: 2, isRefusal: true),
    ]

    @Test(arguments: ways) func redirectsDecideWhether401RefreshesToken(_ way: Way) async throws {
        var refusal = TransportResponse.json("{}", status: .unauthorized)
        refusal.redirects = zip([Self.home] + way.places, way.places).map {
            RedirectPolicy.Hop(method: way.method, url: $0, status: .seeOther, target: $1)
        }
        let transport = StubTransport(.success(refusal))
        let store = store(transport)
        let ping = Ping { request in
            request.method(way.method, "/ping")
            request.sendsIdempotencyKey = way.isIdempotent
        }
        await #expect(throws: APIError.self) { try await store.send(ping) }
        #expect(transport.requests.count == way.requests)
        await #expect(throws: APIError.self) { try await store.send(ping) }
        #expect((vault.loads.count > 1) == way.isRefusal)
    }

    @Test func failedRefreshFailsTheCallAndNextCallRefreshesAgain() async throws {
        let door = Doorman("t2")
        let (vault, isDown) = (vault, Locked(true))
        let store = store(
            door,
            .bearer(Credential.Token("canary-1")) { refused in
                #expect(refused?.text == "canary-1")
                guard !isDown.withLock({ $0 }) else { throw Refused() }
                return Credential.Token(
                    vault.token(insteadOf: nil).replacing("1", with: "2"))
            })
        for isFirst in [true, false] {
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            #expect(error?.code == .credentialFailed)
            // The first call sent a request, which was refused.
            #expect(error?.stage == (isFirst ? .validating : .building))
            #expect(error?.response?.status == (isFirst ? .unauthorized : nil))
            #expect(error?.underlying is Refused)
            #expect(error?.description.contains("canary") == false)
        }
        #expect(door.tokens == ["canary-1"], "a refused token was sent once more")
        isDown.withLock { $0 = false }
        try await store.send(Ping())
        #expect(door.tokens == ["canary-1", "t2"])
    }

    /// The loader's error goes to all waiting calls, none of which was cancelled.
    @Test func cancellationErrorOfLoaderIsCredentialFailed() async {
        let error = await #expect(throws: APIError.self) {
            try await store(Doorman(), .bearer { _ in throw CancellationError() })
                .send(Ping())
        }
        #expect(error?.code == .credentialFailed)
    }

    @Test func callWithOlderTokenIsRetriedWithCurrentToken() async throws {
        let (arrived, release) = (Gate(), Gate())
        let door = Doorman("t2") { number in
            guard number == 0 else { return }
            arrived.open()
            await release.opened()
        }
        let store = store(door)
        let older = Task { try await store.send(Ping()) }
        await arrived.opened()
        try await store.send(Ping())
        #expect(vault.loads == [nil, "t1"])
        release.open()
        try await older.value
        #expect(door.tokens == ["t1", "t1", "t2", "t2"])
        #expect(vault.loads == [nil, "t1"], "another token was loaded")
    }

    @Test func cancellingOneCallKeepsSharedRefreshForOthers() async throws {
        let (begun, release) = (Gate(), Gate())
        let (door, vault) = (Doorman("t2"), vault)
        let store = store(
            door,
            .bearer { refused in
                if refused != nil {
                    begun.open()
                    await release.opened()
                    #expect(!Task.isCancelled)
                }
                return vault.token(insteadOf: refused)
            })
        let first = Task { try await store.send(Ping()) }
        await begun.opened()
        let second = Task { try await store.send(Ping()) }
        first.cancel()
        let error = await #expect(throws: APIError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        release.open()
        try await second.value
        #expect(vault.loads == [nil, "t1"])
        #expect(door.tokens == ["t1", "t2"])
    }

    @Test func totalTimeoutIncludesTokenLoader() async {
        let release = Gate()
        let store = store(
            Doorman(),
            .bearer { refused in
                if refused != nil { await release.opened() }
                return "t1"
            })
        let error = await #expect(throws: APIError.self) {
            try await store.with { $0.timeouts.total = .milliseconds(50) }.send(Ping())
        }
        #expect(error?.code == .timedOut)
        release.open()
    }

    @Test func tokenLoaderTimesOutAfterItsTimeLimit() async {
        let release = Gate()
        let credential = Credential.bearer(timeLimit: .milliseconds(1)) { _ in
            await release.opened()
            return "t1"
        }
        let error = await #expect(throws: APIError.self) {
            try await store(Doorman(), credential).send(Ping())
        }
        #expect(error?.code == .credentialFailed)
        #expect((error?.underlying as? TransportError)?.code == .timedOut)
        release.open()
    }

    @Test func invalidTokenIsNotCached() async throws {
        let vault = vault
        let store = store(
            Doorman("t2"),
            .bearer { refused in
                vault.token(insteadOf: refused) + (refused == nil ? "\n" : "")
            })
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .credentialFailed)
        try await store.send(Ping())
        #expect(vault.loads == [nil, "t1\n"])
    }

    /// Marks each request with its number and its token.
    private struct Numbered: PayloadCipher {
        let name = "numbered"
        let count = Locked(0)
        func seal(_ request: inout TransportRequest) async throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let field = try #require(HTTPField.Name("X-Sealed"))
            let token = try #require(request.headers[.authorization])
            request.headers[field] = "\(number) \(token)"
        }
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    }

    @Test func retryIsSealedAgainWithSameIdempotencyKey() async throws {
        let door = Doorman("t2")
        let cipher = Numbered()
        try await store(door).send(
            Ping { request in
                request.cipher = .using(cipher)
                request.sendsIdempotencyKey = true
            })
        let field = try #require(HTTPField.Name("X-Sealed"))
        #expect(door.requests.map { $0.headers[field] } == ["1 Bearer t1", "2 Bearer t2"])
        let keys = Set(door.requests.map { $0.headers[.idempotencyKey] })
        #expect(keys.count == 1)
        #expect(keys.first != .some(nil))
    }

    @Test func streamIsReopenedWithNewToken() async throws {
        let door = Doorman("t2")
        let store = store(door)
        var numbers: [Int] = []
        for try await number in try await store.stream(Watch<LineStream<Int>>()) {
            numbers.append(number)
        }
        #expect(numbers == [1, 2])
        #expect(door.tokens == ["t1", "t2"])
        let refused = self.store(Doorman())
        let error = await #expect(throws: APIError.self) {
            try await refused.stream(Watch<LineStream<Int>>())
        }
        #expect(error?.code == .unauthorized)
    }

    @Test func failedLoadFailsAllWaiters() async {
        let (asked, allAsked, release, loads) = (Locked(0), Gate(), Gate(), Locked(0))
        let load = SingleFlight<Int, String>(
            0, timeLimit: .seconds(60), late: APIError.Cause(.timedOut, "late"),
            load: { _ in
                loads.withLock { $0 += 1 }
                await release.opened()
                throw Refused()
            },
            keep: { count, _, _ in count += 1 })
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        _ = try await load.value { _ in
                            // After the second check, the caller waits for the load.
                            let count = asked.withLock { count in
                                count += 1
                                return count
                            }
                            if count == 20 { allAsked.open() }
                            return nil
                        }
                        return false
                    } catch {
                        return error is Refused
                    }
                }
            }
            group.addTask {
                await allAsked.opened()
                // When the lock is free, the last caller is waiting.
                load.withMemory { _, isLoading in #expect(isLoading) }
                release.open()
                return true
            }
            for await isAsExpected in group { #expect(isAsExpected) }
        }
        #expect(loads.withLock { $0 } == 1)
        #expect(load.withMemory { count, _ in count } == 1)
    }

    @Test func descriptionsHideLoadedToken() async throws {
        let credential = Credential.bearer { _ in "canary" }
        try await store(Doorman("canary"), credential).send(Ping())
        var dumped = ""
        dump(credential, to: &dumped)
        #expect(!"\(credential) \(String(reflecting: credential)) \(dumped)".contains("canary"))
    }
}
