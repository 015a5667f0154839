internal import Crypto
package import FoundationEssentials
package import PosthornKeys

/// The keys that hide the names of a store's records and encrypt their values (XAES-256-GCM).
package struct RecordKeys: Sendable {
    package static let nameByteCount = 16

    /// The kinds of names, which keep equal texts apart.
    package enum Kind: UInt8, Sendable {
        case url = 1
        case identity
        case variant
        case lease
        case rate
        case queue
        case call
        case service
    }

    /// It has read the key, which takes half of the time of a name.
    private let names: HMAC<SHA256>
    private let values: XAESKey

    /// Derives the keys, which serve only one kind of store; throws `invalidKey` if the key is for another purpose.
    package init(_ key: SecretKey, format: String) throws {
        try key.require(.derivation, KeyPermissions.derivation)
        names = HMAC(key: key.expanded(Data("\(format) names".utf8)))
        values = try XAESKey(key.expanded(Data("\(format) values".utf8)))
    }

    /// Returns a name that is the same for the same text of the same kind, and tells nothing about it.
    package func name(_ kind: Kind, _ text: String) -> Data {
        var code = names
        code.update(data: [kind.rawValue] + text.utf8)
        return code.finalize().withUnsafeBytes { code in
            Data(buffer: .init(rebasing: code.bindMemory(to: UInt8.self)[..<Self.nameByteCount]))
        }
    }

    package func seal(_ value: Data, as name: Data) throws -> Data {
        let nonce = randomBytes(24)
        let box = try AES.GCM.seal(
            value, using: values.messageKey(nonce.prefix(12)),
            nonce: AES.GCM.Nonce(data: nonce.suffix(12)), authenticating: name)
        var sealed = Data(capacity: 24 + value.count + 16)
        sealed.append(nonce)
        sealed.append(box.ciphertext)
        sealed.append(box.tag)
        return sealed
    }

    /// Returns the random bytes of an encrypted value, which no other value has.
    package static func nonce(of sealed: Data) -> Data { sealed.prefix(24) }

    /// Decrypts the value of a name; `nil` if it was written with another key or for another name, or is damaged.
    package func open(_ sealed: Data, as name: Data) -> Data? {
        guard sealed.count >= 24 + 16, let key = try? values.messageKey(sealed.prefix(12)),
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(12))
        else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: name)
    }

    package func seal(_ value: Data, with text: String, as name: Data) throws -> Data {
        var plain = Data(capacity: 4 + text.utf8.count + value.count)
        withUnsafeBytes(of: UInt32(clamping: text.utf8.count).littleEndian) {
            plain.append(contentsOf: $0)
        }
        plain.append(contentsOf: text.utf8)
        plain.append(value)
        return try seal(plain, as: name)
    }

    /// Decrypts the result of ``seal(_:with:as:)``.
    package func openWithText(_ sealed: Data, as name: Data) -> (value: Data, text: String)? {
        guard let plain = open(sealed, as: name), plain.count >= 4 else { return nil }
        let count = plain.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= plain.count - 4 else { return nil }
        let rest = plain.dropFirst(4)
        return (rest.dropFirst(count), String(decoding: rest.prefix(count), as: UTF8.self))
    }
}
