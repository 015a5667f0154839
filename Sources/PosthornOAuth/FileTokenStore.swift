/// A token store in a file that only the user of the process can read.
///
/// The file has the mode 0600 and is replaced atomically. Empty files beside it, whose names end with `.lock`, exclude
/// other processes while tokens are requested and stored. A file of another user, one that others can read, and a
/// symbolic link are refused. The folder should belong to the user alone.
public struct FileTokenStore: TokenStore {
    private let file: TokenFile
    private let waitLimit: Duration

    /// Creates a store; the file is created by the first change.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - waitLimit: How long a change waits for another process, one minute by default.
    public init(path: String, waitLimit: Duration = .seconds(60)) {
        (file, self.waitLimit) = (TokenFile(path: path), waitLimit)
    }

    /// Returns the tokens of an account, or `nil` if there are none.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``.
    public func tokens(for account: String) async throws -> OAuthTokens? {
        try file.read()[account]
    }

    /// Replaces the tokens of an account by those that the closure returns, or removes them if it returns `nil`.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/store``, and what the closure throws.
    @discardableResult
    public func update(
        _ account: String,
        _ body: @Sendable (_ stored: OAuthTokens?) async throws -> OAuthTokens?
    ) async throws -> OAuthTokens? {
        // A lock for each account, because a request takes long; one for the file while it is written.
        let lock = try await FileLock(file.path + ".\(Self.name(of: account)).lock", waitLimit)
        defer { lock.end() }
        let tokens = try await body(try file.read()[account])
        // Even if the caller is cancelled, because the refresh token of the old ones may be used up.
        try await Task { try await change { $0[account] = tokens } }.value
        return tokens
    }

    private func change(_ body: (inout [String: OAuthTokens]) -> Void) async throws {
        let lock = try await FileLock(file.path + ".lock", waitLimit)
        defer { lock.end() }
        let old = try file.read()
        var accounts = old
        body(&accounts)
        if accounts != old { try file.write(accounts) }
    }

    /// Returns a name for files; accounts with the same one wait for each other.
    private static func name(of account: String) -> String {
        let hash = account.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
