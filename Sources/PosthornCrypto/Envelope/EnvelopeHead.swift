import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The unencrypted part of a sealed message: version, key id and the plaintext's media type.
///
/// The nonce, the ciphertext and the tag follow it. `Documentation/SealedEnvelope.md` specifies the format.
struct EnvelopeHead: Sendable, Hashable {
    private let version: UInt8
    let keyID: String
    let mediaType: String
    /// The length of the encoded head in bytes.
    let byteCount: Int

    /// The reason why a head can't be read or written.
    enum Failure: Error, Hashable {
        case malformed
        case version(UInt8)
        case mediaTypeNotASCII
        case mediaTypeTooLong(Int)
    }

    /// Creates the head of a message to seal.
    ///
    /// ``SecretKey`` has already checked the length of the key id.
    init(version: UInt8, keyID: String, mediaType: String) throws(Failure) {
        guard VisibleASCII.isAll(of: mediaType) else { throw .mediaTypeNotASCII }
        let (idLength, mediaLength) = (keyID.utf8.count, mediaType.utf8.count)
        guard mediaLength <= 255 else { throw .mediaTypeTooLong(mediaLength) }
        guard idLength <= 255 else { throw .malformed }
        self.version = version
        self.keyID = keyID
        self.mediaType = mediaType
        byteCount = 3 + idLength + mediaLength
    }

    init(startOf message: Data, version expected: UInt8) throws(Failure) {
        let parts: Result<(String, String), Failure> = message.withUnsafeBytes { bytes in
            guard let version = bytes.first else { return .failure(.malformed) }
            guard version == expected else { return .failure(.version(version)) }
            guard let id = Self.field(of: bytes, at: 1), !id.isEmpty,
                let keyID = String(validating: id, as: UTF8.self),
                let type = Self.field(of: bytes, at: 2 + id.count), VisibleASCII.isAll(of: type)
            else { return .failure(.malformed) }
            return .success((keyID, String(decoding: type, as: UTF8.self)))
        }
        (keyID, mediaType) = try parts.get()
        version = expected
        byteCount = 3 + keyID.utf8.count + mediaType.utf8.count
    }

    func write(to writer: inout ByteWriter) {
        writer.write(version)
        writer.write(UInt8(keyID.utf8.count))
        writer.write(keyID)
        writer.write(UInt8(mediaType.utf8.count))
        writer.write(mediaType)
    }

    /// Returns the bytes of a field that starts with its length in one byte.
    static func field(of bytes: UnsafeRawBufferPointer, at place: Int) -> UnsafeRawBufferPointer? {
        guard place < bytes.count else { return nil }
        let end = place + 1 + Int(bytes[place])
        guard end <= bytes.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[place + 1..<end])
    }
}

extension APIError.Cause {
    /// Creates the cause for an envelope head that can't be written.
    static func notSealed(_ failure: EnvelopeHead.Failure) -> APIError.Cause {
        let cause =
            switch failure {
            case .mediaTypeNotASCII: "holds a character outside visible ASCII"
            case .mediaTypeTooLong(let count): "has \(count) bytes, 255 are the most"
            case .malformed, .version: "does not fit into an envelope"
            }
        return APIError.Cause(
            .sealingFailed, "the body's media type \(cause)",
            advice: "set a plain Content-Type, such as application/json")
    }

    /// Creates the cause for an envelope head that can't be read.
    static func notOpened(
        _ failure: EnvelopeHead.Failure, reading expected: UInt8
    ) -> APIError.Cause {
        guard case .version(let version) = failure else { return notOpened }
        return APIError.Cause(
            .openingFailed,
            "the envelope has the version \(version), and this cipher reads version \(expected)",
            advice: "update the older of client and server")
    }
}
