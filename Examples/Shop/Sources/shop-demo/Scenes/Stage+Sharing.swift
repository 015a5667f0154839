import Foundation
import Posthorn
import PosthornCrypto
import PosthornOAuth

/// Two processes that share a token, responses and a rate: in a file, and on a server of Redis if there is one.
extension Stage {
    func sharingProcesses() async {
        let name = "shop-demo-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        await share(
            folder.appending(path: "store.sqlite").path,
            as: "Two processes with one token, one cache and one rate",
            "let store = try await SQLiteStore(path: file, key: key)")
        guard let server = ProcessInfo.processInfo.environment["SHOP_REDIS"] else { return }
        await share(
            server + "/" + name, as: "The same over a server of Redis",
            "let store = try RedisStore(host: host, port: port, key: key)")
    }

    private func share(_ place: String, as title: String, _ opening: String) async {
        let swift = """
            \(opening)
            let credential = client.credential(for: "member", in: SharedTokenStore(store))
            let cached = CachingTransport(session, cache: HTTPCache(store: store), identity: "member")
            let limiter = RateLimiter(calls: 3, per: .seconds(3_600), sharedIn: store, localShare: 0.5)
            """
        await play(title, swift) {
            let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
            let store = try await SharingProcess.open(
                place, SecretKey(id: "store", bytes: bytes))
            try await SharedTokenStore(store).store(
                OAuthTokens(
                    accessToken: "expired", expiry: Date(timeIntervalSince1970: 0),
                    refreshToken: "refresh-0"),
                for: SharingProcess.account)
            var lines: [String] = []
            for _ in 0..<2 {
                let process = try ChildProcess(
                    CommandLine.arguments[0],
                    arguments: ["--share", place, bytes.base64EncodedString(), server.baseURL],
                    environment: [:])
                lines.append(try process.firstLine(within: .seconds(20)))
                process.stop()
            }
            // The server issues another number for each token.
            let tokens = Set(lines.compactMap { $0.split(separator: ":").first })
            try expect(
                tokens.count == 1 && lines[0].hasSuffix(": from the server, from the store")
                    && lines[1].hasSuffix(": from the store, rateLimited"),
                "one token, one request and three calls, not \(lines)")
            return "first process \(lines[0]); second process \(lines[1])"
        }
    }
}
