import Foundation
import Posthorn
import PosthornCrypto

/// A service whose calls are sealed and answered by a closure.
struct Service: APIService {
    static let server: String? = "https://api.example.com/v1"
    var configuration: ClientConfiguration

    init(_ answer: @escaping @Sendable (BuiltRequest) throws -> ReceivedResponse) {
        configuration = ClientConfiguration(transport: Answering(answer: answer))
    }

    func cipher(named name: String) -> (any PayloadCipher)? {
        try? .aesGCM(key: .shared(), previous: [.random(id: "older")])
    }
}

struct PlaceOrder: Endpoint {
    typealias Output = [String: [String]]
    static let name = "placeOrder"

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/orders")
        request.cipher = .named("partner")
        request.body("items", ["A-1"])
    }
}

/// A transport without a network.
private struct Answering: Transport {
    let answer: @Sendable (BuiltRequest) throws -> ReceivedResponse

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let built = BuiltRequest(
            endpoint: "", method: request.method, origin: "", route: "",
            target: String(request.url.dropFirst("https://api.example.com".count)),
            headers: request.headers, body: request.body?.data)
        do {
            let response = try answer(built)
            return TransportResponse(
                status: response.status, headers: response.headers, body: response.body)
        } catch {
            throw TransportError(.malformedResponse, "\(error)")
        }
    }
}
