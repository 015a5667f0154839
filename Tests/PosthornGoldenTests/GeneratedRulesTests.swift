import Foundation
import PosthornCore
import PosthornTesting
import Testing

/// Rules that generated endpoints set on their requests.
@Suite("Generated rules")
struct GeneratedRulesTests {
    private let api = RulesAPI(.canned(#"{"id":1}"#), common: .init(visitor: "v"))

    @Test("Timeouts and cache policies are set on the request")
    func rules() throws {
        let quick = try api.request(for: RulesAPI.Quick())
        #expect(quick.timeouts.total == .milliseconds(1500))
        #expect(quick.cache == CachePolicy(maxAge: .seconds(300), staleIfError: .seconds(86_400)))
        let patient = try api.request(for: RulesAPI.Patient(text: "x"))
        #expect(patient.timeouts.total == .seconds(120))
        #expect(patient.cache == nil)
        let key = HTTPField.Name("Idempotency-Key").flatMap { patient.headers[$0] }
        #expect(key?.count == 38)
    }

    @Test("Endpoints are retried as their spec says")
    func retries() async throws {
        func count(_ call: (RulesAPI) async throws -> Void) async throws -> Int {
            let stub = StubTransport(.on(nil, "/*", response: .status(.serviceUnavailable)))
            let api = RulesAPI(
                try ClientConfiguration(baseURL: "https://rules.test", transport: stub),
                common: .init(visitor: "v"))
            await #expect(throws: APIError.self) { try await call(api) }
            return stub.requests.count
        }
        #expect(try await count { try await $0.quick() } == 1)
        #expect(try await count { try await $0.patient(text: "x") } == 4)
        #expect(try await count { try await $0.hopeful() } == 3)
        // Waits at most 100 ms, 200 ms and 400 ms.
        #expect(try await count { try await $0.stubborn() } == 4)
        #expect(try await count { try await $0.older(id: "1") } == 1)
    }

    @Test("Common parameters can be removed")
    func common() throws {
        let bare = try api.request(for: RulesAPI.Bare(text: "x"))
        #expect(bare.target == "/bare")
        #expect(bare.headers[.cookie] == nil)
        #expect(bare.body?.data == Data(#"{"text":"x"}"#.utf8))
        let partly = try api.request(for: RulesAPI.Partly(text: "x"))
        #expect(partly.target == "/partly?trace=true")
        #expect(partly.headers[.cookie] == nil)
        #expect(HTTPField.Name("X-App-Version").flatMap { partly.headers[$0] } == nil)
        #expect(partly.body?.data == Data(#"{"text":"x"}"#.utf8))
    }

    @Test("Cookies are sent")
    func cookies() throws {
        let request = try api.request(for: RulesAPI.Cookies(sessionID: "s1", theme: .dark))
        #expect(request.headers[.cookie] == "visitor=v; session_id=s1; theme=dark")
    }

    @available(*, deprecated)
    @Test("A deprecated endpoint works")
    func old() async throws {
        #expect(try await api.old() == RulesItem(id: 1))
    }

    @Test("Each endpoint uses its credential, or the service's first")
    func credentials() throws {
        let api = CredentialsAPI(
            .canned(),
            auth: .init(
                user: .bearer("t"), staff: .basic(user: "u", password: "p"), partner: .apiKey("k")))
        #expect(try api.request(for: CredentialsAPI.Inherited()).auth == .bearer("user"))
        #expect(try api.request(for: CredentialsAPI.Anonymous()).auth == nil)
        #expect(try api.request(for: CredentialsAPI.Office()).auth == .basic("staff"))
        #expect(
            try api.request(for: CredentialsAPI.Sealed()).auth
                == .header("X-API-Key", credential: "partner"))
        #expect(api.credential(named: "nobody") == nil)
    }

    @Test("An exact status precedes its class, and the class precedes the default")
    func errorClasses() async {
        func failure(_ status: Int, _ body: String) async -> ErrorClassesAPI.Act.Failure? {
            await #expect(throws: ErrorClassesAPI.Act.Failure.self) {
                try await ErrorClassesAPI(.canned(body, status: status)).act()
            }
        }
        if case .notFound(let problem) = await failure(404, #"{"code":1}"#) {
            #expect(problem.code == 1)
        } else {
            Issue.record("404")
        }
        if case .clientError(let status, _) = await failure(410, #"{"code":1}"#) {
            #expect(status == 410)
        } else {
            Issue.record("410")
        }
        if case .down(status: 503, let text) = await failure(503, #"{"text":"x"}"#) {
            #expect(text.text == "x")
        } else {
            Issue.record("503")
        }
        if case .unexpected(status: 305, _) = await failure(305, #"{"text":"x"}"#) {
        } else {
            Issue.record("305")
        }
        if case .other(let error) = await failure(503, "no JSON") {
            #expect(error.code == .serviceUnavailable)
        } else {
            Issue.record("a body of another shape")
        }
    }
}
