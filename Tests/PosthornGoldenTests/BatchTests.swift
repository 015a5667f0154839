import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls of JSON-RPC and batches, over a real connection.
@Suite("JSON-RPC and batches", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct BatchTests {
    private func with(
        _ response: @escaping @Sendable (String) -> StubResponse,
        _ run: (ClientConfiguration, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving([
            .on(nil, "*") { request in response(String(decoding: request.body, as: UTF8.self)) }
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await run(
                ClientConfiguration(baseURL: server.url("/v1"), transport: session), server)
        }
    }

    /// The numbers that the client gave to the calls in a body.
    private static func ids(_ body: String) -> [Int] {
        body.components(separatedBy: "\"id\":").dropFirst()
            .compactMap { Int($0.prefix { $0.isNumber }) }
    }

    private func body(_ request: String) -> String {
        String(request.components(separatedBy: "\r\n\r\n").last ?? "")
    }

    // MARK: JSON-RPC

    @Test("Parameters by name, by position and none, each with an id of its own")
    func callsByJSONRPC() async throws {
        try await with({
            .json("{\"jsonrpc\":\"2.0\",\"id\":\(Self.ids($0)[0]),\"result\":3}")
        }) { configuration, server in
            let api = RPCAPI(configuration)
            #expect(try await api.add(a: 1, b: 2) == 3)
            #expect(try await api.subtract(body: RPCPair(first: 4, second: 1)) == 3)
            try await api.ping()
            let bodies = server.requests.map(body)
            let ids = bodies.map { Self.ids($0)[0] }
            #expect(Set(ids).count == 3)
            #expect(
                bodies == [
                    "{\"jsonrpc\":\"2.0\",\"id\":\(ids[0]),\"method\":\"math.add\",\"params\":{\"a\":1,\"b\":2}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":\(ids[1]),\"method\":\"math.subtract\",\"params\":[4,1]}",
                    "{\"jsonrpc\":\"2.0\",\"id\":\(ids[2]),\"method\":\"ping\"}",
                ])
            #expect(server.requests.allSatisfy { $0.hasPrefix("POST /v1/rpc ") })
            #expect(server.requests[0].contains("Content-Type: application/json\r\n"))
        }
    }

    @Test("Errors are typed by their code, and others have it")
    func errorsOfJSONRPC() async throws {
        for (code, status) in [
            (-32004, HTTPResponse.Status.ok), (-32602, .ok), (-32004, .notFound),
        ] {
            try await with({
                .json(
                    "{\"jsonrpc\":\"2.0\",\"id\":\(Self.ids($0)[0]),\"error\":{\"code\":\(code),"
                        + "\"message\":\"no\",\"data\":[1]}}", status: status)
            }) { configuration, _ in
                let error = await #expect(throws: RPCAPI.Find.Failure.self) {
                    try await RPCAPI(configuration).find(id: 1)
                }
                switch error {
                case .noItem(let problem)?: #expect(problem.value.data == [1] && code == -32004)
                case .rpcProblem(let problem)?: #expect(problem.value.code == code)
                default: Issue.record("\(String(describing: error))")
                }
                let other = await #expect(throws: APIError.self) {
                    try await RPCAPI(configuration).ping()
                }
                #expect(other?.envelopeError?.code == .number(code))
            }
        }
    }

    @Test(
        "A response without the call's id is refused",
        arguments: [
            ("\"id\":0,", "the id of another call"), ("", "no id"),
            ("\"id\":null,", "the id of another call"),
            ("\"id\":ID,\"id\":ID,", "several ids"),
        ])
    func idsOfJSONRPC(member: String, reason: String) async throws {
        try await with({ body in
            let own = member.replacing("ID", with: "\(Self.ids(body)[0])")
            return .json("{\"jsonrpc\":\"2.0\",\(own)\"result\":3}")
        }) { configuration, _ in
            let error = await #expect(throws: APIError.self) {
                try await RPCAPI(configuration).add(a: 1, b: 2)
            }
            #expect(error?.code == .decodingFailed)
            #expect(error?.message == "the response of JSON-RPC has \(reason)")
        }
    }

    @Test("An array of calls has each result, in the order of the calls")
    func batchesOfJSONRPC() async throws {
        try await with({ body in
            let ids = Self.ids(body)
            let parts = [
                "{\"jsonrpc\":\"2.0\",\"id\":\(ids[2]),\"error\":{\"code\":-32004,\"message\":\"no\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\(ids[1]),\"result\":null}",
                "{\"jsonrpc\":\"2.0\",\"result\":7,\"id\":\"\(ids[0])\"}",
            ]
            // A media type that only the spec of the service accepts.
            return .json("[\(parts.joined(separator: ","))]", type: "application/json-rpc")
        }) { configuration, server in
            let api = RPCAPI(configuration)
            let (sum, pong, item) = await api.batch(
                RPCAPI.Add(a: 3, b: 4), RPCAPI.Ping(), RPCAPI.Find(id: 9))
            #expect(try sum.get() == 7)
            try pong.get()
            guard case .failure(.noItem(let problem)) = item else {
                Issue.record("\(item)")
                return
            }
            #expect(problem.value.code == -32004)
            #expect(server.requests.count == 1)
            let sent = body(server.requests[0])
            #expect(sent.hasPrefix("[{\"jsonrpc\"") && sent.hasSuffix("}]"))
        }
    }

    @Test("Missing, doubled and foreign ids are failures of their calls alone")
    func idsOfBatches() async throws {
        try await with({ body in
            let ids = Self.ids(body)
            func part(_ id: Int, _ result: Int) -> String {
                "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}"
            }
            return .json(
                "[\(part(ids[0], 1)),\(part(ids[1], 2)),\(part(ids[1], 2)),\(part(0, 5)),7]")
        }) { configuration, _ in
            let results = await RPCAPI(configuration).batch(
                [RPCAPI.Add(a: 0, b: 1), RPCAPI.Add(a: 1, b: 1), RPCAPI.Add(a: 1, b: 2)])
            let first = try results[0].get()
            #expect(first == 1)
            let errors = results.dropFirst().map { result -> APIError? in
                if case .failure(let error) = result { error } else { nil }
            }
            #expect(
                errors.map { $0?.message } == [
                    "the batch's response has 2 for the call",
                    "the batch's response has none for the call, and 2 for no call of it",
                ])
            #expect(errors.allSatisfy { $0?.code == .malformedResponse })
        }
    }

    @Test("Parts for no call are reported, although each call has its response")
    func foreignPartsAreReported() async throws {
        final class Deviations: ClientObserver {
            let all = Locked<[String]>([])
            func observe(_ event: CallEvent) {
                guard case .deviation(let error) = event.kind else { return }
                all.withLock { $0.append("\(event.endpoint) \(error.path) \(error.found)") }
            }
        }
        for isRPC in [true, false] {
            try await with({ body in
                let ids = isRPC ? Self.ids(body) : [1]
                let own =
                    isRPC ? "{\"id\":\(ids[0]),\"result\":1}" : "{\"id\":\"1\",\"status\":204}"
                let parts = "[{\"id\":\"x\"},\(own),{\"result\":3}]"
                return .json(isRPC ? parts : "{\"responses\":\(parts)}")
            }) { configuration, _ in
                let observer = Deviations()
                var configuration = configuration
                configuration.observers = [observer]
                if isRPC {
                    let results = await RPCAPI(configuration).batch([RPCAPI.Add(a: 0, b: 1)])
                    let sum = try results[0].get()
                    #expect(sum == 1)
                } else {
                    let api = BatchesAPI(configuration, auth: .init(user: .none))
                    try await api.batch([BatchesAPI.Remove(id: "1")])[0].get()
                }
                let list = isRPC ? "" : "responses"
                #expect(
                    observer.all.withLock { $0 } == [
                        "batch \(list)[0] one with another id",
                        "batch \(list)[2] one without an id",
                    ])
            }
        }
    }

    @Test("A failure of the exchange is that of each call")
    func failedExchange() async throws {
        for response in [
            StubResponse.json(
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}"),
            .status(.serviceUnavailable), .failure(TransportError(.connectionLost, "cut")),
        ] {
            try await with({ _ in response }) { configuration, server in
                let api = RPCAPI(configuration)
                let (sum, pong) = await api.batch(RPCAPI.Add(a: 1, b: 2), RPCAPI.Ping())
                let first = #expect(throws: APIError.self) { try sum.get() }
                let second = #expect(throws: APIError.self) { try pong.get() }
                #expect(first?.endpoint == "add" && second?.endpoint == "ping")
                #expect(first?.code == second?.code)
                #expect(
                    [.rejected, .serviceUnavailable, .connectionLost].contains(
                        first?.code ?? .cancelled)
                )
                #expect(server.requests.count <= 2)
            }
        }
    }

    // MARK: Requests in a JSON object

    @Test("Several requests have each response, by their ids")
    func batchesOfRequests() async throws {
        try await with({ _ in
            .json(
                """
                {"responses":[
                {"id":"3","status":409,"headers":{"Content-Type":"application/json"},"body":{"reason":"taken"}},
                {"id":"1","status":200,"body":{"id":7}},
                {"id":"4","status":204},
                {"id":"2","status":200,"headers":{"Content-Type":"image/png"},"body":"iVBORw0="}]}
                """)
        }) { configuration, server in
            let api = BatchesAPI(configuration, auth: .init(user: .bearer("secret")))
            let (me, photo, created, removed) = await api.batch(
                BatchesAPI.Me(expand: "a b"), BatchesAPI.Photo(id: "p/1"),
                BatchesAPI.Create(prefer: "minimal", name: "tea"), BatchesAPI.Remove(id: "5"))
            #expect(try me.get().id == 7)
            #expect(try photo.get() == Data([0x89, 0x50, 0x4E, 0x47, 0x0D]))
            guard case .failure(.conflict(let problem)) = created else {
                Issue.record("\(created)")
                return
            }
            #expect(problem.value.reason == "taken")
            try removed.get()
            #expect(server.requests.count == 1)
            let request = server.requests[0]
            #expect(request.hasPrefix("POST /v1/$batch "))
            #expect(request.contains("Authorization: Bearer secret"))
            #expect(
                body(request)
                    == "{\"requests\":[{\"id\":\"1\",\"method\":\"GET\",\"url\":\"/me?expand=a%20b\"},"
                    + "{\"id\":\"2\",\"method\":\"GET\",\"url\":\"/photos/p%2F1\"},"
                    + "{\"id\":\"3\",\"method\":\"POST\",\"url\":\"/items\",\"headers\":"
                    + "{\"Content-Type\":\"application/json\",\"Prefer\":\"minimal\"},\"body\":{\"name\":\"tea\"}},"
                    + "{\"id\":\"4\",\"method\":\"DELETE\",\"url\":\"/items/5\"}]}")
        }
    }

    @Test("A call that can't be built fails alone, and the others are sent")
    func unbuiltCall() async throws {
        try await with({ _ in
            .json("{\"responses\":[{\"id\":\"1\",\"status\":200,\"body\":{\"id\":1}}]}")
        }) {
            configuration, server in
            let api = BatchesAPI(configuration, auth: .init(user: .bearer("secret")))
            let (removed, me) = await api.batch(BatchesAPI.Remove(id: ""), BatchesAPI.Me())
            let error = #expect(throws: APIError.self) { try removed.get() }
            #expect(error?.code == .invalidParameter)
            let found = try me.get()
            #expect(found.id == 1)
            #expect(body(server.requests[0]).components(separatedBy: "\"method\"").count == 2)
            let none: [Result<BatchesItem, APIError>] = await api.batch([BatchesAPI.Me]())
            #expect(none.isEmpty)
            #expect(server.requests.count == 1)
        }
    }

    @Test("A response that is no batch fails each call, with what is missing")
    func brokenBatches() async throws {
        for (text, reason) in [
            ("[]", "the batch's response has no list of responses"),
            ("{\"responses\":{}}", "the batch's response has no list of responses"),
            ("{\"responses\":[]}", "the batch's response has none for the call"),
            (
                "{\"responses\":[{\"id\":\"1\",\"body\":{\"id\":1}}]}",
                "the batch's response for the call has no status"
            ),
        ] {
            try await with({ _ in .json(text) }) { configuration, _ in
                let api = BatchesAPI(configuration, auth: .init(user: .bearer("secret")))
                let results = await api.batch([BatchesAPI.Me()])
                let error = #expect(throws: APIError.self) { try results[0].get() }
                #expect(error?.message == reason)
                #expect(error?.code == .malformedResponse)
            }
        }
    }

    @Test("Cancelling the batch cancels each call")
    func cancelledBatch() async throws {
        let gate = Gate()
        try await with({ _ in .json("[]").held(by: gate) }) { configuration, server in
            let api = RPCAPI(configuration)
            let batch = Task { await api.batch([RPCAPI.Ping(), RPCAPI.Ping()]) }
            while server.requests.isEmpty { await Task.yield() }
            batch.cancel()
            let results = await batch.value
            for result in results {
                let error = #expect(throws: APIError.self) { try result.get() }
                #expect(error?.code == .cancelled)
            }
            gate.open()
        }
    }
}
