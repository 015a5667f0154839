import Crypto
import Foundation
import Posthorn
@testable import PosthornCrypto
import PosthornTesting

/// The server of the AES and ChaCha20 envelopes.
extension Peer: ServerCipher {
    func open(_ request: inout TransportRequest) throws {
        guard request.body != nil else { return }
        let opened: (mediaType: String, body: Data) = try open(request)
        request.body = HTTPBody(opened.body)
        request.headers[.contentType] = opened.mediaType
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        response = try self.response(
            response.body, mediaType: response.mediaType ?? "", status: response.status.code,
            to: request)
    }
}

/// The server of JWE bodies.
struct JWEPeer: ServerCipher {
    let key: JWEKey

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        let message = try JWE(compact: body)
        let opened = try message.open(with: key)
        guard message.protected["exchange"] == Self.exchange("request", request) else {
            throw Peer.Refused()
        }
        request.body = HTTPBody(opened)
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let exchange = Self.exchange("response", request, String(response.status.code))
        let message = try JWE.sealing(
            response.body, for: key, header: ["exchange": exchange, "cty": "text/plain"])
        response.body = Data((message.compact ?? "").utf8)
        response.headers = [.contentType: JWECipher.mediaType]
    }

    static func exchange(
        _ direction: String, _ request: TransportRequest, _ status: String? = nil
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "direction": .string(direction), "method": .string(request.method.rawValue),
            "target": .string(request.target), "id": .string(request.headers[.exchange] ?? ""),
        ]
        members["status"] = status.map { .string($0) }
        return .object(members)
    }
}

/// The server of HPKE bodies.
struct HPKEPeer: ServerCipher {
    let server: @Sendable (TransportRequest) throws -> HPKETests.Server

    func open(_ request: inout TransportRequest) throws {
        guard request.body != nil else { return }
        var server = try server(request)
        request.body = HTTPBody(try server.open(request).1)
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        response = try server(request).response(response.body, status: response.status.code)
    }
}
