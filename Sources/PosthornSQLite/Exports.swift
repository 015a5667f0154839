// The API of the store mentions keys and the protocols of stores.
@_exported public import PosthornKeys
@_exported public import PosthornStores

#if !SQLite
    /// The store in a file of SQLite, which the package trait `SQLite` adds.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "turn on the trait SQLite: 'traits: [\"SQLite\"]' where your Package.swift names posthorn"
    )
    public struct SQLiteStore {
        /// Opens a store.
        public init(path: String, key: SecretKey) {}
    }
#endif
