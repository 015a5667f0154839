import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Operations that run on after the response, over a real connection, without waiting for real.
@Suite("Operations over a real connection", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OperationTests {
    private struct Run {
        let api: OperationsAPI
        let server: ScriptedServer
        let clock: ManualClock

        /// The first lines of the requests, without the version.
        var lines: [String] {
            server.requests.map {
                String($0.prefix { !$0.isNewline }).replacing(" HTTP/1.1", with: "")
            }
        }
    }

    private func with(_ rules: [StubRule], _ run: (Run) async throws -> Void) async throws {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let clock = ManualClock(skipsDelays: true)
            var configuration = try ClientConfiguration(
                baseURL: server.url("/api"), transport: session)
            configuration.clock = clock
            let api = OperationsAPI(configuration, auth: .init(user: .bearer("secret")))
            try await run(Run(api: api, server: server, clock: clock))
        }
    }

    private static let accepted = StubResponse.status(.accepted)
        .header("Operation-Location", "/api/exports/7?sig=a%2Bb")

    private static func state(_ status: String, _ more: String = "") -> StubResponse {
        .json("{\"status\":\"\(status)\"\(more)}")
    }

    @Test("Azure: the state is at a header's URL, and Retry-After replaces the interval")
    func azure() async throws {
        try await with([
            .on(.post, "/api/exports", response: Self.accepted.header("Retry-After", "5")),
            .on(
                .get, "/api/exports/7", times: 1,
                response: Self.state("running", ",\"percentComplete\":40")),
            .on(
                .get, "/api/exports/7",
                response: Self.state("succeeded", ",\"resultURL\":\"/api/files/7\"")),
            .on(.get, "/api/files/7", response: .json("{\"rows\":3}")),
        ]) { run in
            let export = try await run.api.exportOrders(format: "csv")
            #expect(export.state == nil)
            #expect("\(export)" == "exportOrders: running")
            #expect(try await export.poll())
            #expect(export.progress == 40)
            #expect(try await export.value.rows == 3)
            #expect(try await export.value.rows == 3)
            #expect(export.state?.status == .succeeded)
            #expect(run.clock.delays == [.seconds(5), .seconds(2)])
            #expect(
                run.lines == [
                    "POST /api/exports", "GET /api/exports/7?sig=a%2Bb",
                    "GET /api/exports/7?sig=a%2Bb", "GET /api/files/7",
                ])
            for request in run.server.requests {
                #expect(request.contains("Authorization: Bearer secret"))
            }
            #expect(!run.server.requests[1].contains("Idempotency-Key"))
        }
    }

    @Test("Google: the state is at a path of its name, and has the result")
    func google() async throws {
        let name = "\"name\":\"operations/a b\""
        try await with([
            .on(.post, "/api/imports", response: .json("{\(name)}")),
            .on(
                .get, "/api/v1/operations/a%20b", times: 1,
                response: .json("{\(name),\"metadata\":{\"percent\":12.5}}")),
            .on(
                .get, "/api/v1/operations/a%20b",
                response: .json("{\(name),\"done\":true,\"response\":{\"rows\":9}}")),
            .on(.post, "/api/v1/operations/a%20b/cancel", response: .json("{}")),
        ]) { run in
            let source = try #require(URL(string: "https://files.example/1"))
            let job = try await run.api.importOrders(source: source)
            #expect(job.state?.name == "operations/a b")
            #expect(try await job.poll())
            #expect(job.progress == 12.5)
            try await job.cancel()
            #expect(try await job.value.rows == 9)
            #expect(try await job.poll() == false)
            #expect(
                run.lines == [
                    "POST /api/imports", "GET /api/v1/operations/a%20b",
                    "POST /api/v1/operations/a%20b/cancel", "GET /api/v1/operations/a%20b",
                ])
        }
    }

    @Test("202 and Location: another status has the result, also after 303")
    func accepted() async throws {
        try await with([
            .on(
                .post, "/api/renderings",
                response: .status(.accepted).header("Location", "jobs/1")),
            .on(.get, "/api/jobs/1", times: 2, response: .status(.accepted)),
            .on(
                .get, "/api/jobs/1",
                response: .status(.seeOther).header("Location", "/api/files/1")),
            .on(.get, "/api/files/1", response: .json("{\"rows\":5}")),
            .on(
                .delete, "/api/orders",
                response: .status(.accepted).header("Location", "/api/jobs/2")),
            .on(.get, "/api/jobs/2", times: 1, response: .status(.accepted)),
            .on(.get, "/api/jobs/2", response: .status(.noContent)),
        ]) { run in
            let rendering = try await run.api.render()
            #expect(try await rendering.value.rows == 5)
            #expect(!run.server.requests[0].contains("Authorization"))
            #expect(!run.server.requests[1].contains("Authorization"))
            try await run.api.purge().value
            #expect(run.clock.delays.suffix(2) == [.milliseconds(500), .milliseconds(500)])
        }
    }

    @Test("The result of a synchronous response needs no poll")
    func synchronous() async throws {
        try await with([
            .on(.post, "/api/renderings", response: .json("{\"rows\":1}")),
            .on(
                .post, "/api/predictions",
                response: .json("{\"id\":4,\"status\":\"partial\",\"urls\":{\"get\":\"/p/4\"}}")),
            .on(.get, "/api/predictions/4/output", response: .json("[{\"rows\":2}]")),
        ]) { run in
            let rendering = try await run.api.render()
            #expect(try await rendering.value.rows == 1)
            let prediction = try await run.api.predict()
            #expect(try await prediction.value.map(\.rows) == [2])
            #expect(run.clock.delays.isEmpty)
        }
    }

    @Test("The result can be at a header field of the first response")
    func valueHeader() async throws {
        try await with([
            .on(
                .post, "/api/moves",
                response: Self.accepted.header("Location", "/api/orders/moved")),
            .on(.get, "/api/exports/7", response: Self.state("succeeded")),
            .on(.get, "/api/orders/moved", response: .json("{\"rows\":6}")),
        ]) { run in
            let move = try await run.api.move()
            let again = try run.api.operation(OperationsAPI.Move.self, token: move.token)
            #expect(try await move.value.rows == 6)
            #expect(try await again.value.rows == 6)
        }
    }

    @Test("A failed operation is an error with its last state")
    func failed() async throws {
        try await with([
            .on(.post, "/api/exports", response: Self.accepted),
            .on(.get, "/api/exports/7", response: Self.state("canceled")),
            .on(.delete, "/api/exports/7", response: .status(.noContent)),
        ]) { run in
            let export = try await run.api.exportOrders(format: "csv")
            try await export.cancel()
            let error = await #expect(throws: OperationsAPI.ExportOrders.Failure.self) {
                try await export.value
            }
            #expect(error?.code == .operationFailed)
            #expect(error?.response?.body == Data("{\"status\":\"canceled\"}".utf8))
            #expect(export.state?.status == .canceled)
            #expect(
                error?.description.contains(
                    "the server reports that the operation has failed; read") == true)
        }
    }

    @Test("An operation without an end stops at the time limit, with the last state")
    func endless() async throws {
        try await with([
            .on(.post, "/api/exports", response: Self.accepted),
            .on(
                .get, "/api/exports/7", response: Self.state("running").header("Retry-After", "200")
            ),
        ]) { run in
            let export = try await run.api.exportOrders(format: "csv")
            let error = await #expect(throws: OperationsAPI.ExportOrders.Failure.self) {
                try await export.value
            }
            #expect(error?.code == .timedOut)
            #expect(error?.apiError.message == "the operation has not ended within 600 seconds")
            #expect(error?.response?.body == Data("{\"status\":\"running\"}".utf8))
            #expect(run.clock.delays == [.seconds(2), .seconds(200), .seconds(200)])
        }
    }

    @Test("A poll has the documented failures, and the operation can be polled again")
    func refusedPoll() async throws {
        try await with([
            .on(.post, "/api/exports", response: Self.accepted),
            .on(
                .get, "/api/exports/7", times: 1,
                response: .json("{\"code\":\"busy\"}", status: .conflict)),
            .on(.get, "/api/exports/7", response: Self.state("running")),
        ]) { run in
            let export = try await run.api.exportOrders(format: "csv")
            do throws(OperationsAPI.ExportOrders.Failure) {
                try await export.poll()
                Issue.record("the poll was accepted")
            } catch {
                guard case .conflict(let problem) = error else { throw error }
                #expect(problem.value.code == "busy")
            }
            #expect(try await export.poll())
        }
    }

    @Test("A response that does not tell the place is an error")
    func lostPlace() async throws {
        try await with([
            .on(.post, "/api/exports", response: Self.state("running")),
            .on(
                .post, "/api/renderings",
                response: .status(.accepted).header("Location", "ftp://a/b")),
        ]) { run in
            let lost = await #expect(throws: OperationsAPI.ExportOrders.Failure.self) {
                try await run.api.exportOrders(format: "csv")
            }
            #expect(lost?.code == .operationFailed)
            #expect(
                lost?.apiError.message.contains("lacks the header field Operation-Location") == true
            )
            let foreign = await #expect(throws: APIError.self) { try await run.api.render() }
            #expect(foreign?.code == .operationFailed)
        }
    }

    @Test("A URL at another origin gets no credential")
    func otherOrigin() async throws {
        let other = try ScriptedServer.serving([
            .on(.get, "/jobs/1", response: .json("{\"rows\":8}"))
        ])
        defer { other.stop() }
        try await with([
            .on(
                .post, "/api/predictions",
                response: .json(
                    "{\"id\":4,\"status\":\"starting\",\"urls\":{\"get\":\"\(other.url("/jobs/1"))\"}}"
                ))
        ]) { run in
            let prediction = try await run.api.predict()
            _ = await #expect(throws: APIError.self) { try await prediction.poll() }
            #expect(run.server.requests[0].contains("Authorization"))
            #expect(!other.requests[0].contains("Authorization"))
        }
    }

    @Test("A token of another endpoint, or no token, is refused before anything is sent")
    func tokens() async throws {
        try await with([.on(.post, "/api/exports", response: Self.accepted)]) { run in
            let export = try await run.api.exportOrders(format: "csv")
            #expect(
                export.token
                    == "{\"at\":{\"url\":\"\(run.server.url("/api/exports/7?sig=a%2Bb"))\"},"
                    + "\"operation\":\"exportOrders\"}")
            for token in ["", "{}", export.token] {
                let error = #expect(throws: APIError.self) {
                    try run.api.operation(OperationsAPI.Render.self, token: token)
                }
                #expect(error?.code == .invalidParameter)
                #expect(error?.description.contains("exports/7") == false)
            }
        }
    }
}
