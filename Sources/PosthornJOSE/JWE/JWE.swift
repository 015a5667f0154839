public import FoundationEssentials
public import PosthornCore
import PosthornKeys

/// A JSON Web Encryption (RFC 7516): ciphertext with a header that names the algorithms.
///
/// ```swift
/// let message = try JWE.sealing(Data("hello".utf8), for: JWEKey(key, .a256KW))
/// guard let text = message.compact else { return }   // JSON alone has several recipients
/// let bytes = try JWE(text).open(with: JWEKey(key, .a256KW))
/// ```
///
/// Parsing is strict. It refuses duplicate members, `crit`, `zip`, non-canonical base64url, and a header name
/// that occurs in two headers. `jku`, `jwk`, `x5u` and `x5c` are ignored.
public struct JWE: Sendable {
    struct Recipient {
        var header: [String: JSONValue]
        var encryptedKey: Data
    }

    /// The protected header as received; it is authenticated in this form and never serialized again.
    let protectedText: String
    /// The protected header, not verified until the message is opened.
    public let protected: [String: JSONValue]
    let unprotected: [String: JSONValue]
    let recipients: [Recipient]
    /// The additional authenticated data as base64url; `nil` if there is none, as in every compact message.
    let additionalText: String?
    let iv: Data
    let ciphertext: Data
    let tag: Data

    /// Encrypts bytes for a key.
    ///
    /// - Parameters:
    ///   - plaintext: The bytes to encrypt.
    ///   - key: The recipient's key. The first of its ``JWEKey/encryptions`` is used.
    ///   - header: Additional members of the protected header, such as `cty`. Empty by default.
    ///   - additionalData: Data that is authenticated with the message. A message with additional data has no
    ///     compact form. `nil`, the default, adds none.
    /// - Throws: An `APIError.Cause` with the code `sealingFailed`.
    public static func sealing(
        _ plaintext: Data, for key: JWEKey, header: [String: JSONValue] = [:],
        additionalData: Data? = nil
    ) throws(APIError.Cause) -> JWE {
        let encryption = key.encryptions[0]
        do {
            let content = try ContentKey(for: key, encryption)
            var header = header
            header["alg"] = .string(key.algorithm.rawValue)
            header["enc"] = .string(encryption.rawValue)
            header["kid"] = .string(key.id)
            header["epk"] = content.ephemeral
            let text = Base64URL.encode(try JSONValue.object(header).document())
            let additional = additionalData.map { Base64URL.encode($0) }
            let sealed = try encryption.seal(
                plaintext, content.key, Self.authenticated(text, additional))
            return JWE(
                protectedText: text, protected: header, unprotected: [:],
                recipients: [Recipient(header: [:], encryptedKey: content.encrypted)],
                additionalText: additional, iv: sealed.iv, ciphertext: sealed.ciphertext,
                tag: sealed.tag)
        } catch {
            throw APIError.Cause(
                .sealingFailed, "the message could not be encrypted as a JWE",
                advice: "send a smaller message", underlying: error)
        }
    }

    /// Decrypts the message.
    ///
    /// The message's `alg` and `enc` must be among those that the key is bound to. They are checked before
    /// any key is used.
    /// - Throws: An `APIError.Cause` with the code `openingFailed`. Its message distinguishes only
    ///   algorithms that are not allowed from all other failures.
    public func open(with key: JWEKey) throws(APIError.Cause) -> Data {
        for part in try parts(for: key) {
            let opened = try? part.encryption.open(
                iv: iv, ciphertext: ciphertext, tag: tag,
                ContentKey(
                    from: part.recipient.encryptedKey, header: part.header, by: key, part.encryption
                ).key, Self.authenticated(protectedText, additionalText))
            if let opened { return opened }
        }
        throw Self.notOpened
    }

    typealias Part = (
        recipient: Recipient, header: [String: JSONValue], encryption: ContentEncryption
    )

    /// Returns the recipients that match a key, without using the key.
    ///
    /// These are the recipients that name the key, or, if none does, all with an algorithm and an encryption
    /// that the key is bound to.
    /// - Throws: An ``APIError/Cause`` if no recipient matches.
    @discardableResult
    func parts(for key: JWEKey) throws(APIError.Cause) -> [Part] {
        var parts: [Part] = []
        for recipient in recipients {
            let header = header(of: recipient)
            let encryption = key.encryptions.first { $0.rawValue == header["enc"]?.string }
            guard header["alg"]?.string == key.algorithm.rawValue, let encryption else { continue }
            parts.append((recipient, header, encryption))
        }
        guard !parts.isEmpty else { throw Self.notAllowed }
        let named = parts.filter {
            $0.header["kid"]?.string.map { Array($0.utf8) } == Array(key.id.utf8)
        }
        return named.isEmpty ? parts : named
    }

    /// The `kid` of the message or of its only recipient, not verified until the message is opened.
    ///
    /// `nil` if there is no `kid`, or if the message has several recipients.
    public var keyID: String? {
        recipients.count == 1 ? header(of: recipients[0])["kid"]?.string : nil
    }

    /// The additional data, not verified until the message is opened; `nil` if there is none.
    public var additionalData: Data? { additionalText.flatMap { Base64URL.decode($0) } }

    func header(of recipient: Recipient) -> [String: JSONValue] {
        // True for every compact message.
        guard !unprotected.isEmpty || !recipient.header.isEmpty else { return protected }
        return protected.merging(unprotected) { own, _ in own }
            .merging(recipient.header) { own, _ in own }
    }

    private static func authenticated(_ protected: String, _ additional: String?) -> Data {
        Data((protected + (additional.map { "." + $0 } ?? "")).utf8)
    }

    static let notAllowed = APIError.Cause(
        .openingFailed, "the JWE has an algorithm that its key is not bound to",
        advice: "agree on `alg` and `enc` with the other side, and name them with the key")

    static let notOpened = APIError.Cause(
        .openingFailed,
        "the JWE is not what was sealed for this key: it was changed or cut, or sealed for another",
        advice: "compare the keys of both sides, and what proxies between them change")

    static let malformed = APIError.Cause(
        .openingFailed, "the text is not an accepted JWE",
        advice: "send the compact or the JSON form of RFC 7516, without `crit` and `zip`")
}

extension JWE: RedactedStringConvertible {
    /// The key's id and the size of the ciphertext in bytes.
    public var description: String {
        "JWE(for \(keyID.debugDescription), \(ciphertext.count) bytes)"
    }
}
