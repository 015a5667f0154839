#if SQLite
    import Foundation
    import PosthornRedis
    import PosthornSQLite
    import PosthornStores
    import TestSupport
    import Testing

    /// `posthorn outbox` on a store that a program has filled.
    @Suite("posthorn outbox", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
    struct OutboxToolTests {
        private let tool: Tool
        private let key = Data(repeating: 7, count: 32)
        private var environment: [String: String] {
            ["POSTHORN_OUTBOX": "store:" + key.base64EncodedString()]
        }

        init() throws { tool = try Tool() }

        private func store() async throws -> SQLiteStore {
            try await SQLiteStore(
                path: tool.folder.path + "/store.sqlite", key: SecretKey(id: "store", bytes: key))
        }

        /// Adds three calls, of which the first is a dead letter.
        private func fill(_ store: (any OutboxStore)? = nil) async throws {
            let store = if let store { store } else { try await self.store() }
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            for (id, key) in [("c1", "7"), ("c2", "7"), ("c3", nil)] {
                try await store.add(
                    OutboxCall(
                        id: id, service: "ShopAPI", endpoint: "pay", key: key, submitted: now,
                        request: Data("canary".utf8)))
            }
            let claims = try await store.claimCalls(
                for: "ShopAPI", limit: 1, lease: .seconds(9), now: now)
            _ = try await store.settle(
                claims[0], as: .dead(reason: "status 400", response: Data("canary".utf8), at: now))
        }

        @Test func listsRetriesAndDrops() async throws {
            try await fill()
            let lines = [
                "c2  waiting  ShopAPI.pay key \"7\"  2027-01-15T08:00:00Z  0 failed",
                "c3  waiting  ShopAPI.pay  2027-01-15T08:00:00Z  0 failed",
                "c1  dead  ShopAPI.pay key \"7\"  2027-01-15T08:00:00Z  1 failed: status 400",
            ]
            let list = try tool.run("outbox", "list", "store.sqlite", environment: environment)
            #expect(list == Tool.Run(exitCode: 0, output: lines.joined(separator: "\n") + "\n"))
            let json = try tool.run(
                "outbox", "list", "store.sqlite", "--state", "dead", "--json",
                environment: environment)
            #expect(json.output.contains(#""endpoint":"pay""#) && !json.output.contains("canary"))
            let retry = try tool.run(
                "outbox", "retry", "store.sqlite", "c1", "c3", environment: environment)
            #expect(
                retry
                    == Tool.Run(
                        exitCode: 1, output: "c1\n",
                        complaints: "posthorn: there is no dead letter with the id c3\n"))
            let drop = try tool.run(
                "outbox", "drop", "store.sqlite", "c1", environment: environment)
            #expect(drop == Tool.Run(exitCode: 0, output: "c1\n"))
            let rest = try await store().calls(of: nil, in: .waiting, limit: 9).map(\.id)
            #expect(rest == ["c2", "c3"])
        }

        #if Redis
            @Test func serverOfRedis() async throws {
                let server = try RedisProcess()
                let store = try RedisStore(
                    host: "127.0.0.1", port: server.port, password: server.password,
                    key: SecretKey(id: "store", bytes: key), namespace: "shop",
                    keepsCallsInMemory: true)
                try await fill(store)
                let url = "redis://127.0.0.1:\(server.port)/shop"
                let signedIn = environment.merging(["POSTHORN_REDIS": server.password]) { $1 }
                let list = try tool.run("outbox", "list", url, environment: signedIn)
                #expect(
                    list.exitCode == 0
                        && list.output.split(separator: "\n").map { $0.prefix(2) }
                            == ["c2", "c3", "c1"]
                )
                #expect(
                    try tool.run("outbox", "retry", url, "--all", environment: signedIn)
                        == Tool.Run(exitCode: 0, output: "c1\n"))
                #expect(
                    try tool.run("outbox", "drop", url, "c2", environment: signedIn)
                        == Tool.Run(exitCode: 0, output: "c2\n"))
                let rest = try await store.calls(of: nil, in: .waiting, limit: 9).map(\.id)
                #expect(rest == ["c1", "c3"])
                #expect(
                    try tool.run("outbox", "list", url, environment: environment).exitCode == 77)
                let typo = try tool.run(
                    "outbox", "list", url + "s", environment: signedIn)
                #expect(typo.exitCode != 0 && typo.complaints.contains("no such namespace"))
                #expect(try !server.send("KEYS", "*").contains("shops"))
                let away = "redis://127.0.0.1:\(try RedisProcess.freePort())"
                #expect(try tool.run("outbox", "list", away, environment: signedIn).exitCode == 66)
            }

            @Test(arguments: [
                ("redis://:canary@127.0.0.1/", "POSTHORN_REDIS"),
                ("rediss://127.0.0.1/", "redis://HOST"),
                ("redis://", "redis://HOST"),
            ])
            func urls(_ url: String, _ advice: String) throws {
                let run = try tool.run("outbox", "list", url, environment: environment)
                #expect(run.exitCode == 64 && run.complaints.contains(advice))
                #expect(!run.complaints.contains("canary"))
            }
        #endif

        @Test func whatItRefuses() async throws {
            try await fill()
            let none = try tool.run("outbox", "list", "other.sqlite", environment: environment)
            #expect(none.exitCode == 66)
            #expect(
                none.complaints
                    == "posthorn: a store is a file; found none at other.sqlite; write its path\n")
            let keyless = try tool.run("outbox", "list", "store.sqlite")
            #expect(keyless.exitCode == 77 && keyless.complaints.contains("POSTHORN_OUTBOX"))
            let wrong = try tool.run(
                "outbox", "list", "store.sqlite",
                environment: ["POSTHORN_OUTBOX": "store:" + Data(count: 32).base64EncodedString()])
            #expect(wrong.exitCode == 77)
            #expect(wrong.complaints.contains("created with another key"))
            let state = try tool.run(
                "outbox", "list", "store.sqlite", "--state", "ded", environment: environment)
            #expect(state.exitCode == 64 && state.complaints.contains("'dead', if you mean that"))
            let both = try tool.run("outbox", "retry", "store.sqlite", environment: environment)
            #expect(both.exitCode == 64 && both.complaints.contains("found neither"))
        }
    }
#endif
