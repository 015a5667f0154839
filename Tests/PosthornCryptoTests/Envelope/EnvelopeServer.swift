import Crypto
import CryptoExtras
import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
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

    /// A server of the same kind with another key of the same id.
    func other() throws -> EnvelopeServer {
        switch keys {
        case .rsa:
            let key = try _RSA.Encryption.PrivateKey(keySize: .bits2048)
            return EnvelopeServer(keys: .rsa(pem: key.pemRepresentation), keyID: keyID)
        case .cbc: return EnvelopeServer(keys: .cbc(Data(repeating: 9, count: 64)), keyID: keyID)
        }
    }

    /// The client's cipher.
    func cipher() throws -> any PayloadCipher {
        switch keys {
        case .rsa(let pem):
            try RSAEnvelopeCipher(recipient: PrivateKey(pem: pem, id: keyID).publicKey)
        case .cbc(let key):
            try EnvelopeCipher(
                key: SecretKey(id: keyID, bytes: key, for: .envelopeVersion1),
                suite: .legacyAES256CBC)
        }
    }

    /// Seals a response for a request, with a media type.
    func response(
        _ body: Data, to request: TransportRequest, version: UInt8? = nil, status: Int = 200
    ) throws -> TransportResponse {
        let type = Data("application/json".utf8)
        let id = Data(keyID.utf8)
        switch keys {
        case .rsa(let pem):
            let head = Data([version ?? 3, UInt8(id.count)]) + id + Data([16]) + type
            let box = try AES.GCM.seal(
                body, using: Self.key("response", request, pem),
                authenticating: additional("posthorn.rsa-oaep-256.v1", request, head, status))
            return .sealed(head + Data(box.nonce) + box.ciphertext + box.tag, status: status)
        case .cbc(let key):
            let head = Data([version ?? 4, UInt8(id.count)]) + id + Data([16]) + type
            let iv = AES._CBC.IV()
            let sealed = try AES._CBC.encrypt(
                body, using: SymmetricKey(data: key.suffix(32)), iv: iv)
            let data = additional("posthorn.aes-cbc-hmac.v1", request, head, status)
            let code = Self.code(of: Data(iv) + sealed, data, key)
            return .sealed(head + Data(iv) + sealed + code, status: status)
        }
    }

    /// Opens a request.
    func open(_ request: TransportRequest) throws -> Data {
        let body = request.body?.data ?? Data()
        let named = 2 + keyID.utf8.count
        guard body.count > named + 1, body.count > named + 1 + Int(body[named]) else {
            throw Refused()
        }
        let (head, rest) = (
            body.prefix(named + 1 + Int(body[named])),
            Data(body.dropFirst(named + 1 + Int(body[named])))
        )
        guard head.dropFirst(2).prefix(keyID.utf8.count) == Data(keyID.utf8) else {
            throw Refused()
        }
        switch keys {
        case .rsa(let pem):
            return try AES.GCM.open(
                .init(combined: rest), using: Self.key("request", request, pem),
                authenticating: additional("posthorn.rsa-oaep-256.v1", request, Data(head)))
        case .cbc(let key):
            let data = additional("posthorn.aes-cbc-hmac.v1", request, Data(head))
            let sealed = rest.dropLast(32)
            guard sealed.count >= 32, Self.code(of: sealed, data, key) == rest.suffix(32) else {
                throw Refused()
            }
            return try AES._CBC.decrypt(
                sealed.dropFirst(16), using: SymmetricKey(data: key.suffix(32)),
                iv: AES._CBC.IV(ivBytes: sealed.prefix(16)))
        }
    }

    struct Refused: Error {}

    private static func key(
        _ direction: String, _ request: TransportRequest, _ pem: String
    ) throws -> SymmetricKey {
        let parts = (request.headers[field] ?? "").split(separator: ".")
        guard parts.count == 3, let wrapped = Data(base64URL: String(parts[2])) else {
            throw Refused()
        }
        let pair = try _RSA.Encryption.PrivateKey(pemRepresentation: pem)
        let secret = try pair.decrypt(wrapped, padding: .PKCS1_OAEP_SHA256)
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: wrapped,
            info: Data("posthorn.rsa-oaep-256.v1 \(direction)".utf8), outputByteCount: 32)
    }

    private static func code(of sealed: Data, _ data: Data, _ key: Data) -> Data {
        let bits = withUnsafeBytes(of: UInt64(data.count * 8).bigEndian) { Data($0) }
        let code = HMAC<SHA512>.authenticationCode(
            for: data + sealed + bits, using: SymmetricKey(data: key.prefix(32)))
        return Data(code).prefix(32)
    }

    /// The data that a response with a status authenticates; that of a request without one.
    private func additional(
        _ label: String, _ request: TransportRequest, _ head: Data, _ status: Int? = nil
    ) -> Data {
        let texts = [
            label, status == nil ? "request" : "response", request.method.rawValue, request.target,
            request.headers[.exchange] ?? "", status.map(String.init) ?? "",
        ]
        return (texts.map { Data($0.utf8) } + [head]).reduce(into: Data()) { data, field in
            withUnsafeBytes(of: UInt32(field.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(field)
        }
    }

    // swift-format-ignore: NeverForceUnwrap
    static let field = HTTPField.Name("Posthorn-Encapsulated")!
}

extension EnvelopeServer: ServerCipher {
    func open(_ request: inout TransportRequest) throws {
        if request.body != nil { request.body = HTTPBody(try open(request)) }
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        response = try self.response(response.body, to: request, status: response.status.code)
    }
}

extension EnvelopeServer: CustomTestStringConvertible {
    /// The key's ID, never the key.
    var testDescription: String { keyID }
}
