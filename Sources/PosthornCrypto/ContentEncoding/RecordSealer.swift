internal import Crypto
import FoundationEssentials
import PosthornCore

/// Creates an `aes128gcm` body (RFC 8188) record by record.
struct RecordSealer: ByteTransform {
    private let keys: RecordKeys
    /// Salt, record size and key id, until they are returned.
    private var head: Data
    private var records: RecordCutter
    private var number: UInt64 = 0
    /// The padded plaintext of a record; the buffer is reused.
    private var padded: [UInt8] = []

    static func headByteCount(_ keyID: String) -> Int { 21 + keyID.utf8.count }

    static func byteCount(of plain: Int, keyID: String, recordByteCount: Int) -> Int {
        let each = recordByteCount - RecordKeys.tagByteCount - 1
        let records = max(1, (plain + each - 1) / each)
        return headByteCount(keyID) + plain + records * (RecordKeys.tagByteCount + 1)
    }

    /// - Parameters:
    ///   - salt: 16 random bytes, which must be new for each body.
    ///   - recordByteCount: The size of a sealed record in bytes, at least 18.
    init(_ secret: SymmetricKey, keyID: String, salt: Data, recordByteCount: Int) {
        keys = RecordKeys(secret, salt: salt)
        records = RecordCutter(byteCount: recordByteCount - RecordKeys.tagByteCount - 1)
        head = Data(capacity: Self.headByteCount(keyID))
        head.append(salt)
        head.append(number: UInt32(recordByteCount))
        head.append(UInt8(keyID.utf8.count))
        head.append(text: keyID)
    }

    /// Seals all full records except the last one.
    mutating func change(_ piece: Data) throws -> Data {
        guard !piece.isEmpty else { return Data() }
        var sealed = head
        head = Data()
        records.add(piece)
        if records.fullCount > 0 {
            let each = records.byteCount + RecordKeys.tagByteCount + 1
            sealed.reserveCapacity(sealed.count + (records.fullCount + 1) * each)
        }
        while let record = records.next() { try append(record, delimiter: 1, to: &sealed) }
        return sealed
    }

    mutating func end() throws -> Data {
        var sealed = head
        head = Data()
        try append(records.last(), delimiter: 2, to: &sealed)
        return sealed
    }

    mutating func whole(_ body: Data) throws -> Data {
        var sealed = try change(body)
        sealed.append(try end())
        return sealed
    }

    private mutating func append(_ plain: Data, delimiter: UInt8, to sealed: inout Data) throws {
        padded.removeAll(keepingCapacity: true)
        padded.reserveCapacity(plain.count + 1)
        plain.withUnsafeBytes { padded.append(contentsOf: $0) }
        padded.append(delimiter)
        try keys.seal(padded, number, to: &sealed)
        number += 1
    }
}

extension RecordSealer: RedactedStringConvertible {}
