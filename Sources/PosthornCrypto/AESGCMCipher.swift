internal import Crypto
import FoundationEssentials
public import Posthorn

/// Seals bodies with AES-256-GCM: nobody between client and server reads or changes them.
///
/// A sealed body has the media type `application/vnd.posthorn.sealed` and consists of
/// version (1 byte, 1) · length and key id · length and media type of the plaintext ·
/// nonce (12 bytes) · ciphertext · tag (16 bytes).
/// Method, path and query, direction, the answer's status and a random id of the exchange
/// (`Posthorn-Exchange`, new for every attempt) are authenticated with it.
/// `Documentation/SealedEnvelope.md` has the format for other languages.
///
/// **What it protects:** content and media type of the bodies, and that an answer belongs to this
/// very request: it can't be a replay, a reflection of the request, or another call's. An answer in
/// the clear is refused; so is one without a body, such as a plain 204.
///
/// **What it does not:** the URL, the other header fields, the length of bodies and the fact of the
/// call stay readable, and header fields can be changed. That a *request* is not replayed is the
/// server's to check: it keeps the exchange ids that it has seen. Whoever learns a key can read
/// what was recorded under it. Use it with TLS, not instead.
///
/// **How long a key lasts:** nonces are 96 random bits, so a key seals at most 2^32 messages, both
/// directions and all clients counted (NIST SP 800-38D, section 8.3). Change keys well before: seal
/// with a new ``SealingKey`` under a new id and keep the old one among the previous until the
/// server has changed too.
public struct AESGCMCipher: PayloadCipher {
    private let key: SealingKey
    // By the id's bytes: strings would also match ids that only look the same.
    private let keys: [[UInt8]: SealingKey]

    /// Creates a cipher.
    /// - Parameters:
    ///   - key: Seals, and opens what names it.
    ///   - previous: Open what names them. Empty by default.
    /// - Throws: a fault of the code `sealingFailed` when two keys have the same id.
    public init(key: SealingKey, previous: [SealingKey] = []) throws(CallFault) {
        var keys = [Array(key.id.utf8): key]
        for other in previous {
            guard keys.updateValue(other, forKey: Array(other.id.utf8)) == nil else {
                throw CallFault(
                    .sealingFailed, "two keys have the id \(other.id.debugDescription)",
                    advice: "give every key its own id")
            }
        }
        self.key = key
        self.keys = keys
    }

    /// `AES-256-GCM`.
    public var name: String { "AES-256-GCM" }

    /// The media type of sealed bodies.
    public static let mediaType = "application/vnd.posthorn.sealed"

    /// Seals the body, if there is one, and asks for a sealed answer.
    public func seal(_ request: inout BuiltRequest) throws {
        let exchange = ExchangeID.random()
        if let body = request.body {
            let data = AdditionalData(
                method: request.method, target: request.target, exchange: exchange)
            guard let bytes = body.data else { throw CallFault.notInMemory }
            request.body = MessageBody(
                try seal(bytes, request.headers[.contentType] ?? "", data))
            request.headers[.contentType] = Self.mediaType
        }
        request.headers[ExchangeID.field] = exchange
        request.headers[.accept] = Self.mediaType
    }

    /// Opens an answer that was sealed for this request with a key that the cipher has.
    public func open(_ response: inout ReceivedResponse, to request: BuiltRequest) throws {
        guard response.mediaType == Self.mediaType else {
            throw CallFault.notSealed(mediaType: response.mediaType)
        }
        guard let exchange = request.headers[ExchangeID.field] else {
            throw CallFault.notExchanged
        }
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(startOf: response.body)
        } catch {
            throw CallFault.notOpened(error)
        }
        guard let key = keys[Array(head.keyID.utf8)] else {
            throw CallFault.unknownKey(head.keyID)
        }
        let data = AdditionalData(
            method: request.method, target: request.target, exchange: exchange)
        do {
            let box = try AES.GCM.SealedBox(combined: response.body.dropFirst(head.bytes.count))
            response.body = try AES.GCM.open(
                box, using: key.secret,
                authenticating: data.response(response.status, head: head.bytes))
        } catch {
            throw CallFault.notOpened
        }
        response.headers[.contentType] = head.mediaType.isEmpty ? nil : head.mediaType
    }

    private func seal(
        _ body: Data, _ mediaType: String, _ data: AdditionalData
    ) throws(CallFault) -> Data {
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(keyID: key.id, mediaType: mediaType)
        } catch {
            throw .notSealed(error)
        }
        let box: AES.GCM.SealedBox
        do {
            // Without a nonce argument swift-crypto draws a random one.
            box = try AES.GCM.seal(
                body, using: key.secret, authenticating: data.request(head: head.bytes))
        } catch {
            throw .notSealed(error)
        }
        var envelope = Data(capacity: head.bytes.count + 12 + body.count + 16)
        envelope.append(head.bytes)
        envelope.append(contentsOf: box.nonce)
        envelope.append(box.ciphertext)
        envelope.append(box.tag)
        return envelope
    }
}

extension AESGCMCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The cipher's name and the ids of its keys, never their bytes.
    public var description: String {
        let others = keys.values.map(\.id).filter { $0 != key.id }.sorted()
        let parts =
            ["\(name) sealing with \(key.id.debugDescription)"]
            + others.map { "opening \($0.debugDescription)" }
        return parts.joined(separator: ", ")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The ids alone, so that `dump` and debuggers don't show keys.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description])
    }
}

extension PayloadCipher where Self == AESGCMCipher {
    /// AES-256-GCM with this key, and with previous ones for opening.
    /// - Throws: a fault of the code `sealingFailed` when two keys have the same id.
    public static func aesGCM(
        key: SealingKey, previous: [SealingKey] = []
    ) throws(CallFault) -> AESGCMCipher {
        try AESGCMCipher(key: key, previous: previous)
    }
}
