import Crypto
import CryptoExtras
import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// The server's side of the RSA and AES-CBC envelopes, built on swift-crypto instead of our
/// ciphers.
struct EnvelopeServer: Sendable {
    enum Keys: Sendable {
        case rsa(pem: String)
        case cbc(Data)
    }

    let keys: Keys
    let keyID: String

    static let cbcKey = Peer.secret + Data(Peer.secret.reversed())

    static func rsa() throws -> EnvelopeServer {
        EnvelopeServer(keys: .rsa(pem: try KeyFile.text("rsa8")), keyID: "vault")
    }

    static let cbc = EnvelopeServer(keys: .cbc(cbcKey), keyID: "old")

    /// The client's cipher.
    func cipher() throws -> any PayloadCipher {
        switch keys {
        case .rsa(let pem):
            try RSAEnvelopeCipher(recipient: PrivateKey(pem: pem, id: keyID).publicKey)
        case .cbc(let key):
            try EnvelopeCipher(key: SecretKey(id: keyID, bytes: key), suite: .legacyAES256CBC)
        }
    }

    /// Seals a response of status 200 for a request, with a media type.
    func response(
        _ body: Data, to request: TransportRequest, version: UInt8? = nil
    ) throws -> TransportResponse {
        let type = Data("application/json".utf8)
        let id = Data(keyID.utf8)
        switch keys {
        case .rsa(let pem):
            let head = Data([version ?? 3, UInt8(id.count)]) + id + Data([16]) + type
            let parts = try #require(request.headers[Self.field]).split(separator: ".")
            let wrapped = try #require(Data(base64URL: String(parts[2])))
            let pair = try _RSA.Encryption.PrivateKey(pemRepresentation: pem)
            let secret = try pair.decrypt(wrapped, padding: .PKCS1_OAEP_SHA256)
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret), salt: wrapped,
                info: Data("posthorn.rsa-oaep-256.v1 response".utf8), outputByteCount: 32)
            let box = try AES.GCM.seal(
                body, using: key,
                authenticating: additional("posthorn.rsa-oaep-256.v1", request, head))
            return .sealed(head + Data(box.nonce) + box.ciphertext + box.tag)
        case .cbc(let key):
            let head = Data([version ?? 4, UInt8(id.count)]) + id + Data([16]) + type
            let iv = AES._CBC.IV()
            let sealed = try AES._CBC.encrypt(
                body, using: SymmetricKey(data: key.suffix(32)), iv: iv)
            let data = additional("posthorn.aes-cbc-hmac.v1", request, head)
            let bits = withUnsafeBytes(of: UInt64(data.count * 8).bigEndian) { Data($0) }
            let code = HMAC<SHA512>.authenticationCode(
                for: data + Data(iv) + sealed + bits, using: SymmetricKey(data: key.prefix(32)))
            return .sealed(head + Data(iv) + sealed + Data(code).prefix(32))
        }
    }

    private func additional(_ label: String, _ request: TransportRequest, _ head: Data) -> Data {
        let texts = [
            label, "response", request.method.rawValue, request.target,
            request.headers[.exchange] ?? "", "200",
        ]
        return (texts.map { Data($0.utf8) } + [head]).reduce(into: Data()) { data, field in
            withUnsafeBytes(of: UInt32(field.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(field)
        }
    }

    // swift-format-ignore: NeverForceUnwrap
    static let field = HTTPField.Name("Posthorn-Encapsulated")!
}

extension EnvelopeServer: CustomTestStringConvertible {
    /// The key's ID, never the key.
    var testDescription: String { keyID }
}
