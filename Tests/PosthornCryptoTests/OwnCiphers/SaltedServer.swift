import Crypto
import Foundation
import Posthorn
import PosthornTesting

/// The server of ``SaltedCipher``, written from the page's description.
struct SaltedServer: ServerCipher {
    struct Refused: Error {}

    let secret: SymmetricKey

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        request.body = HTTPBody(
            try AES.GCM.open(
                AES.GCM.SealedBox(combined: body), using: key(of: request, "request"),
                authenticating: Data("\(request.method.rawValue) \(request.target)".utf8)))
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let (endpoint, code) = (
            "\(request.method.rawValue) \(request.target)", response.status.code
        )
        let box = try AES.GCM.seal(
            response.body, using: key(of: request, "response"),
            authenticating: Data("\(endpoint) \(code)".utf8))
        response.body = box.nonce + box.ciphertext + box.tag
        response.headers[.contentType] = SaltedCipher.mediaType
    }

    private func key(of request: TransportRequest, _ direction: String) throws -> SymmetricKey {
        let text = request.headers[SaltedCipher.salt] ?? ""
        guard let salt = Data(base64Encoded: text), salt.count == 16 else { throw Refused() }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: salt, info: Data(direction.utf8), outputByteCount: 32)
    }
}
