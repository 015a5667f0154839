// Work of one process on a store that others share, for tests and measurements.
//
//   store-check hammer STORE KEY NAME                 inserts and reads entries until it is killed
//   store-check calls STORE KEY SERVER COUNT CLIENT   makes calls with the token of an account
//   store-check outbox STORE KEY SERVER FIRST END     submits numbered calls, and delivers them
//   store-check fill STORE KEY SERVER BALLAST         submits calls until the disk is full, and removes a file then
//   store-check rate STORE KEY CALLS SHARE END        sends calls at a shared rate until a time, and counts them
//   store-check retries STORE KEY ORIGIN              takes retries of a shared budget, and counts them
//   store-check cache disk|sqlite PATH STORES HITS    stores and reads responses of 10,000 bytes
//   store-check hits PORT PASSWORD BYTES COUNT [KIND] compares hits over Redis with GET of hiredis

import FoundationEssentials
import Glibc
import Posthorn
import PosthornCache
import PosthornKeys
import PosthornOAuth
import PosthornRedis
import PosthornResilience
import PosthornSQLite
import PosthornStores

#if SQLite
    let arguments = Array(CommandLine.arguments.dropFirst())

    typealias SharedStore = CacheStore & LeaseStore & OutboxStore & RateStore

    /// Opens the store of a file, or of a server at `redis:PORT:PASSWORD`.
    func open(
        _ place: String, _ key: String, timeLimit: Duration = .seconds(10)
    ) async throws -> any SharedStore {
        let key = try SecretKey(id: "store", bytes: Data(key.utf8))
        #if Redis
            let parts = place.split(separator: ":").map(String.init)
            if parts.count == 3, parts[0] == "redis" {
                return try RedisStore(
                    host: "127.0.0.1", port: Int(parts[1]) ?? 0, password: parts[2], key: key,
                    timeLimit: timeLimit)
            }
        #endif
        return try await SQLiteStore(path: place, key: key)
    }

    switch arguments.first {
    case "hammer": try await hammer(open(arguments[1], arguments[2]), arguments[3])
    case "calls":
        try await makeCalls(
            open(arguments[1], arguments[2]), server: arguments[3], count: Int(arguments[4]) ?? 0,
            client: arguments[5])
    case "outbox":
        try await runOutbox(
            open(arguments[1], arguments[2]), server: arguments[3],
            numbers: (Int(arguments[4]) ?? 0)..<(Int(arguments[5]) ?? 0))
    case "fill":
        try await fillOutbox(
            open(arguments[1], arguments[2]), server: arguments[3], ballast: arguments[4])
    case "rate":
        try await sendAtRate(
            open(arguments[1], arguments[2], timeLimit: .seconds(1)),
            calls: Int(arguments[3]) ?? 1,
            share: Double(arguments[4]) ?? 1, end: Double(arguments[5]) ?? 0)
    case "retries": try await takeRetries(open(arguments[1], arguments[2]), origin: arguments[3])
    case "cache":
        let isDisk = arguments[1] == "disk"
        let cache =
            isDisk
            ? try HTTPCache(directory: URL(filePath: arguments[2]), memory: 0)
            : HTTPCache(
                store: try await open(arguments[2], String(repeating: "k", count: 32)), memory: 0)
        try await exercise(cache, stores: Int(arguments[3]) ?? 0, hits: Int(arguments[4]) ?? 0)
    #if Redis
        case "hits":
            try await compareHits(
                port: Int(arguments[1]) ?? 0, password: arguments[2], bytes: Int(arguments[3]) ?? 0,
                count: Int(arguments[4]) ?? 0, only: arguments.dropFirst(5).first)
    #endif
    default:
        print("usage: store-check hammer|calls|outbox|fill|rate|retries|cache|hits …")
        exit(2)
    }

    /// Prints a line at once, also into a pipe.
    func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Inserts entries whose bytes tell their key, and reads them.
    func hammer(_ store: any SharedStore, _ name: String) async throws {
        var number = 0
        while true {
            number += 1
            let key = CacheEntry.Key(url: "https://a.test/\(number % 50)", identity: "")
            let generation = try await store.snapshot(of: key).generation
            let bytes = Data(repeating: UInt8(number % 50), count: 1 + number % 7 * 3_000)
            _ = try await store.insert(
                CacheEntry(key: key, variant: "", bytes: bytes), replacing: [], since: generation)
            if let lease = try await store.acquire(name, for: .seconds(60)) {
                _ = try await store.commit(Data("\(number)".utf8), under: lease)
                say("\(number)")
            }
        }
    }

    /// Makes calls, ten at a time, and prints how many succeeded.
    func makeCalls(_ store: any SharedStore, server: String, count: Int, client: String)
        async throws
    {
        let session = try CurlSession()
        let client = OAuthClient(
            client, of: OAuthServer(tokenURL: server + "/token"), transport: session)
        let credential = client.credential(
            for: "user", in: SharedTokenStore(store, leaseTime: .seconds(2)))
        let api = try TokenAPI(server, session, credential)
        let succeeded = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    var succeeded = 0
                    for _ in 0..<count / 10 {
                        try await api.send(TokenAPI.Get())
                        succeeded += 1
                    }
                    return succeeded
                }
            }
            return try await group.reduce(0, +)
        }
        say("\(succeeded)")
    }

    /// Sends calls as fast as the limiter permits, 20 at a time, and prints their number in each second.
    func sendAtRate(
        _ store: any SharedStore, calls: Int, share: Double, end: Double
    ) async throws {
        let limiter = RateLimiter(
            calls: calls, per: .seconds(1), burst: 10, sharedIn: store, localShare: share)
        let counts = Locked<[Int: Int]>([:])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    while Date().timeIntervalSince1970 < end {
                        _ = try await limiter.intercept(
                            TransportRequest(url: "https://a.test/")
                        ) { _ in
                            let second = Int(Date().timeIntervalSince1970)
                            counts.withLock { $0[second, default: 0] += 1 }
                            return TransportResponse(status: .ok)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for (second, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            say("\(second) \(count)")
        }
    }

    /// Takes a retry each ten milliseconds until none is left, and prints their number.
    func takeRetries(_ store: any SharedStore, origin: String) async throws {
        let budget = RetryBudget(sharedIn: store, localShare: 0.125)
        var count = 0
        while budget.take(for: origin, isThrottled: false) != nil {
            count += 1
            try await Task.sleep(for: .milliseconds(10))
        }
        say("\(count)")
    }

    /// Stores responses, and reads them in another order.
    func exercise(_ cache: HTTPCache, stores: Int, hits: Int) async throws {
        let transport = CachingTransport(FixedResponse(), cache: cache)
        let start = processorTime()
        for number in 0..<stores {
            _ = try await transport.send(TransportRequest(url: "https://a.test/\(number)"))
        }
        let middle = processorTime()
        for number in 0..<hits {
            var request = TransportRequest(url: "https://a.test/\(number * 7 % max(1, stores))")
            request.headers[.cacheControl] = "only-if-cached"
            let response = try await transport.send(request)
            guard response.status == .ok else { fatalError("the response is not stored") }
        }
        let end = processorTime()
        print("stores \(middle - start) µs, hits \(end - middle) µs")
    }

    /// Returns the processor time of the process in microseconds.
    func processorTime() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
            + Int(usage.ru_utime.tv_usec)
            + Int(usage.ru_stime.tv_usec)
    }

    /// Responds with the same bytes to each request.
    struct FixedResponse: Transport {
        let response: TransportResponse

        init(bytes: Int = 10_000) {
            response = TransportResponse(
                status: .ok, headers: [.cacheControl: "max-age=86400", .contentType: "text/plain"],
                body: Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
                bodyIntegrity: .length)
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            response
        }
    }

    /// An API behind the token of a user.
    struct TokenAPI: APIService {
        static let server: String? = nil
        var configuration: ClientConfiguration
        var user: Credential

        init(_ url: String, _ transport: some Transport, _ user: Credential) throws {
            configuration = try ClientConfiguration(baseURL: url, transport: transport)
            self.user = user
        }

        func prepare(_ request: inout RequestBuilder) throws { request.auth = .bearer("user") }

        func credential(named name: String) -> Credential? { user }

        struct Get: Endpoint {
            func build(_ request: inout RequestBuilder) throws { request.method(.get, "/api") }
        }
    }
#endif
