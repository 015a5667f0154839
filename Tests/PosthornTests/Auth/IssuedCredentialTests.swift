import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

import class PosthornTesting.Gate

/// A server over real connections that issues the value of a header field in the response that refuses a call.
@Suite("Credentials that a server issues", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct IssuedCredentialTests {
    private static let field = HTTPField.Name(token: "X-Session-Id")

    /// A server that accepts one value, and refuses calls without it.
    private final class Issuer: Sendable {
        let value = Locked("v1")
        /// Whether each refusal issues another value, which is not accepted either.
        let refusesAll = Locked(false)
        let status: HTTPResponse.Status

        init(_ status: HTTPResponse.Status = .conflict) { self.status = status }

        var rule: StubRule { .on(nil, "*") { self.response(to: $0) } }

        func response(to request: StubRequest) -> StubResponse {
            let value = value.withLock { value in
                if refusesAll.withLock({ $0 }) { value += "+" }
                return value
            }
            let isAccepted = request.headers[field] == value
            return isAccepted ? .text("fine") : .text("no", status: status).header(field, value)
        }
    }

    /// Runs calls against a server, and returns what it received in the field: `-` for nothing.
    private func values(
        _ rules: [StubRule], credential: Credential = .serverIssued(with: .conflict),
        auth: RequestBuilder.AuthScheme = .header("X-Session-Id", credential: "user"),
        _ run: (Store, ScriptedServer) async throws -> Void
    ) async throws -> [String] {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await run(try store(server, session, credential, auth), server)
        }
        return server.requests.map { Self.value(in: $0) }
    }

    private static func value(in request: String) -> String {
        let line = request.components(separatedBy: "\r\n").first { $0.hasPrefix("X-Session-Id: ") }
        return line.map { String($0.dropFirst(14)) } ?? "-"
    }

    private func store(
        _ server: ScriptedServer, _ session: CurlSession, _ credential: Credential,
        _ auth: RequestBuilder.AuthScheme = .header("X-Session-Id", credential: "user")
    ) throws -> Store {
        var store = Store { $0.auth = auth }
        store.configuration = try ClientConfiguration(baseURL: server.url(), transport: session)
        store.credentials = ["user": credential, "staff": .basic(user: "ada", password: "pw")]
        return store
    }

    @Test func sendsIssuedValueAndReplacesItWhenRefused() async throws {
        let issuer = Issuer()
        let values = try await values([issuer.rule]) { store, _ in
            for _ in 0..<2 { try await store.send(Ping()) }
            issuer.value.withLock { $0 = "v2" }
            for _ in 0..<2 { try await store.send(Ping()) }
        }
        #expect(values == ["-", "v1", "v1", "v1", "v2", "v2"])
    }

    /// The POST waits for the one whose refusal brings the value.
    @Test func concurrentCallsCostOneRefusal() async throws {
        let issuer = Issuer()
        let values = try await values([issuer.rule]) { store, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try await store.send(Ping()) } }
                try await group.waitForAll()
            }
        }
        #expect(values.filter { $0 == "-" }.count == 1)
        #expect(values.filter { $0 == "v1" }.count == 100)
        #expect(values.count == 101)
    }

    @Test func valueThatIsRefusedAgainEndsTheCall() async throws {
        let issuer = Issuer()
        issuer.refusesAll.withLock { $0 = true }
        let values = try await values([issuer.rule]) { store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            #expect(error?.code == .conflict)
        }
        #expect(values == ["-", "v1+"])
    }

    /// A 409 with the value that was sent, without one, or of another status has another reason.
    @Test(arguments: [("v1", 409), ("", 409), ("v2", 403)])
    func otherRefusalIsTheResponseOfTheCall(_ value: String, _ status: Int) async throws {
        let issuer = Issuer()
        let refusal = StubResponse.text("no", status: .init(code: status))
        let values = try await values([
            .on(.post, "/refused", response: refusal.header(Self.field, value)), issuer.rule,
        ]) { store, _ in
            try await store.send(Ping())
            let error = await #expect(throws: APIError.self) {
                try await store.send(Ping { $0.method(.post, "/refused") })
            }
            #expect(error?.code == .status(status))
            try await store.send(Ping())
        }
        #expect(values == ["-", "v1", "v1", "v1"])
    }

    @Test func combinesWithBasic() async throws {
        let issuer = Issuer()
        let server = try ScriptedServer.serving([issuer.rule])
        defer { server.stop() }
        let auth = RequestBuilder.AuthScheme.all(
            .basic("staff"), .header("X-Session-Id", credential: "user"))
        try await CurlSession.withSession { session in
            try await store(server, session, .serverIssued(with: .conflict), auth).send(Ping())
        }
        #expect(server.requests.map(Self.value) == ["-", "v1"])
        #expect(
            server.requests.allSatisfy { $0.contains("\r\nAuthorization: Basic YWRhOnB3\r\n") })
    }

    @Test func combinesWithRefreshedToken() async throws {
        let door = Locked<[String]>([])
        let vault = TokenVault()
        let rule = StubRule.on(nil, "*") { request in
            let token = request.headers[.authorization] ?? ""
            let value = request.headers[Self.field] ?? "-"
            door.withLock { $0.append("\(token.suffix(2)) \(value)") }
            if !token.hasSuffix("t2") { return .text("no", status: .unauthorized) }
            if value != "v1" { return .text("", status: .conflict).header(Self.field, "v1") }
            return .text("fine")
        }
        _ = try await values(
            [rule],
            auth: .all(.bearer("token"), .header("X-Session-Id", credential: "user"))
        ) { store, _ in
            var store = store
            store.credentials["token"] = .bearer { vault.token(insteadOf: $0) }
            try await store.send(Ping())
        }
        #expect(door.withLock { $0 } == ["t1 -", "t2 -", "t2 v1"])
    }

    // MARK: Origins

    @Test func neverSendsValueToAnotherOrigin() async throws {
        let other = try ScriptedServer.serving([
            .on(nil, "*", response: .text("no", status: .conflict).header(Self.field, "evil"))
        ])
        defer { other.stop() }
        let issuer = Issuer()
        let redirect = StubResponse.redirect(to: other.url("/away"), status: .temporaryRedirect)
        let values = try await values([.on(nil, "/go", response: redirect), issuer.rule]) {
            store, _ in
            try await store.send(Ping())
            let error = await #expect(throws: APIError.self) {
                try await store.send(Ping { $0.method(.get, "/go") })
            }
            #expect(error?.code == .conflict)
            try await store.send(Ping())
            // A client of the other server that shares the credential.
            var stranger = store
            stranger.configuration.baseURL = try BaseURL(other.url())
            await #expect(throws: APIError.self) { try await stranger.send(Ping()) }
        }
        #expect(values == ["-", "v1", "v1", "v1"])
        #expect(other.requests.map(Self.value) == ["-", "-", "evil"])
    }

    // MARK: Bodies, redirects and cancellation

    @Test func bodyThatCanBeSentOnceIsNotSentAgain() async throws {
        let values = try await values([Issuer().rule]) { store, _ in
            let error = await #expect(throws: APIError.self) {
                try await store.send(
                    Ping { request in
                        let pieces = AsyncStream<Data> { $0.finish() }
                        request.upload(HTTPBody(BodyStream(pieces)), as: "text/plain")
                    })
            }
            #expect(error?.code == .conflict)
            try await store.send(Ping())
        }
        #expect(values == ["-", "v1"])
    }

    /// A server that does not ask for a value makes no call wait for another one.
    @Test func callsWithoutNeedDoNotWait() async throws {
        let (gate, issuer) = (Gate(), Issuer(.forbidden))
        let slow = StubResponse.text("slow").held(by: gate)
        let values = try await values(
            [.on(.get, "/slow", response: slow), .on(.get, "*", response: .text("")), issuer.rule],
            credential: .serverIssued(with: .forbidden)
        ) { store, _ in
            try await store.send(Ping { $0.method(.get, "/first") })
            let waiting = Task { try await store.send(Ping { $0.method(.get, "/slow") }) }
            try await store.send(Ping())
            gate.open()
            try await waiting.value
        }
        #expect(values.filter { $0 == "-" }.count == 3)
        #expect(values.filter { $0 == "v1" }.count == 1)
    }

    @Test func callsThatWaitGoOnWhenTheFirstOneFails() async throws {
        let (gate, issuer) = (Gate(), Issuer())
        let broken = StubResponse.failure(TransportError(.connectionLost, "lost")).held(by: gate)
        let values = try await values([.on(.get, "/broken", response: broken), issuer.rule]) {
            store, server in
            let first = Task { try await store.send(Ping { $0.method(.get, "/broken") }) }
            try await until { server.requests.count == 1 }
            let (second, third) = (
                Task { try await store.send(Ping()) }, Task { try await store.send(Ping()) }
            )
            third.cancel()
            let error = await #expect(throws: APIError.self) { try await third.value }
            #expect(error?.code == .cancelled)
            gate.open()
            _ = try? await first.value
            try await second.value
        }
        #expect(values.last == "v1")
    }

    @Test func totalTimeoutCountsTheWait() async throws {
        let gate = Gate()
        let held = StubResponse.text("late").held(by: gate)
        _ = try await values([.on(nil, "*", response: held)]) { store, server in
            let first = Task { try? await store.send(Ping()) }
            try await until { server.requests.count == 1 }
            let error = await #expect(throws: APIError.self) {
                try await store.with { $0.timeouts.total = .milliseconds(50) }.send(Ping())
            }
            #expect(error?.code == .timedOut)
            #expect(server.requests.count == 1)
            gate.open()
            await first.value
        }
    }

    // MARK: Secrets

    @Test func valueIsInNoErrorAndNoRecording() async throws {
        let issuer = Issuer()
        issuer.value.withLock { $0 = "canary" }
        let recording = Locked<Data?>(nil)
        _ = try await values([issuer.rule]) { store, _ in
            let recorder = RecordingTransport(store.configuration.transport)
            var store = store
            store.configuration.transport = recorder
            try await store.send(Ping())
            issuer.refusesAll.withLock { $0 = true }
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            var shown = "\(String(describing: error)) \(store.credentials)"
            dump(error, to: &shown)
            dump(store.credentials, to: &shown)
            #expect(!shown.contains("canary"))
            let data = try recorder.recording.har()
            recording.withLock { $0 = data }
        }
        let text = String(decoding: try #require(recording.withLock { $0 }), as: UTF8.self)
        #expect(!text.contains("canary"))
        #expect(text.contains("X-Session-Id"))
    }

    @Test(arguments: [
        RequestBuilder.AuthScheme.bearer("user"), .basic("user"),
        .query("token", credential: "user"), .cookie("token", credential: "user"),
    ])
    func isOnlyForAHeaderField(_ auth: RequestBuilder.AuthScheme) async throws {
        let values = try await values([Issuer().rule], auth: auth) { store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
            #expect(error?.code == .credentialFailed)
        }
        #expect(values.isEmpty)
    }
}
