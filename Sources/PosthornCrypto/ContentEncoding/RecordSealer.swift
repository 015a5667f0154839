internal import Crypto
package import FoundationEssentials
import Posthorn

/// Makes an `aes128gcm` body (RFC 8188) record by record.
package struct RecordSealer: ByteTransform {
    private let keys: RecordKeys
    private let plainByteCount: Int
    /// Salt, record size and key id, until they are given out.
    private var head: Data
    /// Bytes that are no full record yet; never empty after the first.
    private var rest = Data()
    private var number: UInt64 = 0
    /// A record before it is sealed; its memory serves for the next one.
    private var padded: [UInt8] = []

    /// The head's length with a key id.
    static func headByteCount(_ keyID: String) -> Int { 21 + keyID.utf8.count }

    /// How long a body of some length becomes.
    static func byteCount(of plain: Int, keyID: String, recordByteCount: Int) -> Int {
        let each = recordByteCount - RecordKeys.tagByteCount - 1
        let records = max(1, (plain + each - 1) / each)
        return headByteCount(keyID) + plain + records * (RecordKeys.tagByteCount + 1)
    }

    /// - Parameters:
    ///   - salt: 16 random bytes, once for each body.
    ///   - recordByteCount: The size of a sealed record, 18 at least.
    init(_ secret: SymmetricKey, keyID: String, salt: Data, recordByteCount: Int) {
        keys = RecordKeys(secret, salt: salt)
        plainByteCount = recordByteCount - RecordKeys.tagByteCount - 1
        head = Data(capacity: Self.headByteCount(keyID))
        head.append(salt)
        head.append(number: UInt32(recordByteCount))
        head.append(UInt8(keyID.utf8.count))
        head.append(text: keyID)
    }

    /// The same with bytes, for published vectors.
    package init(_ secret: Data, keyID: String, salt: Data, recordByteCount: Int) {
        self.init(
            SymmetricKey(data: secret), keyID: keyID, salt: salt, recordByteCount: recordByteCount)
    }

    /// The records that are full and not the last one.
    package mutating func change(_ piece: Data) throws -> Data {
        guard !piece.isEmpty else { return Data() }
        var sealed = head
        head = Data()
        // The last one is known at the end only, so a full record waits for what comes after it.
        guard rest.count + piece.count > plainByteCount else {
            rest.append(piece)
            return sealed
        }
        let count = rest.count + piece.count
        sealed.reserveCapacity(
            sealed.count + count + (count / plainByteCount) * (RecordKeys.tagByteCount + 1))
        var start = piece.startIndex
        if !rest.isEmpty {
            start += plainByteCount - rest.count
            rest.append(piece[..<start])
            try append(rest, delimiter: 1, to: &sealed)
        }
        try appendFull(of: piece, from: &start, to: &sealed)
        rest.removeAll(keepingCapacity: true)
        rest.append(piece[start...])
        return sealed
    }

    /// The last record.
    package mutating func end() throws -> Data {
        var sealed = head
        head = Data()
        try append(rest, delimiter: 2, to: &sealed)
        rest = Data()
        return sealed
    }

    /// A body that is there as a whole, in one piece of memory.
    package mutating func whole(_ body: Data) throws -> Data {
        let records = max(1, (body.count + plainByteCount - 1) / plainByteCount)
        var sealed = Data(
            capacity: head.count + body.count + records * (RecordKeys.tagByteCount + 1))
        sealed.append(head)
        var start = body.startIndex
        try appendFull(of: body, from: &start, to: &sealed)
        try append(body[start...], delimiter: 2, to: &sealed)
        return sealed
    }

    /// Records that are taken out of a piece where they stand, but for the last one of it.
    private mutating func appendFull(
        of piece: Data, from start: inout Data.Index, to sealed: inout Data
    ) throws {
        while piece.endIndex - start > plainByteCount {
            try append(piece[start..<start + plainByteCount], delimiter: 1, to: &sealed)
            start += plainByteCount
        }
    }

    private mutating func append(_ plain: Data, delimiter: UInt8, to sealed: inout Data) throws {
        try RecordKeys.check(number)
        padded.removeAll(keepingCapacity: true)
        padded.reserveCapacity(plain.count + 1)
        plain.withUnsafeBytes { padded.append(contentsOf: $0) }
        padded.append(delimiter)
        try keys.seal(padded, number, to: &sealed)
        number += 1
    }
}

/// Shows neither keys nor what waits to be sealed.
extension RecordSealer: RedactedStringConvertible {}
