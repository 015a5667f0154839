import Crypto
import Foundation
import Posthorn

/// AES-256-GCM with keys that are derived from a shared secret and a salt, anew for each attempt.
struct SaltedCipher: PayloadCipher {
    /// Keeps the key of the response between `seal` and `open`; metadata is never sent.
    private enum ResponseKey: RequestMetadata.Key { typealias Value = SymmetricKey }

    static let mediaType = "application/vnd.example.salted"
    // swift-format-ignore: NeverForceUnwrap
    static let salt = HTTPField.Name("X-Salt")!
    private let secret: SymmetricKey

    init(secret: SymmetricKey) { self.secret = secret }

    /// The name in errors and logs.
    var name: String { "SaltedCipher" }

    func seal(_ request: inout TransportRequest) async throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        request.headers[Self.salt] = salt.base64EncodedString()
        request.headers[.accept] = Self.mediaType
        request.metadata[ResponseKey.self] = key(salt, "response")
        // A GET has no body: the cipher then seals the response only.
        guard let body = request.body else { return }
        guard let plain = body.data else {
            throw APIError.Cause(
                .sealingFailed, "the body is not in memory",
                advice: "send it as Data, or choose a StreamingCipher")
        }
        let box = try AES.GCM.seal(
            plain, using: key(salt, "request"),
            authenticating: Data("\(request.method.rawValue) \(request.target)".utf8))
        request.body = HTTPBody(box.nonce + box.ciphertext + box.tag)
        request.headers[.contentType] = Self.mediaType
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        guard let key = request.metadata[ResponseKey.self], response.mediaType == Self.mediaType
        else {
            throw APIError.Cause(
                .openingFailed, "the response is not sealed",
                advice: "look at what the server sends")
        }
        do {
            response.body = try AES.GCM.open(
                AES.GCM.SealedBox(combined: response.body), using: key,
                authenticating: Data(
                    "\(request.method.rawValue) \(request.target) \(response.status.code)".utf8))
        } catch {
            // One text for all that can be wrong, and no byte of the response in it.
            throw APIError.Cause(
                .openingFailed, "the response was changed, or sealed with another key",
                advice: "compare the secrets of both sides", underlying: error)
        }
        // The response policy looks at the media type of what was opened.
        response.headers[.contentType] = "application/json"
    }

    private func key(_ salt: Data, _ direction: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: salt, info: Data(direction.utf8), outputByteCount: 32)
    }
}
