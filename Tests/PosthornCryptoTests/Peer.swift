import Crypto
import Foundation
import Posthorn
import PosthornCrypto

/// The other side: the envelope implemented again, on swift-crypto instead of our cipher.
struct Peer: Sendable {
    var keyID: String
    var key: Data

    var suite = Suite.aesGCM

    struct Refused: Error {}

    /// Which of the two envelopes.
    enum Suite: UInt8 { case aesGCM = 1, chaChaPoly }

    init(keyID: String = "shop-1", key: Data = Peer.secret, suite: Suite = .aesGCM) {
        self.keyID = keyID
        self.key = key
        self.suite = suite
    }

    static let secret = Data((0..<32).map { UInt8($0 * 7 + 11) })

    /// What is wrong about a response; by default nothing.
    struct Lie: Sendable {
        var direction = "response"
        var method: String?
        var target: String?
        var exchange: String?
        var status: Int?
        var headMediaType: String?
    }

    /// Seals a response to a request, or to another one if it has a lie.
    func response(
        _ plaintext: Data, mediaType: String = "application/json", status: Int = 200,
        to request: TransportRequest, lie: Lie = Lie()
    ) throws -> TransportResponse {
        let bound = [
            lie.direction, lie.method ?? request.method.rawValue, lie.target ?? request.target,
            lie.exchange ?? request.headers[.exchange] ?? "", String(lie.status ?? status),
        ]
        let body = try seal(plaintext, head(mediaType), bound)
        return .sealed(body, status: status)
    }

    /// Seals bytes with the fields that they are bound to.
    func seal(_ plaintext: Data, _ head: Data, _ bound: [String]) throws -> Data {
        let (key, data) = (SymmetricKey(data: key), additionalData(bound, head))
        if suite == .chaChaPoly {
            return try head + ChaChaPoly.seal(plaintext, using: key, authenticating: data).combined
        }
        let box = try AES.GCM.seal(plaintext, using: key, authenticating: data)
        return head + Data(box.nonce) + box.ciphertext + box.tag
    }

    /// Opens a request as a server does.
    func open(_ request: TransportRequest) throws -> (mediaType: String, body: Data) {
        let bound = [
            "request", request.method.rawValue, request.target,
            request.headers[.exchange] ?? "", "",
        ]
        return try open(request.body?.data ?? Data(), bound)
    }

    func open(_ envelope: Data, _ bound: [String]) throws -> (mediaType: String, body: Data) {
        let bytes = [UInt8](envelope)
        guard bytes.count > 1, bytes.count > 2 + Int(bytes[1]) else { throw Refused() }
        let typeAt = 3 + Int(bytes[1])
        let end = typeAt + Int(bytes[typeAt - 1])
        guard bytes.count >= end else { throw Refused() }
        let (key, data) = (
            SymmetricKey(data: key), additionalData(bound, Data(bytes[..<end]))
        )
        let body =
            try suite == .chaChaPoly
            ? ChaChaPoly.open(.init(combined: bytes[end...]), using: key, authenticating: data)
            : AES.GCM.open(.init(combined: bytes[end...]), using: key, authenticating: data)
        return (String(decoding: bytes[typeAt..<end], as: UTF8.self), body)
    }

    func head(_ mediaType: String) -> Data {
        Data([suite.rawValue, UInt8(keyID.utf8.count)]) + Data(keyID.utf8)
            + Data([UInt8(mediaType.utf8.count)]) + Data(mediaType.utf8)
    }

    private func additionalData(_ bound: [String], _ head: Data) -> Data {
        let label = suite == .aesGCM ? "posthorn.aes-gcm.v1" : "posthorn.chacha20-poly1305.v1"
        return ([label] + bound).map { Data($0.utf8) }.appending(head)
            .reduce(into: Data()) { data, field in
                let count = UInt32(field.count)
                data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
                data += field
            }
    }
}

extension Array {
    fileprivate func appending(_ element: Element) -> Array { self + [element] }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let exchange = HTTPField.Name("Posthorn-Exchange")!
}
