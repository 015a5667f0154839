public import PosthornCore

/// A place for the tokens of accounts, which several tasks and processes may share.
///
/// Credentials of an ``OAuthClient`` read and change it. A failure of the store fails the call, because
/// a refresh token that is used up and not stored would sign the user out.
public protocol TokenStore: Sendable {
    /// Returns the tokens of an account, or `nil` if there are none.
    func tokens(for account: String) async throws -> OAuthTokens?

    /// Replaces the tokens of an account by those that the closure returns, or removes them if it returns `nil`.
    ///
    /// While the closure runs, no other task or process that shares the store runs one for the account, so that a
    /// refresh token is used once. The closure gets the stored tokens. If it throws, they stay. What it returns is stored
    /// even if the task is cancelled meanwhile.
    ///
    /// - Returns: The tokens that are stored now; `nil` if there are none.
    @discardableResult
    func update(
        _ account: String,
        _ body: @Sendable (_ stored: OAuthTokens?) async throws -> OAuthTokens?
    ) async throws -> OAuthTokens?

    /// Removes the tokens of an account; does nothing if there are none.
    ///
    /// A renewal that is in progress does not store its tokens afterwards: by default, the removal waits for it.
    /// ``OAuthClient/signOut(_:in:)`` also revokes the tokens.
    func remove(_ account: String) async throws
}

extension TokenStore {
    /// Stores tokens, such as those of a sign-in, and replaces those of the account.
    public func store(_ tokens: OAuthTokens, for account: String) async throws {
        try await update(account) { _ in tokens }
    }

    /// Removes the tokens of an account, after a renewal that is in progress; does nothing if there are none.
    public func remove(_ account: String) async throws { try await update(account) { _ in nil } }
}

/// A token store in the memory of the process.
public actor MemoryTokenStore: TokenStore {
    private var all: [String: OAuthTokens] = [:]
    private var busy: Set<String> = []
    private var waiters: [(account: String, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates an empty store.
    public init() {}

    /// Returns the tokens of an account, or `nil` if there are none.
    public func tokens(for account: String) -> OAuthTokens? { all[account] }

    /// Replaces the tokens of an account by those that the closure returns, or removes them if it returns `nil`.
    @discardableResult
    public func update(
        _ account: String,
        _ body: @Sendable (_ stored: OAuthTokens?) async throws -> OAuthTokens?
    ) async throws -> OAuthTokens? {
        while busy.contains(account) {
            await withCheckedContinuation { waiters.append((account, $0)) }
        }
        busy.insert(account)
        defer {
            busy.remove(account)
            if let next = waiters.firstIndex(where: { $0.account == account }) {
                waiters.remove(at: next).continuation.resume()
            }
        }
        let tokens = try await body(all[account])
        all[account] = tokens
        return tokens
    }
}

extension MemoryTokenStore: RedactedStringConvertible {}
