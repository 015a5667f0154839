// Repeats one operation, so that `scripts/instructions` can count its instructions.

import Foundation
@_spi(Generated) import Posthorn
import PosthornCrypto
import PosthornCurl
import PosthornOAuth
import Shop

/// Responds at once with the same bytes.
struct Canned: Transport {
    let response: TransportResponse

    init(_ body: String) {
        response = TransportResponse(
            status: .ok, headers: [.contentType: "application/json"], body: Data(body.utf8))
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        response
    }
}

let order = """
    {"id":"6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e","status":"paid","placed_at":"2026-11-25T10:23:00.5Z",\
    "total":19.25,"items":[{"sku":"tea-oolong","quantity":2}],"note":"ring twice"}
    """

func shop(_ transport: any Transport) -> ShopAPI {
    ShopAPI(
        ClientConfiguration(baseURL: try? BaseURL("https://shop.test/v1"), transport: transport),
        common: .init(deviceID: "device-1", channel: .web), ciphers: .init(partner: .plaintext)
    )
}

/// A service without settings, whose functions are those that the generator writes.
struct PlainAPI: APIService {
    var configuration: ClientConfiguration

    struct GetOrder: Endpoint {
        typealias Output = Order

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", "6b1f8f1e")
        }
    }
}

/// A service whose calls carry a token.
struct SecuredAPI: APIService {
    var configuration: ClientConfiguration
    let user: Credential

    /// - Parameter user: The name of a kind of credential: `bearer` or `oauth`.
    init(_ user: String) throws {
        configuration = try ClientConfiguration(
            baseURL: "https://shop.test/v1", transport: Canned(order))
        let tokens = Canned(#"{"access_token":"secret","token_type":"Bearer","expires_in":86400}"#)
        self.user =
            user == "bearer"
            ? .bearer("secret")
            : OAuthClient(
                "shop", of: OAuthServer(tokenURL: "https://id.test/token"), transport: tokens
            ).credential(.clientCredentials())
    }

    func prepare(_ request: inout RequestBuilder) { request.auth = .bearer("user") }

    func credential(named name: String) -> Credential? { user }
}

/// Starts a server that responds at once, and returns its port.
///
/// Its thread is part of this process. Valgrind runs one thread at a time, so the number of the session's
/// turns does not depend on the speed of the machine. Each request arrives in one piece.
func startServer(_ body: String, type: String) throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                && getsockname(listener, $0, &size) == 0
        }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let response = Array((head + body).utf8)
        var request = [UInt8](repeating: 0, count: 4_096)
        while true {
            let connection = accept(listener, nil, nil)
            while read(connection, &request, request.count) > 0 {
                _ = write(connection, response, response.count)
            }
            close(connection)
        }
    }
    return UInt16(bigEndian: address.sin_port)
}

func run(_ operation: String, _ count: Int) async throws {
    switch operation {
    case "get":
        let port = try startServer("ok", type: "text/plain")
        try await CurlSession.withSession { session in
            let request = TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/")
            // On one thread the count does not depend on which thread is ready first.
            try await withTaskExecutorPreference(session.executor) {
                for _ in 0..<count { _ = try await session.send(request) }
            }
        }
    case "call":
        let port = try startServer(order, type: "application/json")
        try await CurlSession.withSession { session in
            let api = PlainAPI(
                configuration: try ClientConfiguration(
                    baseURL: "http://127.0.0.1:\(port)", transport: session))
            for _ in 0..<count { _ = try await api.send(PlainAPI.GetOrder()) }
        }
    case "bearer", "oauth":
        let api = try SecuredAPI(operation)
        for _ in 0..<count { _ = try await api.send(PlainAPI.GetOrder()) }
    case "typed", "retry":
        var shop = shop(Canned(#"{"code":0,"message":"","data":\#(order)}"#))
        if operation == "retry" { shop.configuration.defaults.retry = RetryRule(attempts: 3) }
        let id = "6b1f8f1e"
        for _ in 0..<count { _ = try await shop.getOrder(id: id, expand: [.customer]) }
    case "sealed":
        let key = try SecretKey(
            id: "partner-2026", bytes: Data(repeating: 1, count: 32), for: .envelopeVersion1)
        let cipher = try EnvelopeCipher(key: key, suite: .version1AES256GCM)
        let endpoint = ShopAPI.CreateOrder(items: [LineItem(sku: "tea-oolong", quantity: 2)])
        let shop = shop(Canned(""))
        for _ in 0..<count {
            var request = try shop.request(for: endpoint)
            try await cipher.seal(&request)
        }
    case "decode":
        let orders = String(repeating: order + ",", count: 49) + order
        let shop = shop(Canned(#"{"code":0,"message":"","data":{"orders":[\#(orders)]}}"#))
        for _ in 0..<count {
            guard try await shop.listOrders().orders.count == 50 else { exit(1) }
        }
    case "encode":
        let items = (0..<50).map { LineItem(sku: "tea-oolong-\($0)", quantity: $0) }
        let endpoint = ShopAPI.CreateOrder(items: items, note: "ring twice")
        let shop = shop(Canned(""))
        for _ in 0..<count { _ = try shop.request(for: endpoint) }
    default:
        FileHandle.standardError.write(Data("unknown operation: \(operation)\n".utf8))
        exit(2)
    }
}

let arguments = CommandLine.arguments
guard arguments.count > 2, let count = Int(arguments[2]) else { exit(2) }
// Valgrind does not survive an asynchronous main function.
Task.detached {
    do {
        try await run(arguments[1], count)
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}
while true { pause() }
