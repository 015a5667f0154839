package import Crypto
package import FoundationEssentials
package import PosthornCore

/// Opens an `aes128gcm` body (RFC 8188) record by record.
///
/// A record's plaintext is returned only after its tag has been verified for its position. A dropped,
/// swapped, repeated or added record therefore fails before any of it is returned. A body without its last
/// record fails at its end.
package struct RecordOpener: ByteTransform {
    package struct Head {
        let salt: Data
        let recordByteCount: Int
        let keyID: String
        package let byteCount: Int

        /// Parses the start of a body; returns `nil` if more bytes are needed.
        package init?(startOf bytes: Data, limit: Int) throws(APIError.Cause) {
            let at = bytes.startIndex
            guard bytes.count >= 21, bytes.count >= 21 + Int(bytes[at + 20]) else { return nil }
            salt = Data(bytes[at..<at + 16])
            recordByteCount = bytes[at + 16..<at + 20].reduce(0) { $0 << 8 | Int($1) }
            byteCount = 21 + Int(bytes[at + 20])
            guard let id = String(validating: bytes[at + 21..<at + byteCount], as: UTF8.self),
                recordByteCount >= 18
            else { throw .notOpened }
            try ensure(
                recordByteCount <= limit, .openingFailed,
                "the body's records have more than \(limit) bytes",
                "let the server take smaller ones, or raise `recordLimit`")
            keyID = id
        }
    }

    private let keys: RecordKeys
    private var records: RecordCutter
    private var number: UInt64 = 0
    private var isEnded = false

    package init(after head: Head, secret: SymmetricKey) {
        keys = RecordKeys(secret, salt: head.salt)
        records = RecordCutter(byteCount: head.recordByteCount)
    }

    /// Opens all complete records except the last of those received.
    package mutating func change(_ piece: Data) throws -> Data {
        guard !isEnded else {
            guard piece.isEmpty else { throw APIError.Cause.notOpened }
            return Data()
        }
        records.add(piece)
        let count = records.fullCount
        var opened = Data(capacity: count > 1 ? (count + 1) * records.byteCount : 0)
        while let record = records.next() {
            let plain = try open(record, isLast: false)
            // The bytes of a single record are not copied.
            if count == 1 { opened = plain } else { opened.append(plain) }
        }
        return opened
    }

    package mutating func end() throws -> Data {
        guard !isEnded else { throw APIError.Cause.notOpened }
        isEnded = true
        return try open(records.last(), isLast: true)
    }

    mutating func whole(_ records: Data) throws -> Data {
        var opened = try change(records)
        let last = try end()
        // The bytes of a single record are not copied.
        guard !opened.isEmpty else { return last }
        opened.append(last)
        return opened
    }

    /// Opens a record and removes its padding.
    ///
    /// The padding starts with 1, or with 2 in the last record, followed by zeros.
    private mutating func open(_ record: Data, isLast: Bool) throws(APIError.Cause) -> Data {
        guard number < 1 << 32, record.count > RecordKeys.tagByteCount,
            let plain = try? keys.open(record, number),
            let delimiter = plain.lastIndex(where: { $0 != 0 }),
            plain[delimiter] == (isLast ? 2 : 1)
        else { throw .notOpened }
        number += 1
        return plain[..<delimiter]
    }
}

extension RecordOpener: RedactedStringConvertible {}
