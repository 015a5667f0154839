import Foundation
import Posthorn
import PosthornCache
import PosthornCrypto
import PosthornOAuth
import PosthornRedis
import PosthornResilience
import PosthornSQLite

/// The work of a process that shares a token, responses and a rate with others.
///
/// Its arguments are the place of a store, its key in base64, and the base URL of the shop. It prints what it saw.
enum SharingProcess {
    /// The account whose token the processes share.
    static let account = "member"

    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let bytes = Data(base64Encoded: arguments[1]) else {
            throw Refusal("--share needs a store, its key and a URL")
        }
        let store = try await open(arguments[0], SecretKey(id: "store", bytes: bytes))
        let line = try await CurlSession.withSession { session in
            try await report(of: store, session, baseURL: arguments[2])
        }
        print(line)
    }

    /// Opens a store: the path of a file, or `redis://HOST:PORT/NAMESPACE`.
    static func open(
        _ place: String, _ key: SecretKey
    ) async throws -> any CacheStore & LeaseStore & RateStore {
        guard let url = URL(string: place), url.scheme == "redis" else {
            return try await SQLiteStore(path: place, key: key)
        }
        return try RedisStore(
            host: url.host ?? "", port: url.port ?? 6379, password: url.password, key: key,
            namespace: url.lastPathComponent)
    }

    private static func report(
        of store: any CacheStore & LeaseStore & RateStore, _ session: CurlSession, baseURL: String
    ) async throws -> String {
        let client = OAuthClient(
            "demo", of: OAuthServer(tokenURL: baseURL + "/token"), transport: session)
        let credential = client.credential(for: account, in: SharedTokenStore(store))
        // Fields that say nothing about the caller; a response to any other field stays in its process.
        let fields = ["X-App-Version", "X-Device-ID"].compactMap { HTTPField.Name($0) }
        let cached = CachingTransport(
            session, cache: HTTPCache(store: store, impersonalFields: Set(fields)),
            identity: account)
        var members = MembersAPI(
            configuration: try ClientConfiguration(baseURL: baseURL, transport: cached),
            member: credential)
        // Three calls an hour for all processes together.
        members.configuration.defaults.middleware += [
            RateLimiter(calls: 3, per: .seconds(3_600), sharedIn: store, localShare: 0.5)
        ]
        var words: [String] = []
        for _ in 0..<2 {
            do throws(APIError) {
                let response = try await members.response(to: MembersAPI.ListProducts())
                words.append(response.age == nil ? "from the server" : "from the store")
            } catch {
                words.append(error.code.rawValue)
            }
        }
        let token = try await SharedTokenStore(store).tokens(for: account)?.accessToken
        return "\(token ?? "no token"): \(words.joined(separator: ", "))"
    }
}

/// The shop for its members: written by hand, because the shop of the other scenes needs no token.
private struct MembersAPI: APIService {
    static let server: String? = nil
    var configuration: ClientConfiguration
    var member: Credential

    func prepare(_ request: inout RequestBuilder) throws {
        request.auth = .bearer("member")
        request.header("X-App-Version", "4.2")
        request.header("X-Device-ID", "demo")
    }

    func credential(named name: String) -> Credential? { member }

    struct ListProducts: Endpoint {
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/products") }
    }
}
