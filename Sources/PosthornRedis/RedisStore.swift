#if Redis
    package import FoundationEssentials
    public import PosthornKeys
    internal import PosthornStoreKeys
    public import PosthornStores

    /// A store on a server of Redis, which the processes of several machines share.
    ///
    /// It stores responses, tokens, rates and the calls of an outbox. Responses, tokens and calls are encrypted
    /// (XAES-256-GCM), each bound to its name. Names are hidden by HMAC-SHA-256, except the ids of calls. Sizes, times
    /// and counts are readable. Without TLS, so are the commands and the password, for who can read the connection.
    ///
    /// ```swift
    /// let store = try RedisStore(host: "10.0.0.5", password: password, key: key)
    /// ```
    ///
    /// It needs Redis 5 or later, one server: no Sentinel and no Cluster. The times of leases and rates are those of
    /// the server. So are those of an outbox, for a machine whose clock differs from the server's by five seconds or
    /// more. An outbox needs Redis 6, no policy that evicts every value, and `appendonly yes`. Calls that come together
    /// share a round trip. They are safe from any thread. No thread of Swift's tasks is blocked: a task writes a short command
    /// without waiting, and each connection has a thread of its own that waits.
    public final class RedisStore: Sendable {
        let keys: RecordKeys
        /// The name of the empty identity, which most entries have.
        let everyone: Data
        let namespace: String
        let entryBytes: Int
        let entryLifetime: Duration
        let callBytes: Int
        let keepsCallsInMemory: Bool
        let timeLimit: Duration
        /// Whether a namespace that the server does not have begins with this store; set before the first call.
        package let createsNamespace = Locked(true)
        /// How long the version of a cache entry counts without a round trip.
        package var reportedFor: Duration {
            get { watch.lifetime.withLock { $0 } }
            set { watch.lifetime.withLock { $0 = newValue } }
        }
        /// Returns the time of the machine's clock.
        package let systemTime = Locked<@Sendable () -> Date>({ Date() })
        let pool: RedisPool
        let watch: RedisWatch

        /// Creates a store; the first call connects.
        ///
        /// - Parameters:
        ///   - host: The name or address of the server.
        ///   - port: Its port, 6379 by default.
        ///   - password: The password of the server's default user; `nil`, the default, for none.
        ///   - key: The key that encrypts the values; the same one for all processes, with the purpose `derivation`.
        ///   - tlsAuthorities: The path of a PEM file with the authorities that sign the server's certificate, for TLS;
        ///     `nil`, the default, for a connection without TLS. It needs hiredis 1.0. The name in the certificate is checked
        ///     with hiredis 1.5; before that, use an authority that signs nothing else.
        ///   - namespace: The beginning of all names in the server, `posthorn` by default. A namespace keeps its key.
        ///   - entryBytes: The largest number of bytes of a cache entry, 1 MiB by default.
        ///   - entryLifetime: How long a cache entry is kept after it was stored, a day by default.
        ///   - callBytes: The largest number of bytes of a call's request in an outbox, 1 MiB by default. A larger response
        ///     of a call is not kept.
        ///   - keepsCallsInMemory: Whether an outbox may use a server that keeps calls in its memory only, and loses them when
        ///     it is restarted; `false` by default.
        ///   - connections: The number of connections, two by default. A cache has one more for the reports of the server.
        ///   - timeLimit: The longest time for a connection and for a round trip, one second by default. A call fails
        ///     after five times this time at the latest, and a submission to an outbox after twelve times.
        /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key is for another purpose. A `StoreError` with
        ///   the code `unsupported` if the host is a URL, or if this build can't use TLS, and with the code `full` if the
        ///   process has no descriptor left.
        public init(
            host: String, port: Int = 6379, password: String? = nil, key: SecretKey,
            tlsAuthorities: String? = nil,
            namespace: String = "posthorn", entryBytes: Int = 1 << 20,
            entryLifetime: Duration = .seconds(86_400), callBytes: Int = 1 << 20,
            keepsCallsInMemory: Bool = false, connections: Int = 2,
            timeLimit: Duration = .seconds(1)
        ) throws {
            guard !host.contains("/") else {
                throw StoreError(
                    .unsupported, "expected the name or address of a server; found a URL or a path",
                    advice:
                        "write `host:` and `port:` without 'redis://', and `tlsAuthorities:` for "
                        + "'rediss://'")
            }
            if tlsAuthorities != nil, !RedisServer.hasTLS { throw RedisServer.noTLS }
            keys = try RecordKeys(key, format: "posthorn redis store 1")
            everyone = keys.name(.identity, "")
            self.namespace = namespace
            self.entryBytes = entryBytes
            self.entryLifetime = entryLifetime
            self.callBytes = callBytes
            self.keepsCallsInMemory = keepsCallsInMemory
            self.timeLimit = timeLimit
            watch = RedisWatch(generations: Self.name("generations", in: namespace))
            let server = RedisServer(
                host: host, port: port, password: password, timeLimit: timeLimit,
                tlsAuthorities: tlsAuthorities, keyName: Data("\(namespace):key".utf8), keys: keys,
                keepsCallsInMemory: keepsCallsInMemory, createsNamespace: createsNamespace,
                watch: watch)
            pool = try RedisPool(server, connections: max(1, connections))
        }

        deinit { pool.close() }

        /// Returns the name of a value in the server.
        func name(_ kind: String, _ parts: Data...) -> Data {
            parts.reduce(Self.name(kind, in: namespace), +)
        }

        private static func name(_ kind: String, in namespace: String) -> Data {
            Data("\(namespace):\(kind):".utf8)
        }

        func run(
            _ script: RedisScript, _ names: [Data], _ arguments: [Data] = [], session: Int? = nil
        ) async throws -> RedisReply {
            try await pool.run(
                RedisCommand(
                    script: script, names: names, arguments: arguments, session: session))
        }

        func isDone(
            _ script: RedisScript, _ names: [Data], _ arguments: [Data] = []
        ) async throws -> Bool {
            try await run(script, names, arguments).integer == 1
        }
    }

    extension RedisStore: RedactedStringConvertible {}

    extension Data {
        /// The decimal digits of a number.
        init(_ number: some BinaryInteger & LosslessStringConvertible) {
            self.init(String(number).utf8)
        }
    }
#endif
