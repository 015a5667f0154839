import Foundation
import Posthorn
import PosthornCrypto

/// A service with sealed calls, whose responses come from a closure.
struct Service: APIService {
    static let server: String? = "https://api.example.com/v1"
    var configuration: ClientConfiguration

    init(_ response: @escaping @Sendable (TransportRequest) throws -> TransportResponse) {
        configuration = ClientConfiguration(transport: Responding(response: response))
    }

    func cipher(named name: String) -> (any PayloadCipher)? {
        try? EnvelopeCipher(
            key: KeyRing(
                .shared(for: .envelopeVersion1),
                previous: [.random(id: "older", for: .envelopeVersion1)]),
            suite: .version1AES256GCM)
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
private struct Responding: Transport {
    let response: @Sendable (TransportRequest) throws -> TransportResponse

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            let response = try response(request)
            return TransportResponse(
                status: response.status, headers: response.headers, body: response.body)
        } catch {
            throw TransportError(.malformedResponse, "\(error)")
        }
    }
}
