import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Testing

@Suite("Key rings and refreshing keys")
struct KeyProviderTests {
    /// Loads a key ring and counts the loads.
    final class Vault: Sendable {
        let loads = Locked(0)
        let ids = Locked(["one"])

        func load() throws -> KeyRing<SecretKey> {
            loads.withLock { $0 += 1 }
            let keys = try ids.withLock { $0 }.map { try SecretKey.shared($0) }
            return try KeyRing(keys[0], previous: Array(keys.dropFirst()))
        }

        var count: Int { loads.withLock { $0 } }
    }

    let vault = Vault()

    @Test func ringFindsKeysByID() throws {
        let ring = try KeyRing(SecretKey.shared("new"), previous: [.shared("old")])
        #expect(ring.current().id == "new")
        #expect(ring.key(id: "old")?.id == "old")
        #expect(ring.key(id: "other") == nil)
        #expect("\(ring)" == #"KeyRing("new", "old")"#)
        #expect(throws: APIError.Cause.self) {
            try KeyRing(SecretKey.shared("a"), previous: [.shared("a")])
        }
    }

    @Test func concurrentCallsLoadOnce() async throws {
        let gate = Gate()
        let vault = vault
        let keys = RefreshingKeys {
            await gate.opened()
            return try vault.load()
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await keys.current().id } }
            gate.open()
            for try await id in group { #expect(id == "one") }
        }
        #expect(vault.count == 1)
    }

    @Test func unknownIDReloadsAtMostOncePerInterval() async throws {
        let clock = Locked(ContinuousClock.now)
        let vault = vault
        let keys = RefreshingKeys(now: { clock.withLock { $0 } }) { try vault.load() }
        _ = try await keys.current()
        for _ in 0..<10 { #expect(try await keys.key(id: "two") == nil) }
        #expect(vault.count == 1, "the keys were loaded less than 30 s ago")
        vault.ids.withLock { $0 = ["two", "one"] }
        clock.withLock { $0 += .seconds(30) }
        #expect(try await keys.key(id: "two")?.id == "two")
        #expect(vault.count == 2)
        #expect(try await keys.key(id: "one")?.id == "one")
        #expect(try await keys.current().id == "two")
        for _ in 0..<10 { #expect(try await keys.key(id: "three") == nil) }
        #expect(vault.count == 2)
    }

    @Test func reloadsKeysAfterMaxAge() async throws {
        let clock = Locked(ContinuousClock.now)
        let vault = vault
        let keys = RefreshingKeys(maxAge: .seconds(60), now: { clock.withLock { $0 } }) {
            try vault.load()
        }
        _ = try await keys.current()
        clock.withLock { $0 += .seconds(59) }
        _ = try await keys.current()
        #expect(vault.count == 1)
        clock.withLock { $0 += .seconds(1) }
        _ = try await keys.current()
        #expect(vault.count == 2)
    }

    @Test func oldKeysAreUsedWithinTheStaleLimit() async throws {
        let (clock, fails) = (Locked(ContinuousClock.now), Locked(false))
        let vault = vault
        let keys = RefreshingKeys(
            maxAge: .seconds(60), staleLimit: .seconds(60), now: { clock.withLock { $0 } }
        ) {
            let ring = try vault.load()
            if fails.withLock({ $0 }) { throw CancellationError() }
            return ring
        }
        _ = try await keys.current()
        fails.withLock { $0 = true }
        clock.withLock { $0 += .seconds(60) }
        for _ in 0..<10 { #expect(try await keys.current().id == "one") }
        #expect(vault.count == 2)
        clock.withLock { $0 += .seconds(59) }
        #expect(try await keys.current().id == "one")
        #expect(vault.count == 3)
        clock.withLock { $0 += .seconds(1) }
        await #expect(throws: CancellationError.self) { try await keys.current() }
    }

    @Test func nextCallRetriesFailedLoader() async throws {
        let vault = vault
        let keys = RefreshingKeys {
            let ring = try vault.load()
            if vault.count == 1 { throw CancellationError() }
            return ring
        }
        await #expect(throws: CancellationError.self) { try await keys.current() }
        #expect(try await keys.current().id == "one")
    }

    /// The keys come from another generated client, whose call fails with its own error.
    @Test func cancelledKeyLoadCancelsTheCall() async throws {
        struct Key: Endpoint {
            typealias Output = String
            static let name = "key"
            func build(_ request: inout RequestBuilder) { request.method(.get, "/key") }
        }
        var bank = Service { _ in throw CancellationError() }
        bank.configuration.transport = StubTransport(
            .on(nil, "*", response: .failure(TransportError(.cancelled, "given up"))))
        let signer = MessageSigner(
            key: RefreshingKeys { [bank] in
                _ = try await bank.send(Key())
                return try KeyRing(SigningKey(PrivateKey.random(.ed25519, id: "k")))
            })
        let service = Service { _ in throw CancellationError() }.with { $0.signer = signer }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .cancelled)
        #expect(error?.stage == .sealing)
    }

    @Test func cancelledCallDoesNotWaitForLoader() async throws {
        let (started, gate) = (Gate(), Gate())
        let vault = vault
        let keys = RefreshingKeys {
            started.open()
            await gate.opened()
            return try vault.load()
        }
        let call = Task { try await keys.current().id }
        await started.opened()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        gate.open()
        #expect(try await keys.current().id == "one")
        #expect(vault.count == 1)
    }

    @Test func slowLoaderTimesOut() async throws {
        let (gate, runs) = (Gate(), Locked(0))
        let vault = vault
        let keys = RefreshingKeys(timeLimit: .milliseconds(1)) {
            let isFirst = runs.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { await gate.opened() }
            return try vault.load()
        }
        let fault = await #expect(throws: APIError.Cause.self) { try await keys.current() }
        #expect(fault?.code == .timedOut)
        #expect("\(keys)" == "RefreshingKeys<SecretKey>(…)")
        gate.open()
    }

    @Test func failedReloadForUnknownIDIsIgnoredUntilInterval() async throws {
        let clock = Locked(ContinuousClock.now)
        let fails = Locked(false)
        let vault = vault
        let keys = RefreshingKeys(now: { clock.withLock { $0 } }) {
            let ring = try vault.load()
            if fails.withLock({ $0 }) { throw APIError.Cause(.invalidKey, "the vault is closed") }
            return ring
        }
        _ = try await keys.current()
        fails.withLock { $0 = true }
        clock.withLock { $0 += .seconds(30) }
        for _ in 0..<10 { #expect(try await keys.key(id: "two") == nil) }
        #expect(vault.count == 2)
        #expect(try await keys.current().id == "one")
        clock.withLock { $0 += .seconds(30) }
        #expect(try await keys.key(id: "two") == nil)
        #expect(vault.count == 3)
    }
}
