import Foundation
import Posthorn
import PosthornCache
import PosthornCrypto
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Sealed responses and a disk cache, with a real server.
@Suite("Sealed responses in a cache", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SealedCacheTests {
    private struct Orders: APIService {
        var configuration: ClientConfiguration
        var sealing: any PayloadCipher
        func cipher(named name: String) -> (any PayloadCipher)? { sealing }
    }

    private struct Look: Endpoint {
        typealias Output = [String: String]
        static let name = "look"

        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/orders")
            request.cipher = .named("partner")
        }
    }

    private let plain = #"{"note":"a readable secret"}"#

    /// Calls twice and gives what the directory holds then.
    private func callTwice(_ cipher: any PayloadCipher, _ server: ScriptedServer) async throws
        -> Data
    {
        let path = NSTemporaryDirectory() + "posthorn-sealed-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cache = try HTTPCache(directory: URL(filePath: path), memory: 0)
        try await CurlSession.withSession { session in
            let orders = Orders(
                configuration: try ClientConfiguration(
                    baseURL: server.url(""),
                    transport: CachingTransport(session, cache: cache)), sealing: cipher)
            for _ in 1...2 {
                let response = try await orders.send(Look())
                #expect(response == ["note": "a readable secret"])
            }
        }
        return try FileManager.default.contentsOfDirectory(atPath: path).reduce(Data()) {
            try $0 + Data(contentsOf: URL(filePath: path + "/" + $1))
        }
    }

    /// A response that is not bound to its exchange is cached sealed and opened for each call.
    @Test func cachedResponseStaysSealedAndIsOpenedPerCall() async throws {
        let key = try SecretKey(
            id: "k1", bytes: Data(repeating: 7, count: 16), for: .contentEncoding)
        let cipher = try ContentEncodingCipher(key: key, binding: .none)
        var model = TransportRequest(
            endpoint: "", method: .post, origin: "", route: "", target: "/",
            headers: [.contentType: "application/json"], body: Data(plain.utf8))
        try await cipher.seal(&model)
        let sealed = try #require(model.body?.data)
        let server = try ScriptedServer { connection in
            while try connection.readRequest() != nil {
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        + "Content-Encoding: aes128gcm\r\nCache-Control: max-age=3600\r\n"
                        + "Content-Length: \(sealed.count)\r\n\r\n")
                try connection.write(Array(sealed))
            }
        }
        let kept = try await callTwice(cipher, server)
        #expect(server.requests.count == 1)
        #expect(kept.range(of: sealed) != nil)
        #expect(kept.range(of: Data("readable".utf8)) == nil)
    }

    /// A response that is bound to its exchange is never reused: opening it would fail.
    @Test func exchangeBoundResponseIsNotCached() async throws {
        let server = try ScriptedServer { connection in
            while let request = try connection.readRequest() {
                let exchange = request.components(separatedBy: "\r\n")
                    .first { $0.lowercased().hasPrefix("posthorn-exchange: ") }?.dropFirst(19)
                let peer = Peer()
                let body = try peer.seal(
                    Data(plain.utf8), peer.head("application/json"),
                    ["response", "GET", "/orders", String(exchange ?? ""), "200"])
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.posthorn.sealed\r\n"
                        + "Cache-Control: max-age=3600\r\nContent-Length: \(body.count)\r\n\r\n")
                try connection.write(Array(body))
            }
        }
        let kept = try await callTwice(
            EnvelopeCipher(
                key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM), server)
        #expect(server.requests.count == 2)
        #expect(kept.isEmpty)
    }
}
