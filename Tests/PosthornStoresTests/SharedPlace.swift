import Foundation
import PosthornKeys
import PosthornRedis
import PosthornSQLite
import PosthornStores
import TestSupport

/// A place that several processes share, for the time of a test.
struct SharedPlace: Sendable {
    /// The kinds that this build has.
    static let kinds: [String] = {
        var kinds: [String] = []
        #if SQLite
            kinds.append("SQLite")
        #endif
        #if Redis
            kinds.append("Redis")
        #endif
        return kinds
    }()

    static let keyText = "0123456789abcdef0123456789abcdef"

    /// The place as `store-check` reads it.
    let text: String
    /// Opens the store, as another process would.
    let open: @Sendable () async throws -> any LeaseStore & RateStore
    private let owner: any AnyObject & Sendable

    init(_ kind: String) throws {
        let key = try SecretKey(id: "store", bytes: Data(Self.keyText.utf8))
        #if Redis
            if kind == "Redis" {
                let server = try RedisProcess()
                owner = server
                text = "redis:\(server.port):\(server.password)"
                open = {
                    try RedisStore(
                        host: "127.0.0.1", port: server.port, password: server.password, key: key,
                        timeLimit: .seconds(10))
                }
                return
            }
        #endif
        let folder = try TemporaryFolder(for: "shared")
        let path = folder.path + "/store.sqlite"
        (owner, text) = (folder, path)
        #if SQLite
            open = { try await SQLiteStore(path: path, key: key) }
        #else
            open = { throw StoreError(.unavailable, "there is no store of the kind \(kind)") }
        #endif
    }
}
