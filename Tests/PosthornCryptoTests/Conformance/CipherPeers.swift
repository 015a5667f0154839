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

/// The server of `aes128gcm` bodies that are bound to their exchange.
struct RecordPeer: ServerCipher {
    let key: Data

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        guard request.headers[.contentEncoding] == "aes128gcm" else { throw Peer.Refused() }
        let head = try RecordOpener.Head(startOf: body, limit: 1 << 20).orThrow(.notOpened)
        guard head.keyID == "shop-1" else { throw Peer.Refused() }
        var opener = RecordOpener(after: head, secret: secret("request", request, ""))
        request.body = HTTPBody(try opener.whole(body.dropFirst(head.byteCount)))
        request.headers[.contentEncoding] = nil
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        // RFC 8188 authenticates the size of the records only by their number. With one record, another
        // size changes nothing.
        var sealer = RecordSealer(
            secret("response", request, String(response.status.code)), keyID: "shop-1", salt: salt,
            recordByteCount: response.body.count < 1000 ? 25 : 4096)
        response.body = try sealer.change(response.body) + sealer.end()
        response.headers[.contentEncoding] = "aes128gcm"
    }

    private func secret(
        _ direction: String, _ request: TransportRequest, _ status: String
    ) -> SymmetricKey {
        let fields = [
            "posthorn.aes128gcm.v1", direction, request.method.rawValue, request.target,
            request.headers[.exchange] ?? "", status, "",
        ]
        return SymmetricKey(
            data: KeyHash.sha256.derivedBytes(
                from: key, salt: Data(), info: Target.lengthened(fields), 32))
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
