import Foundation
import Glibc
import Posthorn
import PosthornOAuth
import TestSupport
import Testing

@Suite("A token store in a file", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FileTokenStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder(for: "tokens")
        path = folder.path + "/tokens.json"
    }

    private var store: FileTokenStore { FileTokenStore(path: path) }

    private func mode() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func files(_ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(ending) }.map { folder.path + "/" + $0 }.sorted()
    }

    @Test func storesTokensOfAccounts() async throws {
        #expect(try await store.tokens(for: "ada") == nil)
        var tokens = OAuthTokens(
            accessToken: "a", expiry: Date(timeIntervalSince1970: 1_795_255_200.25),
            refreshToken: "r")
        (tokens.scopes, tokens.idToken) = (["x"], "i")
        try await store.store(tokens, for: "ada")
        try await store.store(OAuthTokens(accessToken: "b"), for: "bob / ü")
        #expect(try await store.tokens(for: "ada") == tokens)
        #expect(try await store.tokens(for: "bob / ü")?.accessToken == "b")
        #expect(try mode() == 0o600)
        try await store.remove("ada")
        try await store.remove("ada")
        #expect(try await store.tokens(for: "ada") == nil)
        #expect(try await store.tokens(for: "bob / ü") != nil)
        #expect(try files(".new").isEmpty)
    }

    @Test func failedUpdateKeepsTheTokens() async throws {
        try await store.store(OAuthTokens(accessToken: "a"), for: "ada")
        await #expect(throws: CancellationError.self) {
            try await store.update("ada") { _ in throw CancellationError() }
        }
        #expect(try await store.tokens(for: "ada")?.accessToken == "a")
    }

    // MARK: Files of others

    private func expectRefusal(_ message: String) async throws {
        let operations: [@Sendable (FileTokenStore) async throws -> Void] = [
            { _ = try await $0.tokens(for: "ada") },
            { try await $0.store(OAuthTokens(accessToken: "a"), for: "ada") },
            { try await $0.remove("ada") },
        ]
        for operation in operations {
            let error = try await #require(throws: OAuthError.self) { try await operation(store) }
            #expect(error.reason == .store)
            #expect(error.message == "the tokens are not available: " + message)
            #expect(error.advice != nil)
            #expect(!printed(error).contains("canary"))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o666])
    func fileThatOthersCanReadIsRefused(_ mode: mode_t) async throws {
        try await store.store(OAuthTokens(accessToken: "canary"), for: "ada")
        #expect(chmod(path, mode) == 0)
        try await expectRefusal("another user owns the file or can read it")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func fileOfAnotherUserIsRefused() async throws {
        try await store.store(OAuthTokens(accessToken: "canary"), for: "ada")
        #expect(chown(path, 65_534, 65_534) == 0)
        try await expectRefusal("another user owns the file or can read it")
    }

    @Test func symbolicLinkIsRefused() async throws {
        let other = FileTokenStore(path: folder.path + "/other")
        try await other.store(OAuthTokens(accessToken: "canary"), for: "ada")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.path + "/other")
        try await expectRefusal("the path is a symbolic link")
    }

    @Test func folderIsRefused() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try await expectRefusal("the path is not that of a file")
    }

    @Test(arguments: [
        "", "canary", "{}", "[]", #"{"version":2,"accounts":{}}"#,
        #"{"version":1,"accounts":{"ada":{"accessToken":"canary"}}}"#,
        #"{"version":1,"accounts":{"ada":"#, String(repeating: "canary", count: 200_000),
    ])
    func otherContentIsRefusedAndKept(_ content: String) async throws {
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o600) == 0)
        try await expectRefusal("the file has another content")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }

    @Test func missingFolderIsNamed() async throws {
        let error = await #expect(throws: OAuthError.self) {
            try await FileTokenStore(path: "/nonexistent/tokens")
                .store(OAuthTokens(accessToken: "a"), for: "ada")
        }
        #expect(
            error?.description
                == "the tokens are not available: their lock cannot be created; "
                + "check the folder of the file")
    }

    // MARK: Several tasks and processes

    @Test func concurrentUpdatesLoseNothing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = FileTokenStore(path: path)
                group.addTask {
                    _ = try await store.update("account \(number % 4)") { stored in
                        OAuthTokens(accessToken: (stored?.accessToken ?? "") + "1")
                    }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<4 {
            let tokens = try await store.tokens(for: "account \(number)")
            #expect(tokens?.accessToken.count == 10)
        }
    }

    /// Starts a process that keeps a lock, and returns when it has it.
    private func process(locking path: String, then script: String = "") throws -> (Process, Pipe) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import fcntl, os, sys
            lock = open(sys.argv[1], "r+")
            fcntl.flock(lock, fcntl.LOCK_EX)
            print(flush=True)
            sys.stdin.read()
            \(script)
            """, path, self.path,
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        return (process, input)
    }

    /// The path of the lock of an account that the store has.
    private func lock(of account: String) async throws -> String {
        try await store.store(
            OAuthTokens(accessToken: "old", expiry: .distantPast, refreshToken: "r0"), for: account)
        return try #require(try files(".lock").first { $0 != path + ".lock" })
    }

    /// Another process renews the tokens while a call waits: the refresh token is not used again.
    @Test func otherProcessRenewsTheTokens() async throws {
        let (other, input) = try process(
            locking: try await lock(of: "ada"),
            then: """
                path = sys.argv[2]
                text = open(path).read().replace("old", "new").replace("r0", "r1")
                text = text.replace('"expiry"', '"later"')
                descriptor = os.open(path + ".tmp", os.O_CREAT | os.O_WRONLY, 0o600)
                os.write(descriptor, text.encode())
                os.rename(path + ".tmp", path)
                """)
        let stub = StubServer { _ in .tokens("canary") }
        let api = try stub.api(stub.client(.none).credential(for: "ada", in: store))
        async let profile = api.send(ProfileAPI.Me())
        try input.fileHandleForWriting.close()
        #expect(try await profile.client == "shop")
        other.waitUntilExit()
        #expect(stub.requests.isEmpty)
        #expect(stub.tokens == ["new"])
        #expect(try await store.tokens(for: "ada")?.refreshToken == "r1")
    }

    /// A process that is killed keeps no lock, and its unfinished file does no harm.
    @Test func killedProcessKeepsNoLock() async throws {
        let (other, input) = try process(locking: try await lock(of: "ada"))
        try Data("unfinished".utf8).write(to: URL(filePath: path + ".new"))
        async let tokens = store.update("ada") { stored in
            OAuthTokens(accessToken: "next", refreshToken: stored?.refreshToken)
        }
        kill(other.processIdentifier, SIGKILL)
        #expect(try await tokens?.refreshToken == "r0")
        #expect(try await store.tokens(for: "ada")?.accessToken == "next")
        other.waitUntilExit()
        try input.fileHandleForWriting.close()
        #expect(try files(".new").isEmpty)
    }

    /// The server has used up the old refresh token: a cancelled caller waits for the file, and stores the new one.
    @Test func cancelledCallerStoresWhatTheServerSent() async throws {
        _ = try await lock(of: "ada")
        let (other, input) = try process(locking: path + ".lock")
        let isDone = Locked(false)
        let update = Task { [store] in
            defer { isDone.withLock { $0 = true } }
            return try await store.update("ada") { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return OAuthTokens(accessToken: "new", refreshToken: "r1")
            }
        }
        // The store waits for the lock once it has opened its file.
        while try !isOpen(path + ".lock"), !isDone.withLock({ $0 }) { await Task.yield() }
        try input.fileHandleForWriting.close()
        other.waitUntilExit()
        #expect(try await update.value?.refreshToken == "r1")
        #expect(try await store.tokens(for: "ada")?.refreshToken == "r1")
    }

    /// Whether this process has a file open.
    private func isOpen(_ path: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))
                == path
        }
    }

    @Test func lockOfAnotherProcessHasATimeLimit() async throws {
        let (other, input) = try process(locking: try await lock(of: "ada"))
        let store = FileTokenStore(path: path, waitLimit: .zero)
        let error = await #expect(throws: OAuthError.self) {
            try await store.store(OAuthTokens(accessToken: "a"), for: "ada")
        }
        #expect(error?.message.hasSuffix("another process keeps their lock") == true)
        // Others are not locked.
        try await store.store(OAuthTokens(accessToken: "b"), for: "bob")
        try input.fileHandleForWriting.close()
        other.waitUntilExit()
    }
}
