#if SQLite
    import Foundation
    import PosthornOutbox
    import PosthornSQLite
    import PosthornTesting
    import TestSupport
    import Testing

    /// Processes that are killed while they submit and deliver.
    @Suite("Outbox of killed processes", .timeLimit(.minutes(10 * slowness)), .oneIssueAtLimit)
    struct OutboxCrashTests {
        /// The number of calls and of kills; more with `POSTHORN_OUTBOX=10000,100`.
        private static let size: (calls: Int, kills: Int) = {
            let text = ProcessInfo.processInfo.environment["POSTHORN_OUTBOX"] ?? "400,12"
            let numbers = text.split(separator: ",").compactMap { Int($0) }
            return (numbers[0], numbers[1])
        }()

        /// The store of a campaign, whose server of Redis is killed, too.
        private final class Place {
            let folder: TemporaryFolder
            private let restart: (() throws -> Void)?
            private let stop: () -> Void
            let text: String

            init(_ kind: String) throws {
                let folder = try TemporaryFolder(for: "outbox")
                self.folder = folder
                #if Redis
                    if kind == "Redis" {
                        let options = ["--appendonly", "yes", "--dir", folder.path]
                        let first = try RedisProcess(options)
                        var server = first
                        (stop, text) = (
                            { first.end() }, "redis:\(first.port):\(first.password)"
                        )
                        restart = {
                            server.end()
                            server = try RedisProcess(
                                port: first.port, options + ["--requirepass", first.password])
                            // It refuses calls until it has read its file.
                            while try first.send("PING") != "PONG\n" {}
                        }
                        return
                    }
                #endif
                (restart, stop, text) = (nil, {}, folder.path + "/store.sqlite")
            }

            deinit { stop() }

            /// Kills the server of a store that has one, and starts it again.
            func restartServer() throws { try restart?() }
        }

        @Test(arguments: SharedPlace.kinds)
        func everyAcceptedCallIsDeliveredOnceAndInOrder(_ kind: String) throws {
            let (calls, kills) = Self.size
            let warehouse = Warehouse()
            let server = try warehouse.server()
            defer { server.stop() }
            let place = try Place(kind)
            var random = SeededGenerator(seed: 7)
            var accepted: Set<Int> = []
            var next = 0
            // Submissions whose process or server was killed before it could respond.
            var ambiguous: Set<Int> = []
            for run in 0...kills {
                let isLast = run == kills
                let most = min(
                    calls, next + Int.random(in: 0...(4 * calls / kills), using: &random))
                let numbers = next..<(isLast ? calls : most)
                let process = try StoreCheck([
                    "outbox", place.text, String(repeating: "k", count: 32),
                    "http://127.0.0.1:\(server.port)", "\(next)", "\(numbers.upperBound)",
                ])
                // It is killed after some of its submissions, or while it delivers.
                let seen =
                    isLast ? numbers.count + 1 : Int.random(in: 0...numbers.count, using: &random)
                var lines = (0..<seen).map { _ in process.line() }
                if isLast { #expect(lines.last == "end") }
                // Every fifth process loses its server before its end.
                if !isLast, run % 5 == 4 { try place.restartServer() }
                if !isLast { process.end() }
                // What it printed before its end is accepted, too.
                while !isLast {
                    lines.append(process.line())
                    if lines.last == "" { break }
                }
                let printed = Set(lines.compactMap { Int($0) })
                accepted.formUnion(printed)
                // A process has at most one submission in flight.
                next = numbers.lowerBound + printed.count
                if next < numbers.upperBound {
                    ambiguous.insert(next)
                    next += 1
                }
            }
            let effects = warehouse.effects
            #expect(accepted.count + ambiguous.count == calls)
            #expect(accepted.subtracting(effects.map(\.number)).isEmpty, "accepted calls are lost")
            #expect(Set(effects.map(\.number)).count == effects.count, "an effect is doubled")
            for order in 0..<9 {
                let numbers = effects.filter { $0.number % 9 == order }.map(\.number)
                #expect(numbers == numbers.sorted(), "order \(order) is out of order")
            }
            print(
                "outbox, \(kind): \(calls) calls, \(kills) kills, \(warehouse.requests) requests, "
                    + "\(effects.count) effects, \(ambiguous.intersection(effects.map(\.number)).count) of "
                    + "\(ambiguous.count) unanswered submissions stored")
        }
    }

    /// A server that fails three requests of ten, before or after it has done its work.
    final class Warehouse: Sendable {
        struct Effect: Sendable { let number: Int }
        private struct Content {
            var effects: [Effect] = []
            var keys: Set<String> = []
            var random = SeededGenerator(seed: 3)
            var requests = 0
        }
        private let content = Locked(Content())

        var effects: [Effect] { content.withLock { $0.effects } }
        var requests: Int { content.withLock { $0.requests } }

        /// Starts the server.
        func server() throws -> ScriptedServer {
            try ScriptedServer(recording: false) { connection in
                while let message = try connection.readMessage() {
                    try self.take(message, connection)
                }
            }
        }

        private func take(_ message: [UInt8], _ connection: ScriptedConnection) throws {
            let text = String(decoding: message, as: UTF8.self)
            let key = text.split(separator: "\r\n").first {
                $0.lowercased().hasPrefix("idempotency-key:")
            }
            let number = text.split(separator: "\"number\":").last.flatMap {
                Int($0.prefix { $0.isNumber })
            }
            let response = content.withLock { content -> String? in
                content.requests += 1
                let luck = Int.random(in: 0..<100, using: &content.random)
                if luck < 10 {
                    return "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
                }
                if let key, let number, content.keys.insert(String(key)).inserted {
                    content.effects.append(Effect(number: number))
                }
                if luck < 20 {
                    return "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
                }
                if luck < 30 { return nil }
                let body = "{\"number\":\(number ?? -1)}"
                return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            guard let response else { return connection.reset() }
            try connection.write(Array(response.utf8))
        }
    }
#endif
