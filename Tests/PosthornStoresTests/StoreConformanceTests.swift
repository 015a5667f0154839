import Foundation
import PosthornStores
import PosthornTesting
import TestSupport
import Testing

/// The store in memory passes the conformance suite, also if its errors are reported, and broken stores fail it.
@Suite("Store conformance", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StoreConformanceTests {
    private let memory = InMemoryStore()
    private let reporting = ReportingStore(InMemoryStore()) { Issue.record("\($0)") }

    @Test(arguments: StoreConformance.caches)
    func memoryIsCache(_ behaviour: StoreConformance.Behaviour<any CacheStore>) async throws {
        try await behaviour.check { [memory] in memory }
        try await behaviour.check { [reporting] in reporting }
    }

    @Test(arguments: StoreConformance.leases)
    func memoryHasLeases(_ behaviour: StoreConformance.Behaviour<any LeaseStore>) async throws {
        try await behaviour.check { [memory] in memory }
        try await behaviour.check { [reporting] in reporting }
    }

    @Test(arguments: StoreConformance.rates)
    func memoryCountsRates(_ behaviour: StoreConformance.Behaviour<any RateStore>) async throws {
        try await behaviour.check { [memory] in memory }
        try await behaviour.check { [reporting] in reporting }
    }

    @Test(arguments: StoreConformance.outbox)
    func memoryKeepsCalls(_ behaviour: StoreConformance.Behaviour<any OutboxStore>) async throws {
        let store = InMemoryStore()
        try await behaviour.check { store }
        let reporting = ReportingStore(InMemoryStore()) { Issue.record("\($0)") }
        try await behaviour.check { reporting }
    }

    /// Each behaviour that a broken store lacks, and no other.
    @Test(arguments: BrokenCache.Fault.allCases)
    func findsFaultsOfCaches(_ fault: BrokenCache.Fault) async throws {
        let failed = await failures(of: StoreConformance.caches) {
            let memory = InMemoryStore()
            return { BrokenCache(fault, memory) }
        }
        #expect(failed == fault.failed)
    }

    @Test(arguments: BrokenLeases.Fault.allCases)
    func findsFaultsOfLeases(_ fault: BrokenLeases.Fault) async throws {
        let failed = await failures(of: StoreConformance.leases) {
            let memory = InMemoryStore()
            return { BrokenLeases(fault, memory) }
        }
        #expect(failed == fault.failed)
    }

    @Test(arguments: BrokenRates.Fault.allCases)
    func findsFaultsOfRates(_ fault: BrokenRates.Fault) async throws {
        let failed = await failures(of: StoreConformance.rates) {
            let memory = InMemoryStore()
            return { BrokenRates(fault, fault == .countsForItself ? InMemoryStore() : memory) }
        }
        #expect(failed == fault.failed)
    }

    @Test(arguments: BrokenOutbox.Fault.allCases)
    func findsFaultsOfOutboxes(_ fault: BrokenOutbox.Fault) async throws {
        let failed = await failures(of: StoreConformance.outbox) {
            let (memory, keys) = (InMemoryStore(), Locked<[String: String]>([:]))
            return {
                BrokenOutbox(
                    fault, fault == .losesCallsOnReopening ? InMemoryStore() : memory, keys)
            }
        }
        #expect(failed.subtracting(fault.raced) == fault.failed)
    }

    private func failures<Store: Sendable>(
        of behaviours: [StoreConformance.Behaviour<Store>],
        _ make: () -> @Sendable () -> Store
    ) async -> Set<String> {
        var failed: Set<String> = []
        for behaviour in behaviours {
            do { try await behaviour.check(limit: .seconds(5), make()) } catch {
                failed.insert(behaviour.name)
            }
        }
        return failed
    }
}
