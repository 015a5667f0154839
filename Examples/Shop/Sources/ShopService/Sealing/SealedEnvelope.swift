import Foundation

/// The parsed bytes of a sealed message: head, nonce, ciphertext, tag.
struct SealedEnvelope {
    static let mediaType = "application/vnd.posthorn.sealed"
    static let version: UInt8 = 1

    let keyID: String
    let mediaType: String
    /// The bytes before the nonce, which are authenticated but not hidden.
    let head: Data
    /// Nonce, ciphertext and tag, as AES-GCM joins them.
    let box: Data

    /// Makes the head of a new message.
    static func head(keyID: String, mediaType: String) -> Data {
        var head = Data([version])
        for text in [keyID, mediaType] {
            head.append(UInt8(truncatingIfNeeded: text.utf8.count))
            head.append(contentsOf: text.utf8)
        }
        return head
    }

    /// Parses a message.
    init(_ bytes: Data) throws(SealingError) {
        var rest = bytes[...]
        guard let version = rest.popFirst() else { throw .malformed }
        guard version == Self.version else { throw .unknownVersion(version) }
        keyID = try Self.text(&rest)
        mediaType = try Self.text(&rest)
        // 12 bytes of nonce and 16 of tag enclose the ciphertext, which may be empty.
        guard !keyID.isEmpty, rest.count >= 28 else { throw .malformed }
        head = Data(bytes[..<rest.startIndex])
        box = Data(rest)
    }

    private static func text(_ rest: inout Data.SubSequence) throws(SealingError) -> String {
        guard let length = rest.popFirst(), rest.count >= Int(length),
            let text = String(validating: rest.prefix(Int(length)), as: UTF8.self)
        else { throw .malformed }
        rest = rest.dropFirst(Int(length))
        return text
    }
}
