internal import Crypto
import FoundationEssentials
package import PosthornCore

/// A message in an envelope, and what it is bound to.
///
/// `Documentation/SealedEnvelope.md` specifies the format.
package struct SealedMessage: Sendable {
    /// What a message is part of.
    package enum Part: String, Sendable {
        case request
        case requestWithoutBody = "request without body"
        case response
        case responseWithoutBody = "response without body"

        /// Whether the envelope is in a header field.
        var isInField: Bool { self == .requestWithoutBody || self == .responseWithoutBody }

        fileprivate var isRequest: Bool { self == .request || self == .requestWithoutBody }
    }

    let format: EnvelopeFormat
    let part: Part
    let audience: String?
    let method: HTTPRequest.Method
    let target: String
    let exchange: String
    /// The status of a response; `nil` for a request.
    let status: HTTPResponse.Status?

    /// The header field with the envelope of a message without a body.
    package static let field = HTTPField.Name(token: "Posthorn-Envelope")

    /// Returns the envelope in two pieces: the readable start, and nonce, ciphertext and tag.
    ///
    /// - Parameters:
    ///   - salt: 12 random bytes. Version 1 has none.
    ///   - nonce: 12 more.
    func seal(
        _ plaintext: Data, _ head: EnvelopeHead, with keys: DirectionKeys, salt: Data, nonce: Data
    ) throws -> (start: Data, sealed: Data) {
        let key = try key(of: keys, salt)
        var bytes = head.bytes
        if !format.isFirst { bytes += salt }
        let (data, start) = (additionalData(bytes), Data(bytes))
        switch format.algorithm {
        case .aesGCM:
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: .init(data: nonce), authenticating: data)
            // `combined` is `nil` only for nonces of another length.
            return (start, box.combined ?? Data(box.nonce) + box.ciphertext + box.tag)
        case .chaChaPoly:
            let box = try ChaChaPoly.seal(
                plaintext, using: key, nonce: .init(data: nonce), authenticating: data)
            return (start, box.combined)
        case .cbcHMAC:
            // This encryption draws its own nonce.
            let sealed = try ContentEncryption.a256CBCHS512.seal(plaintext, key, Data(data))
            return (start, sealed.iv + sealed.ciphertext + sealed.tag)
        }
    }

    func open(_ envelope: Data, _ head: EnvelopeHead, with keys: DirectionKeys) throws -> Data {
        let saltByteCount = format.isFirst ? 0 : 12
        let start = envelope.prefix(head.byteCount + saltByteCount)
        let sealed = envelope.dropFirst(start.count)
        let key = try key(of: keys, start.suffix(saltByteCount))
        let data = additionalData([UInt8](start))
        switch format.algorithm {
        case .aesGCM:
            return try AES.GCM.open(.init(combined: sealed), using: key, authenticating: data)
        case .chaChaPoly:
            return try ChaChaPoly.open(.init(combined: sealed), using: key, authenticating: data)
        case .cbcHMAC:
            guard sealed.count >= 16 + 32 else { throw ContentEncryption.Refused() }
            return try ContentEncryption.a256CBCHS512.open(
                iv: Data(sealed.prefix(16)), ciphertext: Data(sealed.dropFirst(16).dropLast(32)),
                tag: Data(sealed.suffix(32)), key, Data(data))
        }
    }

    private func key(of keys: DirectionKeys, _ salt: Data) throws -> SymmetricKey {
        try (part.isRequest ? keys.request : keys.response).messageKey(salt)
    }

    private func additionalData(_ start: [UInt8]) -> [UInt8] {
        AdditionalData.bytes(
            label: format.label, part: part.rawValue, audience: audience, method: method,
            target: target, exchange: exchange, status: status, before: start)
    }
}
