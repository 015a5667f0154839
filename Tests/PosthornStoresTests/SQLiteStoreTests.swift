#if SQLite
    import Foundation
    import Glibc
    import PosthornCore
    import PosthornKeys
    import PosthornSQLite
    import PosthornStores
    import TestSupport
    import Testing

    /// The file of a store: its protection, its limits, damage, and processes that are killed.
    @Suite("SQLite store", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct SQLiteStoreTests {
        private let folder: TemporaryFolder
        private let path: String
        private let key: SecretKey

        init() throws {
            folder = try TemporaryFolder(for: "sqlite")
            path = folder.path + "/store.sqlite"
            key = try Self.key()
        }

        private static let keyText = "0123456789abcdef0123456789abcdef"

        private static func key(_ text: String = keyText) throws -> SecretKey {
            try SecretKey(id: "store", bytes: Data(text.utf8))
        }

        private func open(_ path: String? = nil, cacheBytes: Int = 256 << 20) async throws
            -> SQLiteStore
        {
            try await SQLiteStore(path: path ?? self.path, key: key, cacheBytes: cacheBytes)
        }

        private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
            do { try await body() } catch { return (error as? StoreError)?.code }
            return nil
        }

        private func entry(_ number: Int, bytes: Int = 1_000) -> CacheEntry {
            CacheEntry(
                key: .init(url: "https://a.test/\(number)", identity: "me"), variant: "",
                bytes: Data(repeating: UInt8(number % 250), count: bytes))
        }

        @discardableResult
        private func insert(_ entry: CacheEntry, _ store: SQLiteStore) async throws -> Bool {
            let generation = try await store.snapshot(of: entry.key).generation
            return try await store.insert(entry, replacing: [], since: generation)
        }

        private func commit(_ text: String, _ store: SQLiteStore) async throws {
            let lease = try #require(try await store.acquire("account", for: .seconds(60)))
            #expect(try await store.commit(Data(text.utf8), under: lease))
        }

        @Test func keepsFilesFromOtherUsers() async throws {
            let store = try await open()
            try await insert(entry(1), store)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                var status = stat()
                #expect(lstat(folder.path + "/" + name, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o600, "\(name)")
            }
        }

        @Test func encryptsValuesAndHidesNames() async throws {
            let store = try await open()
            let secret = "canary-secret-canary"
            let key = CacheEntry.Key(url: "https://\(secret).test/", identity: secret)
            try await insert(CacheEntry(key: key, variant: secret, bytes: Data(secret.utf8)), store)
            let lease = try #require(try await store.acquire(secret, for: .seconds(60)))
            #expect(try await store.commit(Data(secret.utf8), under: lease))
            let rate = SharedRate(interval: .seconds(1), burst: 1)
            _ = try await store.take(1, of: secret, at: rate, within: .zero)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
                #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
            }
        }

        @Test func refusesUnusablePaths() async throws {
            let file = try await open()
            _ = file
            let link = folder.path + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let readable = folder.path + "/readable"
            try Data().write(to: URL(filePath: readable))
            chmod(readable, 0o644)
            for path in ["", "/", folder.path, folder.path + "/none/store", link, readable] {
                #expect(await code { _ = try await open(path) } == .refused, "\(path)")
            }
        }

        @Test func refusesAnotherKeyAndPurpose() async throws {
            try await commit("x", open())
            let other = try Self.key("fedcba9876543210fedcba9876543210")
            #expect(await code { _ = try await SQLiteStore(path: path, key: other) } == .wrongKey)
            let signing = try SecretKey.random(id: "a", for: .signatures)
            let error = await #expect(throws: APIError.Cause.self) {
                _ = try await SQLiteStore(path: folder.path + "/other", key: signing)
            }
            #expect(error?.code == .invalidKey)
        }

        @Test(arguments: [
            "plain text, and more of it than a page needs", "SQLite format 3\0", "\0",
        ])
        func refusesFilesOfOtherPrograms(_ start: String) async throws {
            let bytes = Data(start.utf8) + Data(repeating: 0x41, count: 8_192)
            try bytes.write(to: URL(filePath: path))
            chmod(path, 0o600)
            let found = await code { _ = try await open() }
            #expect(found == .foreign || found == .damaged)
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "the file was changed")
        }

        @Test func refusesDatabasesOfOtherPrograms() async throws {
            #expect(
                try await refusal(of: "CREATE TABLE a (b)")
                    == "the file is a database of another program; use another path for the store")
        }

        @Test(
            arguments: zip(
                [1, 3],
                [
                    "an earlier version of Posthorn wrote the file of the store: its format is 1, and this "
                        + "version reads 2; remove the file, with its tokens and calls, while no process uses it, "
                        + "or use another path",
                    "a later version of Posthorn wrote the file of the store: its format is 3, and this "
                        + "version reads 2; use that version in all processes, or use another path",
                ]))
        func refusesOtherVersions(_ version: Int, _ description: String) async throws {
            _ = try await open()
            #expect(try await refusal(of: "PRAGMA user_version = \(version)") == description)
        }

        /// Changes the file by a statement, and returns why it is refused.
        private func refusal(of sql: String) async throws -> String? {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [
                "-c",
                "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
                path, sql,
            ]
            try process.run()
            process.waitUntilExit()
            chmod(path, 0o600)
            let bytes = try Data(contentsOf: URL(filePath: path))
            var failure: StoreError?
            do { _ = try await open() } catch { failure = error as? StoreError }
            #expect(failure?.code == .foreign)
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "the file was changed")
            return failure?.description
        }

        /// Each damage gives an error with a code, or a store that works; values are those that were stored.
        @Test func survivesDamage() async throws {
            let good = try await filled()
            var generator = SeededGenerator(seed: 59)
            var outcomes: [String: Int] = [:]
            for round in 0..<120 {
                let path = folder.path + "/damaged-\(round)"
                for (suffix, data) in zip(["", "-wal"], good) {
                    var data = data
                    if (suffix == "") == (round % 2 == 0) {
                        switch round % 3 {
                        case 0:
                            data = data.prefix(Int.random(in: 0..<data.count, using: &generator))
                        default:
                            for _ in 0..<(round % 3 == 1 ? 1 : 40) {
                                data[Int.random(in: 0..<data.count, using: &generator)] ^= 0x55
                            }
                        }
                    }
                    try data.write(to: URL(filePath: path + suffix))
                    chmod(path + suffix, 0o600)
                }
                let code = await code {
                    let store = try await open(path)
                    for number in 0..<40 {
                        let found = try await store.snapshot(of: entry(number).key).entries
                        #expect(found.allSatisfy { $0 == entry(number) }, "another entry")
                    }
                    if let value = try await store.value(of: "account") {
                        #expect(value == Data("tokens".utf8))
                    }
                    try await insert(entry(100), store)
                }
                outcomes[code?.rawValue ?? "works", default: 0] += 1
            }
            #expect(
                Set(outcomes.keys).isSubset(of: ["works", "damaged", "foreign", "wrongKey"]),
                "\(outcomes)")
            #expect((outcomes["works"] ?? 0) > 10 && (outcomes["damaged"] ?? 0) > 10, "\(outcomes)")
        }

        /// Returns the file and the log of an open store, both with a part of its content.
        private func filled() async throws -> [Data] {
            for half in [0..<20, 20..<40] {
                let store = try await open()
                for number in half { try await insert(entry(number), store) }
                try await commit("tokens", store)
                if half.lowerBound > 0 {
                    return try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
                }
            }
            return []
        }

        @Test func evictsLeastRecentlyUsedEntries() async throws {
            let store = try await open(cacheBytes: 1 << 20)
            for number in 0..<150 { try await insert(entry(number, bytes: 10_000), store) }
            var kept: [Int] = []
            for number in 0..<150
            where try await !store.snapshot(of: entry(number).key).entries.isEmpty {
                kept.append(number)
            }
            #expect(kept.count <= 104 && kept.count > 90)
            #expect(kept == Array((150 - kept.count)..<150))
            #expect(try await !insert(entry(200, bytes: 1 << 18), store), "an eighth is the limit")
            var status = stat()
            stat(path, &status)
            #expect(status.st_size < 3 << 20)
        }

        /// A killed process leaves whole values, and others continue.
        @Test func survivesKilledProcesses() async throws {
            let store = try await open()
            for round in 0..<25 {
                let names = (0..<2).map { "\(round) \($0)" }
                let children = try names.map { try StoreCheck(["hammer", path, Self.keyText, $0]) }
                var stored = [0, 0]
                for _ in 0..<(round % 4 + 1) {
                    for (number, child) in children.enumerated() {
                        stored[number] = try #require(Int(child.line()))
                    }
                }
                for child in children { child.end() }
                for (name, stored) in zip(names, stored) {
                    let value = try #require(try await store.value(of: name))
                    let found = try #require(Int(String(decoding: value, as: UTF8.self)))
                    #expect(found >= stored, "an acknowledged value was lost")
                }
                for number in 0..<50 {
                    let key = CacheEntry.Key(url: "https://a.test/\(number)", identity: "")
                    for entry in try await store.snapshot(of: key).entries {
                        #expect(entry.bytes.allSatisfy { $0 == UInt8(number) }, "a mixture")
                    }
                }
            }
            #expect(try query("PRAGMA integrity_check") == "[('ok',)]\n")
        }

        /// Runs a statement as another program would, and returns its rows.
        private func query(_ statement: String) throws -> String {
            let client = Process()
            client.executableURL = URL(filePath: "/usr/bin/python3")
            let output = Pipe()
            client.standardOutput = output
            let program = """
                import sqlite3, sys
                file = sqlite3.connect(sys.argv[1])
                print(file.execute(sys.argv[2]).fetchall())
                file.commit()
                """
            client.arguments = ["-c", program, path, statement]
            try client.run()
            let text = String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            client.waitUntilExit()
            return text
        }

        /// A call that another program has changed is not sent, and holds back no other.
        @Test func damagedCalls() async throws {
            let store = try await open()
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            for id in ["1", "2"] {
                try await store.add(
                    OutboxCall(
                        id: id, service: "ShopAPI", endpoint: "pay", submitted: now,
                        request: Data()))
            }
            #expect(try query("UPDATE calls SET request = x'00' WHERE id = '1'") == "[]\n")
            func claims(_ date: Date) async throws -> [String] {
                try await store.claimCalls(
                    for: "ShopAPI", limit: 9, lease: .seconds(9), now: date
                ).map(\.call.id)
            }
            #expect(try await claims(now) == ["2"])
            #expect(try await store.dropCall("2", now: now + 10))
            #expect(await code { _ = try await claims(now + 10) } == .damaged)
            #expect(try await store.dropCall("1", now: now + 20))
            #expect(try await claims(now + 20).isEmpty)
        }

        /// Eight processes create one file.
        @Test func manyProcessesOpenAtOnce() async throws {
            let children = try (0..<8).map {
                try StoreCheck(["hammer", path, Self.keyText, "\($0)"])
            }
            for child in children { #expect(Int(child.line()) != nil) }
            for child in children { child.end() }
        }

        @Test func showsNoSecret() async throws {
            let store = try await open()
            #expect("\(store)" == "SQLiteStore(…)")
            let lease = try #require(try await store.acquire("canary", for: .seconds(60)))
            #expect(!"\(lease)".contains("canary"))
        }
    }
#endif
