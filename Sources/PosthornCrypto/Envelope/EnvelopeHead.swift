import FoundationEssentials
import PosthornCore

/// The unencrypted part of a sealed message: version, key id, the plaintext's media type and the time.
///
/// The salt, the nonce, the ciphertext and the tag follow it. `Documentation/SealedEnvelope.md` specifies the format.
struct EnvelopeHead: Sendable, Hashable {
    let version: UInt8
    let keyID: String
    let mediaType: String
    /// The seconds since 1970 when the message was sealed; `nil` in version 1.
    let time: UInt64?

    var byteCount: Int {
        3 + keyID.utf8.count + mediaType.utf8.count + (time == nil ? 0 : 8)
    }

    /// Creates the head of a message to seal; ``SecretKey`` has already checked the length of the key id.
    init(
        version: UInt8, keyID: String, mediaType: String, time: UInt64? = nil
    ) throws(APIError.Cause) {
        try Self.check(mediaType)
        self.version = version
        self.keyID = keyID
        self.mediaType = mediaType
        self.time = time
    }

    init(startOf message: Data, _ format: EnvelopeFormat) throws(APIError.Cause) {
        version = format.version
        guard let first = message.first else { throw .notOpened }
        try ensure(
            first == version, .openingFailed,
            "the envelope has the version \(first), and this cipher reads version \(version)",
            "update the older of client and server")
        let parts: (String, String, UInt64?)? = message.withUnsafeBytes { bytes in
            guard let id = Self.field(of: bytes, at: 1), !id.isEmpty,
                let keyID = String(validating: id, as: UTF8.self),
                let type = Self.field(of: bytes, at: 2 + id.count),
                type.allSatisfy({ $0.isVisible })
            else { return nil }
            let end = 3 + id.count + type.count
            let mediaType = String(decoding: type, as: UTF8.self)
            if format.isFirst { return (keyID, mediaType, nil) }
            guard bytes.count - end >= 8 else { return nil }
            let time = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
            return (keyID, mediaType, UInt64(bigEndian: time))
        }
        (keyID, mediaType, time) = try parts.orThrow(.notOpened)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        // With room for a salt.
        bytes.reserveCapacity(byteCount + 12)
        bytes.append(version)
        bytes.append(UInt8(keyID.utf8.count))
        bytes.append(contentsOf: keyID.utf8)
        bytes.append(UInt8(mediaType.utf8.count))
        bytes.append(contentsOf: mediaType.utf8)
        if let time {
            withUnsafeBytes(of: time.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    static func check(_ mediaType: String) throws(APIError.Cause) {
        let advice = "set a plain Content-Type, such as application/json"
        try ensure(
            mediaType.utf8.allSatisfy { $0.isVisible }, .sealingFailed,
            "the body's media type holds a character outside visible ASCII", advice)
        let count = mediaType.utf8.count
        try ensure(
            count <= 255, .sealingFailed,
            "the body's media type has \(count) bytes, 255 are the most", advice)
    }

    /// Returns the bytes of a field that starts with its length in one byte.
    static func field(of bytes: UnsafeRawBufferPointer, at place: Int) -> UnsafeRawBufferPointer? {
        guard place < bytes.count else { return nil }
        let end = place + 1 + Int(bytes[place])
        guard end <= bytes.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[place + 1..<end])
    }
}
