internal import Crypto
import FoundationEssentials
package import PosthornCore
import PosthornKeys

/// A message of version 2 of the envelope, and what it is bound to.
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

    let suite: EnvelopeCipher.Suite
    let part: Part
    /// The server that the request is for, such as `https://api.example.com`.
    let audience: String
    let method: HTTPRequest.Method
    /// The path and query as sent.
    let target: String
    /// The value of the request's `Posthorn-Exchange` field.
    let exchange: String
    /// The status of a response; `nil` for a request.
    let status: HTTPResponse.Status?

    /// The header field with the envelope of a message without a body.
    package static let field = HTTPField.Name(token: "Posthorn-Envelope")
    private static let saltByteCount = 12
    /// The length of salt and nonce.
    static let randomByteCount = 24

    /// The readable part of an envelope.
    struct Head: Sendable {
        let names: EnvelopeHead
        /// The seconds since 1970 when the message was sealed.
        let time: UInt64

        var byteCount: Int { names.byteCount + 8 }

        init(_ names: EnvelopeHead, time: UInt64) {
            self.names = names
            self.time = time
        }

        /// Reads the head of an envelope.
        init(startOf envelope: Data, _ suite: EnvelopeCipher.Suite) throws(EnvelopeHead.Failure) {
            names = try EnvelopeHead(startOf: envelope, version: suite.rawValue)
            let start = envelope.startIndex + names.byteCount
            guard envelope.endIndex - start >= 8 else { throw .malformed }
            time = envelope[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }

        func write(to writer: inout ByteWriter) {
            names.write(to: &writer)
            for shift in stride(from: 56, through: 0, by: -8) {
                writer.write(UInt8(truncatingIfNeeded: time >> UInt64(shift)))
            }
        }
    }

    /// Returns the envelope in two pieces: the readable start, and nonce, ciphertext and tag.
    ///
    /// - Parameter random: The salt and the nonce.
    func seal(
        _ plaintext: Data, _ head: Head, with keys: DirectionKeys, random: Data
    ) throws -> (start: Data, sealed: Data) {
        let (salt, nonce) = (random.prefix(Self.saltByteCount), random.suffix(12))
        let data = additionalData(headByteCount: head.byteCount) { writer in
            head.write(to: &writer)
            salt.withUnsafeBytes { writer.write($0) }
        }
        let start = Data(data.suffix(head.byteCount + Self.saltByteCount))
        let key = (part.isRequest ? keys.request : keys.response).messageKey(Data(salt))
        let sealed: Data
        switch suite.cipher {
        case .aesGCM:
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: .init(data: nonce), authenticating: data)
            sealed = box.combined ?? Data(box.nonce) + box.ciphertext + box.tag
        case .chaChaPoly:
            sealed = try ChaChaPoly.seal(
                plaintext, using: key, nonce: .init(data: nonce), authenticating: data
            ).combined
        }
        return (start, sealed)
    }

    /// Returns the plaintext of an envelope.
    func open(_ envelope: Data, _ head: Head, with keys: DirectionKeys) throws -> Data {
        let start = envelope.prefix(head.byteCount + Self.saltByteCount)
        guard start.count == head.byteCount + Self.saltByteCount else { throw Refused() }
        let data = additionalData(headByteCount: head.byteCount) { writer in
            start.withUnsafeBytes { writer.write($0) }
        }
        let salt = start.suffix(Self.saltByteCount)
        let key = (part.isRequest ? keys.request : keys.response).messageKey(Data(salt))
        let sealed = envelope.dropFirst(start.count)
        switch suite.cipher {
        case .aesGCM:
            return try AES.GCM.open(.init(combined: sealed), using: key, authenticating: data)
        case .chaChaPoly:
            return try ChaChaPoly.open(.init(combined: sealed), using: key, authenticating: data)
        }
    }

    /// A message that does not open, without a reason that an attacker could learn from.
    struct Refused: Error {}

    /// Returns the additional data: eight fields, each after its length, of which the last is the readable start.
    private func additionalData(
        headByteCount: Int, _ start: (inout ByteWriter) -> Void
    ) -> Data {
        let status = status.map { String($0.code) } ?? ""
        let texts = [
            suite.label, part.rawValue, audience, method.rawValue, target, exchange, status,
        ]
        let startByteCount = headByteCount + Self.saltByteCount
        let count = texts.reduce(4 + startByteCount) { $0 + 4 + $1.utf8.count }
        var data = Data(count: count)
        data.withUnsafeMutableBytes { bytes in
            var writer = ByteWriter(bytes)
            for text in texts {
                writer.write(number: text.utf8.count)
                writer.write(text)
            }
            writer.write(number: startByteCount)
            start(&writer)
        }
        return data
    }
}
