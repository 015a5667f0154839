#if Redis
    import CHiredis
    import FoundationEssentials
    import PosthornStoreKeys
    import PosthornStores

    /// Where a server of Redis is, and what its connections need.
    struct RedisServer: Sendable {
        let host: String
        let port: Int
        let password: String?
        let timeLimit: Duration
        /// The path of a file with the authorities of its certificate; `nil` without TLS.
        let tlsAuthorities: String?
        /// The name of the value that tells whether the key is the one of the namespace.
        let keyName: Data
        let keys: RecordKeys
        /// Whether calls of an outbox may be on a server that keeps them in memory only.
        let keepsCallsInMemory: Bool
        /// Whether a namespace that the server does not have begins with this store.
        let createsNamespace: Locked<Bool>
        /// What the server reports changes of.
        let watch: RedisWatch

        static let keyCheck = Data("the key of a posthorn store".utf8)
        static let leastVersion = 5
        static let leastVersionOfOutbox = 6

        /// What a store with TLS throws if the program can't use it.
        static let noTLS = StoreError(
            .unsupported,
            "TLS for Redis needs hiredis 1.0 or later with its library hiredis_ssl; this program was "
                + "built with hiredis \(HIREDIS_MAJOR).\(HIREDIS_MINOR)",
            advice: "build it where a later libhiredis-dev is installed, or leave out "
                + "`tlsAuthorities` and use a tunnel")

        /// Whether this build can use TLS.
        static var hasTLS: Bool { posthorn_redis_has_tls() != 0 }
    }
#endif
