#if SQLite
    import Foundation
    import Posthorn
    import PosthornOAuth
    import PosthornTesting
    import TestSupport
    import Testing

    /// Eight processes with one expired token, against a server on loopback.
    @Suite("Processes with one token", .timeLimit(.minutes(4 * slowness)), .oneIssueAtLimit)
    struct FleetTests {
        private static let processes = 8
        private static let calls = 1_000

        /// What the server has seen.
        private struct Seen {
            var clients: [String] = []
            var calls: [String: Int] = [:]
        }

        /// Starts a server that gives a token to each client, and counts the calls by token.
        private func server(
            _ seen: Locked<Seen>,
            onToken: @escaping @Sendable (_ number: Int, _ client: String) -> Void
        ) throws -> ScriptedServer {
            try ScriptedServer(recording: false) { connection in
                while let request = try connection.readRequest() {
                    var body = "{}"
                    if request.hasPrefix("POST /token") {
                        let client = request.split(separator: "client_id=").last?.prefix {
                            $0 != "&"
                        }
                        let number = seen.withLock { seen in
                            seen.clients.append(String(client ?? ""))
                            return seen.clients.count
                        }
                        onToken(number, String(client ?? ""))
                        body = """
                            {"access_token":"new\(number)","token_type":"Bearer","expires_in":3600,\
                            "refresh_token":"refresh\(number)"}
                            """
                    } else {
                        let token = request.split(separator: "Bearer ").last?.prefix {
                            $0 != "\r" && $0 != "\r\n"
                        }
                        seen.withLock { $0.calls[String(token ?? ""), default: 0] += 1 }
                    }
                    try connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                }
            }
        }

        private func placeWithExpiredToken(_ kind: String) async throws -> SharedPlace {
            let place = try SharedPlace(kind)
            try await SharedTokenStore(try await place.open()).store(
                OAuthTokens(
                    accessToken: "old", expiry: Date(timeIntervalSince1970: 0),
                    refreshToken: "refresh"),
                for: "user")
            return place
        }

        private func start(_ place: SharedPlace, _ server: ScriptedServer) throws -> [StoreCheck] {
            try (0..<Self.processes).map { number in
                try StoreCheck([
                    "calls", place.text, SharedPlace.keyText, "http://127.0.0.1:\(server.port)",
                    "\(Self.calls)",
                    "\(number)",
                ])
            }
        }

        @Test(arguments: SharedPlace.kinds)
        func oneTokenRequestForAllProcesses(_ kind: String) async throws {
            let place = try await placeWithExpiredToken(kind)
            defer { withExtendedLifetime(place) {} }
            let seen = Locked(Seen())
            let server = try server(seen) { _, _ in }
            defer { server.stop() }
            for process in try start(place, server) { #expect(process.line() == "\(Self.calls)") }
            #expect(seen.withLock { $0.clients.count } == 1)
            #expect(seen.withLock { $0.calls } == ["new1": Self.processes * Self.calls])
            #expect(server.errors.isEmpty)
        }

        @Test(arguments: SharedPlace.kinds)
        func secondTokenRequestIfTheProcessIsKilled(_ kind: String) async throws {
            let place = try await placeWithExpiredToken(kind)
            defer { withExtendedLifetime(place) {} }
            let seen = Locked(Seen())
            let (asked, killed) = (Gate(), Gate())
            let first = Locked("")
            let server = try server(seen) { number, client in
                guard number == 1 else { return }
                first.withLock { $0 = client }
                asked.open()
                killed.wait()
            }
            defer { server.stop() }
            let processes = try start(place, server)
            await asked.opened()
            let victim = try #require(Int(first.withLock { $0 }))
            processes[victim].end()
            killed.open()
            for (number, process) in processes.enumerated() where number != victim {
                #expect(process.line() == "\(Self.calls)")
            }
            #expect(seen.withLock { $0.clients.count } == 2)
            #expect(seen.withLock { $0.calls } == ["new2": (Self.processes - 1) * Self.calls])
        }
    }
#endif
