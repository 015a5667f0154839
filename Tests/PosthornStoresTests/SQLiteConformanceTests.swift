#if SQLite
    import Foundation
    import PosthornKeys
    import PosthornSQLite
    import PosthornStores
    import PosthornTesting
    import TestSupport
    import Testing

    /// Two connections to a file of SQLite pass the conformance suite.
    @Suite("SQLite store conformance", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct SQLiteConformanceTests {
        private let folder: TemporaryFolder
        private let open: @Sendable () async throws -> SQLiteStore

        init() throws {
            let folder = try TemporaryFolder(for: "sqlite")
            let key = try SecretKey.random(id: "store")
            self.folder = folder
            open = { try await SQLiteStore(path: folder.path + "/store.sqlite", key: key) }
        }

        @Test(arguments: StoreConformance.caches)
        func isCache(_ behaviour: StoreConformance.Behaviour<any CacheStore>) async throws {
            try await behaviour.check { [open] in try await open() }
        }

        @Test(arguments: StoreConformance.leases)
        func hasLeases(_ behaviour: StoreConformance.Behaviour<any LeaseStore>) async throws {
            try await behaviour.check { [open] in try await open() }
        }

        @Test(arguments: StoreConformance.outbox)
        func keepsCalls(_ behaviour: StoreConformance.Behaviour<any OutboxStore>) async throws {
            try await behaviour.check { [open] in try await open() }
        }

        @Test(arguments: StoreConformance.rates)
        func countsRates(_ behaviour: StoreConformance.Behaviour<any RateStore>) async throws {
            try await behaviour.check { [open] in try await open() }
        }
    }
#endif
