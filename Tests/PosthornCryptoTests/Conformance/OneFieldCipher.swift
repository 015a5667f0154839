import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting

/// `SealedFields` for the only field of each body, so that the conformance check can use any body.
struct OneFieldCipher: CipherWrapper {
    struct Refused: Error {}

    let wrapped: any PayloadCipher

    init(key: JWEKey) throws {
        wrapped = try SealedFields(["sealed"], response: ["sealed"], key: key)
    }

    var sealsStreams: Bool { false }

    func seal(_ request: inout TransportRequest) async throws {
        if let body = request.body?.data { request.body = HTTPBody(try Self.document(body)) }
        try await wrapped.seal(&request)
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        do {
            var opened = response
            // Without the field, `SealedFields` would have nothing to refuse.
            _ = try Self.field(of: opened.body)
            try await wrapped.open(&opened, to: request)
            opened.body = try Self.bytes(of: opened.body)
            response = opened
        } catch {
            throw Refused()
        }
    }

    static func document(_ bytes: Data) throws -> Data {
        try JSONEncoder().encode(["sealed": bytes.base64EncodedString()])
    }

    /// The text of the only member.
    static func field(of document: Data) throws -> String {
        let members = try JSONDecoder().decode([String: String].self, from: document)
        guard members.count == 1, let text = members["sealed"] else { throw Refused() }
        return text
    }

    static func bytes(of document: Data) throws -> Data {
        guard let bytes = Data(base64Encoded: try field(of: document)) else { throw Refused() }
        return bytes
    }
}

/// The server of ``OneFieldCipher``.
struct OneFieldPeer: ServerCipher {
    let key: JWEKey

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        let message = try JWE(compact: Data(OneFieldCipher.field(of: body).utf8))
        let value = try message.open(with: key)
        guard message.protected["exchange"] == JWEPeer.exchange("request", request),
            message.protected["field"] == "sealed"
        else { throw OneFieldCipher.Refused() }
        request.body = HTTPBody(
            try OneFieldCipher.bytes(of: Data(#"{"sealed":"#.utf8) + value + Data("}".utf8)))
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let text = try JSONEncoder().encode(response.body.base64EncodedString())
        let exchange = JWEPeer.exchange("response", request, String(response.status.code))
        let message = try JWE.sealing(
            text, for: key, header: ["exchange": exchange, "field": "sealed"])
        response.body = Data(#"{"sealed":"\#(message.compact ?? "")"}"#.utf8)
        response.headers[.contentType] = "application/json"
    }
}
