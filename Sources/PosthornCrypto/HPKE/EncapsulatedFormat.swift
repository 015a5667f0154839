internal import Crypto
import FoundationEssentials
import PosthornCore

/// The secret for opening the response, exported when the request was sealed.
///
/// Stored in the request's metadata and never sent.
struct ResponseSecret: RequestMetadata.Key, Sendable {
    typealias Value = ResponseSecret

    let key: SymmetricKey
    let enc: Data
}

/// The formats of the data around HPKE's ciphertext.
enum EncapsulatedFormat {
    static let responseLabel = Array("posthorn.hpke.v1 response".utf8)

    /// Returns HPKE's `info`, which binds the ciphertext to the request.
    static func info(_ method: HTTPRequest.Method, _ target: String) -> Data {
        Data(
            AdditionalData.bytes(
                label: "posthorn.hpke.v1", part: "request", method: method, target: target,
                exchange: ""))
    }

    /// Returns `mode.key id.encapsulated key`, followed by the id of the sender's key if there is one.
    ///
    /// Ids and bytes are encoded as base64url.
    static func value(_ mode: String, _ id: String, _ enc: Data, sender: String?) -> String {
        ([mode, Base64URL.encode(id.utf8), Base64URL.encode(enc)]
            + (sender.map { [Base64URL.encode($0.utf8)] } ?? [])).joined(separator: ".")
    }

    static func plaintext(_ mediaType: String, _ body: Data) throws(APIError.Cause) -> Data {
        try EnvelopeHead.check(mediaType)
        var plaintext = Data(capacity: 1 + mediaType.utf8.count + body.count)
        plaintext.append(UInt8(mediaType.utf8.count))
        plaintext.append(text: mediaType)
        plaintext.append(body)
        return plaintext
    }

    /// Opens a response that consists of a nonce (32 bytes), ciphertext and tag.
    ///
    /// The key is derived as in RFC 9458, section 4.4. The tag also authenticates the status.
    static func open(
        _ response: inout TransportResponse, _ secret: ResponseSecret
    ) throws(APIError.Cause) {
        let body = response.body
        guard body.count > 32 + 16 else { throw .notOpened }
        let (nonce, sealed) = (Data(body.prefix(32)), body.dropFirst(32))
        let keys = keys(secret, nonce)
        let opened = try? AES.GCM.open(
            .init(
                nonce: .init(data: keys.nonce), ciphertext: sealed.dropLast(16),
                tag: sealed.suffix(16)),
            using: keys.key, authenticating: Data(String(response.status.code).utf8))
        guard let (type, content) = opened.flatMap(content) else { throw .notOpened }
        response.replaceBody(content, type)
    }

    /// Seals a response, as its server does.
    static func seal(_ response: inout TransportResponse, _ secret: ResponseSecret) throws {
        let plain = try plaintext(response.headers.value(of: .contentType) ?? "", response.body)
        let nonce = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let keys = keys(secret, nonce)
        let box = try AES.GCM.seal(
            plain, using: keys.key, nonce: .init(data: keys.nonce),
            authenticating: Data(String(response.status.code).utf8))
        response.replaceBody(nonce + box.ciphertext + box.tag, HPKECipher.mediaType)
    }

    private static func keys(
        _ secret: ResponseSecret, _ nonce: Data
    ) -> (key: SymmetricKey, nonce: Data) {
        let pseudoRandom = HKDF<SHA256>.extract(
            inputKeyMaterial: secret.key, salt: secret.enc + nonce)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(
                pseudoRandomKey: pseudoRandom, info: Data(info.utf8), outputByteCount: count)
        }
        return (derive("key", 32), derive("nonce", 12).withUnsafeBytes { Data($0) })
    }

    /// Returns the media type and the body of a plaintext; `nil` if it is malformed.
    static func content(of plaintext: Data) -> (mediaType: String, body: Data)? {
        let type = plaintext.withUnsafeBytes { bytes in
            EnvelopeHead.field(of: bytes, at: 0).flatMap {
                $0.allSatisfy { $0.isVisible } ? String(decoding: $0, as: UTF8.self) : nil
            }
        }
        return type.map { ($0, Data(plaintext.dropFirst(1 + $0.utf8.count))) }
    }

    typealias Parts = (mode: String, keyID: String, encapsulated: Data, senderID: String?)

    /// Returns the parts of the header field; `nil` if the request has none, or a malformed one.
    static func parts(of request: TransportRequest) -> Parts? {
        let parts = (request.headers.value(of: ExchangeID.encapsulatedField) ?? "").utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count), let id = Base64URL.decode(parts[1]),
            let keyID = String(validating: id, as: UTF8.self),
            let encapsulated = Base64URL.decode(parts[2])
        else { return nil }
        var senderID: String?
        if parts.count == 4 {
            senderID = Base64URL.decode(parts[3]).flatMap { String(validating: $0, as: UTF8.self) }
            if senderID == nil { return nil }
        }
        return (String(Substring(parts[0])), keyID, encapsulated, senderID)
    }
}
