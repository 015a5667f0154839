// The API of the store mentions keys and the protocols of stores.
@_exported public import PosthornKeys
@_exported public import PosthornStores

#if !Redis
    /// The store on a server of Redis, which the package trait `Redis` adds.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "turn on the trait Redis: 'traits: [\"Redis\"]' where your Package.swift names posthorn"
    )
    public struct RedisStore {
        /// Creates a store.
        public init(host: String, port: Int, password: String?, key: SecretKey) {}
    }
#endif
