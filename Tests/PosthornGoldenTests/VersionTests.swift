import Foundation
import Logging
import PosthornCore
import PosthornCurl
import PosthornLogging
import PosthornTesting
import TestSupport
import Testing

/// Versions, ids, quotas and announcements, over a real connection.
@Suite("Versions and ids of requests", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct VersionTests {
    private func with(
        _ rules: [StubRule], observers: [any ClientObserver] = [],
        _ run: (VersionsAPI, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            var configuration = try ClientConfiguration(
                baseURL: server.url(""), transport: session, observers: observers)
            configuration.clock = ManualClock(skipsDelays: true)
            try await run(VersionsAPI(configuration), server)
        }
    }

    private func field(_ name: String, of request: String) -> String? {
        request.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    @Test("The call wins over the endpoint, and the endpoint over the service")
    func precedence() async throws {
        try await with([.on(nil, "*", response: .json("[]"))]) { api, server in
            _ = try await api.list()
            _ = try await api.old()
            _ = try await api.bare()
            _ = try await api.version("2027-01-01").list()
            _ = try await api.version("2027-01-01").old()
            #expect(
                server.requests.map { field("API-Version", of: $0) } == [
                    "2026-11-01", "2025-06-01", "2026-11-01", "2027-01-01", "2027-01-01",
                ])
            #expect(field("X-Device", of: server.requests[2]) == nil)
            let query = QueryVersionsAPI(api.configuration)
            _ = try await query.list()
            _ = try await query.version("2").list()
            #expect(
                server.requests.suffix(2).map { $0.prefix { !$0.isNewline } } == [
                    "GET /orders?api-version=2026-11-01 HTTP/1.1",
                    "GET /orders?api-version=2 HTTP/1.1",
                ])
        }
    }

    @Test("A refused version is an error of its own, unless the spec documents the status")
    func refused() async throws {
        let gone = StubResponse.json("{\"supported\":[\"1\"]}", status: .gone)
        try await with([.on(nil, "*", response: gone)]) { api, _ in
            let error = await #expect(throws: APIError.self) { try await api.list() }
            #expect(error?.code == .versionRefused)
            #expect(error?.stage == .validating)
            #expect(error?.response?.body == Data("{\"supported\":[\"1\"]}".utf8))
            #expect(
                error?.description.contains(
                    "refuses the version of its API in API-Version; pin a version that the server has"
                )
                    == true)
            let known = await #expect(throws: VersionsAPI.Known.Failure.self) {
                try await api.known()
            }
            guard case .gone(let problem)? = known else {
                Issue.record("\(String(describing: known))")
                return
            }
            #expect(problem.value.supported == ["1"])
        }
    }

    @Test("All attempts send one id, each call another, and the caller's own wins")
    func sentIDs() async throws {
        try await with([
            .on(nil, "*", times: 1, response: .status(.serviceUnavailable)),
            .on(nil, "*", response: .json("[]")),
        ]) { api, server in
            _ = try await api.with { $0.retry = RetryRule(attempts: 2) }.list()
            _ = try await api.list()
            _ = try await api.with { $0.header("X-Request-ID", "mine") }.list()
            let ids = server.requests.map { field("X-Request-ID", of: $0) ?? "" }
            #expect(UUID(uuidString: ids[0]) != nil)
            #expect(ids[0] == ids[1] && ids[1] != ids[2])
            #expect(ids[3] == "mine")
        }
    }

    @Test(
        "The server's id is in errors and log lines, if it can be shown",
        arguments: [
            (["x-amzn-RequestId": "a-1"], "a-1"),
            (["X-GitHub-Request-Id": "C0:1/2=+_."], "C0:1/2=+_."),
            (["CF-Ray": "8f-FRA"], "8f-FRA"),
            (["x-ms-client-request-id": "c", "x-ms-request-id": "s"], "s"),
            (["X-Client-Request-Id": "c"], "c"), (["X-Request-ID": "a b"], nil),
            (["X-Request-ID": "<script>"], nil),
            (["X-Request-ID": String(repeating: "a", count: 101)], nil), (["X-Other": "a"], nil),
        ])
    func serversID(headers: [String: String], id: String?) async throws {
        var response = StubResponse.status(.internalServerError)
        for (name, value) in headers { response = response.header(name, value) }
        let lines = LogLines()
        let logger = Logger(label: "test") { _ in lines }
        try await with([.on(nil, "*", response: response)], observers: [.log(to: logger)]) {
            api, _ in
            let error = await #expect(throws: APIError.self) { try await api.list() }
            #expect(error?.response?.requestID == id)
            #expect(error?.description.contains("request id ") == (id != nil))
            if let id { #expect(error?.description.contains(", request id \(id)]") == true) }
            #expect(lines.all.last?["requestID"].map { "\($0)" } == id)
        }
    }

    @Test("An endpoint's end is reported once")
    func deprecations() async throws {
        let response = StubResponse.json("[]").header("Deprecation", "@1688169599")
            .header("Sunset", "Sun, 30 Jun 2024 23:59:59 GMT")
            .header("Link", "<https://d.example/x>; rel=\"deprecation\"")
        let notices = Notices()
        try await with([.on(nil, "*", response: response)], observers: [notices]) { api, _ in
            _ = try await api.list()
            _ = try await api.list()
            _ = try await api.old()
        }
        let all = notices.all
        #expect(all.map(\.endpoint) == ["list", "old"])
        #expect(all.first?.notice.deprecated == Date(timeIntervalSince1970: 1_688_169_599))
        #expect(all.first?.notice.link == "https://d.example/x")
        #expect(
            all.first.map { "\($0.notice)" }
                == "deprecated Fri, 30 Jun 2023 23:59:59 GMT, sunset Sun, 30 Jun 2024 23:59:59 GMT")
    }

    @Test(
        "Quotas are read from the standard's fields and from those of servers",
        arguments: [
            (
                [
                    ("RateLimit", "\"default\";r=50;t=30"),
                    ("RateLimit-Policy", "\"default\";q=100;w=60"),
                ],
                [.init(name: "default", limit: 100, remaining: 50, reset: .seconds(30))]
            ),
            (
                [("RateLimit", "limit=9, remaining=0, reset=30")],
                [.init(limit: 9, remaining: 0, reset: .seconds(30))]
            ),
            (
                [
                    ("RateLimit-Limit", "100, 100;w=60"), ("RateLimit-Remaining", "7"),
                    ("RateLimit-Reset", "5"),
                ],
                [.init(limit: 100, remaining: 7, reset: .seconds(5))]
            ),
            (
                [
                    ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("X-RateLimit-Limit", "60"),
                    ("X-RateLimit-Remaining", "59"), ("X-RateLimit-Reset", "1000000000"),
                ],
                [.init(limit: 60, remaining: 59, reset: .seconds(30 * 86_400))]
            ),
            (
                [
                    ("x-ratelimit-remaining-tokens", "149984"),
                    ("x-ratelimit-reset-tokens", "6m0.5s"),
                    ("x-ratelimit-reset-requests", "20ms"),
                ],
                [
                    .init(name: "tokens", remaining: 149_984, reset: .seconds(360.5)),
                    .init(name: "requests", reset: .milliseconds(20)),
                ]
            ),
            (
                [
                    ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
                    ("anthropic-ratelimit-requests-limit", "50"),
                    ("anthropic-ratelimit-requests-reset", "1994-11-06T08:50:37Z"),
                ],
                [.init(name: "requests", limit: 50, reset: .seconds(60))]
            ),
            (
                [
                    ("X-Rate-Limit-Remaining", "many"), ("X-RateLimit-Reset", "-1"),
                    ("X-Limit", "4"),
                ], []
            ),
        ] as [([(String, String)], [TransportResponse.RateLimit])])
    func quotas(headers: [(String, String)], expected: [TransportResponse.RateLimit]) async throws {
        var response = StubResponse.json("[]")
        for (name, value) in headers { response = response.header(name, value) }
        try await with([.on(nil, "*", response: response)]) { api, _ in
            let received = try await api.response(to: VersionsAPI.List())
            #expect(received.rateLimits == expected)
        }
    }
}

private final class Notices: ClientObserver {
    private let found = Locked<[(endpoint: String, notice: CallEvent.DeprecationNotice)]>([])
    var all: [(endpoint: String, notice: CallEvent.DeprecationNotice)] { found.withLock { $0 } }

    func observe(_ event: CallEvent) {
        guard case .deprecated(let notice) = event.kind else { return }
        found.withLock { $0.append((event.endpoint, notice)) }
    }
}

private struct LogLines: LogHandler {
    private let lines = Locked<[Logger.Metadata]>([])
    var all: [Logger.Metadata] { lines.withLock { $0 } }
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append(event.metadata ?? [:]) }
    }
}
