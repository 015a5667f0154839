import FoundationEssentials

/// The readable part of a sealed message: version, key id and the plaintext's media type.
///
/// The bytes after it are nonce, ciphertext and tag. `Documentation/SealedEnvelope.md` has the
/// format.
struct EnvelopeHead: Sendable, Hashable {
    let keyID: String
    let mediaType: String
    /// The head as it stands on the wire; authenticated with the message.
    let bytes: Data

    /// Why bytes are not a head.
    enum Failure: Error, Hashable {
        case malformed
        case version(UInt8)
        case mediaTypeNotASCII
        case mediaTypeTooLong(Int)
    }

    /// Writes a head.
    ///
    /// The key id's length was checked by ``SealingKey``.
    init(version: UInt8, keyID: String, mediaType: String) throws(Failure) {
        guard mediaType.utf8.allSatisfy(Self.isVisible) else { throw .mediaTypeNotASCII }
        guard let mediaLength = UInt8(exactly: mediaType.utf8.count) else {
            throw .mediaTypeTooLong(mediaType.utf8.count)
        }
        guard let idLength = UInt8(exactly: keyID.utf8.count) else { throw .malformed }
        var bytes = [version, idLength]
        bytes.reserveCapacity(3 + Int(idLength) + Int(mediaLength))
        bytes.append(contentsOf: keyID.utf8)
        bytes.append(mediaLength)
        bytes.append(contentsOf: mediaType.utf8)
        self.keyID = keyID
        self.mediaType = mediaType
        self.bytes = bytes.withUnsafeBytes { Data($0) }
    }

    /// Reads the head that a message starts with.
    init(startOf message: Data, version expected: UInt8) throws(Failure) {
        guard let version = message.first else { throw .malformed }
        guard version == expected else { throw .version(version) }
        let fields = message.withUnsafeBytes { bytes -> (id: String, type: String, count: Int)? in
            var rest = bytes.dropFirst()
            guard let id = Self.field(&rest), !id.isEmpty,
                let keyID = String(validating: id, as: UTF8.self),
                let type = Self.field(&rest), type.allSatisfy(Self.isVisible)
            else { return nil }
            return (keyID, String(decoding: type, as: UTF8.self), bytes.count - rest.count)
        }
        guard let fields else { throw .malformed }
        keyID = fields.id
        mediaType = fields.type
        bytes = message.prefix(fields.count)
    }

    /// A length in one byte, and as many bytes.
    private static func field(
        _ rest: inout Slice<UnsafeRawBufferPointer>
    ) -> UnsafeRawBufferPointer? {
        guard let length = rest.popFirst(), rest.count >= Int(length) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(Int(length)))
    }

    // What may stand in a header field: the opened media type becomes one.
    private static func isVisible(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) }
}
