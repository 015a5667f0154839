import Crypto
import Foundation

/// One sealed request and its response, bound together by method, target and exchange number.
struct SealedExchange: Sendable {
    let key: PartnerKey
    let method: String
    /// Path and query as received.
    let target: String
    /// The value of the header field `Posthorn-Exchange`.
    let exchange: String

    /// Refuses an exchange number that is not 16 bytes of base64url.
    init(key: PartnerKey, method: String, target: String, exchange: String) throws(SealingError) {
        let isBase64URL = exchange.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard exchange.utf8.count == 22, isBase64URL else { throw .malformed }
        self.key = key
        self.method = method
        self.target = target
        self.exchange = exchange
    }

    func open(_ body: Data) throws(SealingError) -> (mediaType: String, plain: Data) {
        let envelope = try SealedEnvelope(body)
        guard envelope.keyID == key.id else { throw .unknownKey(envelope.keyID) }
        let bound = authenticated("request", status: "", head: envelope.head)
        do {
            let box = try AES.GCM.SealedBox(combined: envelope.box)
            let plain = try AES.GCM.open(box, using: key.key, authenticating: bound)
            return (envelope.mediaType, plain)
        } catch {
            throw .notAuthentic
        }
    }

    /// Seals the body of the response.
    func seal(_ plain: Data, mediaType: String, status: Int) throws -> Data {
        let head = SealedEnvelope.head(keyID: key.id, mediaType: mediaType)
        let bound = authenticated("response", status: String(status), head: head)
        let box = try AES.GCM.seal(plain, using: key.key, authenticating: bound)
        // `combined` is absent only for a nonce of another length than 12 bytes.
        guard let combined = box.combined else { throw SealingError.malformed }
        return head + combined
    }

    /// The data that is authenticated beside the ciphertext: each field after its length.
    func authenticated(_ direction: String, status: String, head: Data) -> Data {
        let texts = ["posthorn.aes-gcm.v1", direction, method, target, exchange, status]
        var data = Data()
        for field in texts.map({ Data($0.utf8) }) + [head] {
            withUnsafeBytes(of: UInt32(field.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(field)
        }
        return data
    }
}
