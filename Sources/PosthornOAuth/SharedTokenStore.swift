internal import FoundationEssentials
public import PosthornCore
public import PosthornStores

/// A token store for several processes or machines, over a store with leases.
///
/// One process at a time renews the tokens of an account. The others wait, and then use its tokens. If the process ends
/// while it renews them, another one does so after ``leaseTime``. A process that was paused meanwhile does not replace
/// the newer tokens; it uses them.
///
/// ```swift
/// let tokens = SharedTokenStore(try await SQLiteStore(path: path, key: key))
/// let credential = client.credential(for: "user", in: tokens)
/// ```
public struct SharedTokenStore: TokenStore {
    /// How long the others wait for a process that does not respond; ten seconds by default.
    ///
    /// The process that renews the tokens prolongs its lease three times in this time.
    public let leaseTime: Duration
    /// How long a change waits for another process; one minute by default.
    public let waitLimit: Duration
    private let store: any LeaseStore

    /// Creates a token store over another store.
    ///
    /// - Parameters:
    ///   - store: Where the tokens are. It should encrypt them, as `SQLiteStore` of `PosthornSQLite` does.
    ///   - leaseTime: How long the others wait for a process that does not respond; ten seconds by default.
    ///   - waitLimit: How long a change waits for another process; one minute by default.
    public init(
        _ store: any LeaseStore, leaseTime: Duration = .seconds(10),
        waitLimit: Duration = .seconds(60)
    ) {
        (self.store, self.leaseTime, self.waitLimit) = (store, leaseTime, waitLimit)
    }

    /// Returns the tokens of an account, or `nil` if there are none.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``.
    public func tokens(for account: String) async throws -> OAuthTokens? {
        try Self.tokens(try await access { try await store.value(of: Self.name(account)) })
    }

    /// Replaces the tokens of an account by those that the closure returns, or removes them if it returns `nil`.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``, and what the closure throws.
    @discardableResult
    public func update(
        _ account: String,
        _ body: @Sendable (_ stored: OAuthTokens?) async throws -> OAuthTokens?
    ) async throws -> OAuthTokens? {
        let lease = try await acquire(account)
        let extensions = Task { [store, leaseTime] in
            while true {
                try await Task.sleep(for: leaseTime / 3)
                _ = try? await store.extend(lease, for: leaseTime)
            }
        }
        defer { extensions.cancel() }
        do {
            let stored = try Self.tokens(lease.value)
            let tokens = try await body(stored)
            guard tokens != stored else {
                await release(lease)
                return tokens
            }
            if try await commit(tokens, under: lease) { return tokens }
        } catch {
            await release(lease)
            throw error
        }
        guard let newer = try await self.tokens(for: account) else {
            throw OAuthError.removed
        }
        return newer
    }

    /// Removes the tokens of an account; does nothing if there are none.
    ///
    /// A renewal that is in progress fails, and stores no tokens.
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``.
    public func remove(_ account: String) async throws {
        try await access { try await store.remove(Self.name(account)) }
    }

    /// Asks again and again, because no store tells when a lease ends.
    private func acquire(_ account: String) async throws -> Lease {
        let end = ContinuousClock.now + waitLimit
        var pause = Duration.milliseconds(5)
        while true {
            let lease = try await access {
                try await store.acquire(Self.name(account), for: leaseTime)
            }
            if let lease { return lease }
            guard ContinuousClock.now < end else {
                throw OAuthError.store(
                    "another process keeps their lease", "end that process, or raise `waitLimit`")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(100))
        }
    }

    /// Stores the tokens, even if the caller is cancelled: the refresh token of the old ones may be used up.
    private func commit(_ tokens: OAuthTokens?, under lease: Lease) async throws -> Bool {
        let value = try tokens.map { try JSONEncoder().encode($0) }
        return try await Task { [store, leaseTime] in
            for attempt in 1... {
                do {
                    if let value { return try await store.commit(value, under: lease) }
                    // Without the lease, the tokens are newer ones, or an earlier attempt has removed them.
                    guard try await store.extend(lease, for: leaseTime) else {
                        return try await store.value(of: lease.name) == nil
                    }
                    try await store.remove(lease.name)
                    return true
                } catch {
                    guard attempt < 3 else { throw Self.error(error) }
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            return false
        }.value
    }

    private func release(_ lease: Lease) async {
        await Task { [store] in _ = try? await store.release(lease) }.value
    }

    private func access<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw Self.error(error) }
    }

    private static func error(_ error: any Error) -> any Error {
        guard let failure = error as? StoreError else { return error }
        var shown = OAuthError.store(failure.message, failure.advice ?? "check the store")
        shown.underlying = failure
        return shown
    }

    private static func tokens(_ value: Data?) throws -> OAuthTokens? {
        guard let value else { return nil }
        guard let tokens = try? JSONDecoder().decode(OAuthTokens.self, from: value) else {
            throw OAuthError.store(
                "the value is not one of this store", "remove it, and sign in again")
        }
        return tokens
    }

    /// Keeps tokens apart from other values of the store.
    private static func name(_ account: String) -> String { "token " + account }
}

extension SharedTokenStore: RedactedStringConvertible {}
