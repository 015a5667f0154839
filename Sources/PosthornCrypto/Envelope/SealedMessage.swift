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
            guard envelope.count - names.byteCount >= 8 else { throw .malformed }
            time = envelope.withUnsafeBytes { [names] in
                UInt64(
                    bigEndian: $0.loadUnaligned(fromByteOffset: names.byteCount, as: UInt64.self))
            }
        }

        func write(to writer: inout ByteWriter) {
            names.write(to: &writer)
            withUnsafeBytes(of: time.bigEndian) { writer.write($0) }
        }
    }

    /// Returns the envelope in two pieces: the readable start, and nonce, ciphertext and tag.
    ///
    /// - Parameters:
    ///   - salt: 12 random bytes.
    ///   - nonce: 12 more.
    func seal(
        _ plaintext: Data, _ head: Head, with keys: DirectionKeys, salt: Data, nonce: Data
    ) throws -> (start: Data, sealed: Data) {
        let key = try (part.isRequest ? keys.request : keys.response).messageKey(salt)
        let start = Data.written(head.byteCount + Self.saltByteCount) { bytes in
            var writer = ByteWriter(bytes)
            head.write(to: &writer)
            salt.withUnsafeBytes { writer.write($0) }
            return true
        }
        guard let start else { throw Refused() }
        let (context, part, status) = (additionalData, part.rawValue, status?.code)
        let cipher = suite.cipher
        let sealed = try start.withUnsafeBytes { start in
            try context.withBytes(part, status: status, head: start) { data in
                switch cipher {
                case .aesGCM:
                    let box = try AES.GCM.seal(
                        plaintext, using: key, nonce: .init(data: nonce), authenticating: data)
                    return box.combined ?? Data(box.nonce) + box.ciphertext + box.tag
                case .chaChaPoly:
                    return try ChaChaPoly.seal(
                        plaintext, using: key, nonce: .init(data: nonce), authenticating: data
                    ).combined
                }
            }
        }
        return (start, sealed)
    }

    /// Returns the plaintext of an envelope.
    func open(_ envelope: Data, _ head: Head, with keys: DirectionKeys) throws -> Data {
        let startByteCount = head.byteCount + Self.saltByteCount
        guard envelope.count >= startByteCount else { throw Refused() }
        let (context, part, status) = (additionalData, part.rawValue, status?.code)
        let (cipher, key) = (suite.cipher, self.part.isRequest ? keys.request : keys.response)
        let sealed = envelope.dropFirst(startByteCount)
        return try envelope.withUnsafeBytes { bytes in
            let start = UnsafeRawBufferPointer(rebasing: bytes[..<startByteCount])
            let salt = UnsafeRawBufferPointer(rebasing: start.suffix(Self.saltByteCount))
            let key = try key.messageKey(Data(salt))
            return try context.withBytes(part, status: status, head: start) { data in
                switch cipher {
                case .aesGCM:
                    try AES.GCM.open(.init(combined: sealed), using: key, authenticating: data)
                case .chaChaPoly:
                    try ChaChaPoly.open(.init(combined: sealed), using: key, authenticating: data)
                }
            }
        }
    }

    private var additionalData: AdditionalData {
        AdditionalData(
            label: suite.label, audience: audience, method: method, target: target,
            exchange: exchange)
    }

    /// A message that does not open, without a reason that an attacker could learn from.
    struct Refused: Error {}
}
