internal import FoundationEssentials
internal import Glibc
internal import PosthornKeys
internal import PosthornSpec
internal import PosthornStores

#if Redis
    internal import PosthornRedis
#endif
#if SQLite
    internal import PosthornSQLite
#endif

/// Where the store of an outbox is.
enum OutboxPlace: Equatable {
    case file(String)
    case redis(host: String, port: Int, namespace: String)

    /// Reads the path of a file, or a URL of a server.
    init(_ text: String) throws {
        guard text.contains("://") else {
            self = .file(text)
            return
        }
        guard let url = URLComponents(string: text), url.scheme == "redis", let host = url.host,
            !host.isEmpty, url.query == nil, url.fragment == nil
        else {
            throw ToolFailure(
                .usage,
                "posthorn: a store is a file or redis://HOST:PORT/NAMESPACE; found another URL; write one "
                    + "of the two")
        }
        guard url.user == nil, url.password == nil else {
            throw ToolFailure(
                .usage,
                "posthorn: every process of the machine can read arguments; found a password in the URL; "
                    + "set POSTHORN_REDIS to it, or write 'redis' in the file of secrets")
        }
        let namespace = String(url.path.drop { $0 == "/" })
        self = .redis(
            host: host.filter { !"[]".contains($0) }, port: url.port ?? 6379,
            namespace: namespace.isEmpty ? "posthorn" : namespace)
    }

    /// Opens the store, whose trait the tool must be built with.
    func open(
        _ key: SecretKey, password: () throws -> String?
    ) async throws -> any OutboxStore {
        switch self {
        case .file(let path):
            // The library would create a missing file.
            guard access(path, F_OK) == 0 else {
                throw ToolFailure(
                    .unreadable,
                    "posthorn: a store is a file; found none at \(oneLine(path)); write its path")
            }
            #if SQLite
                return try await SQLiteStore(path: path, key: key)
            #else
                throw Self.needsTrait("SQLite", path)
            #endif
        case .redis(let host, let port, let namespace):
            #if Redis
                let store = try RedisStore(
                    host: host, port: port, password: password(), key: key,
                    namespace: namespace)
                // A name that is mistyped.
                store.createsNamespace.withLock { $0 = false }
                return store
            #else
                throw Self.needsTrait("Redis", "redis://\(host):\(port)/\(namespace)")
            #endif
        }
    }

    /// The failure of a tool that was built without the store.
    static func needsTrait(_ trait: String, _ place: String) -> ToolFailure {
        ToolFailure(
            withoutTrait: trait, for: "this outbox is in a store of \(trait)",
            "outbox list \(oneLine(place))")
    }
}
