internal import Crypto
package import FoundationEssentials
import Posthorn

/// Makes an `aes128gcm` body (RFC 8188) record by record.
package struct RecordSealer: ByteChanger {
    private let keys: RecordKeys
    private let plainByteCount: Int
    /// Salt, record size and key id, until they are given out.
    private var head: Data
    /// Bytes that are no full record yet; never empty after the first.
    private var rest = Data()
    private var number: UInt64 = 0

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
        head = salt
        withUnsafeBytes(of: UInt32(recordByteCount).bigEndian) { head.append(contentsOf: $0) }
        head.append(UInt8(keyID.utf8.count))
        head.append(contentsOf: keyID.utf8)
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
        // With room for the last one, which a body in memory is given right after this.
        let count = rest.count + piece.count
        sealed.reserveCapacity(
            sealed.count + count + (count / plainByteCount + 1) * (RecordKeys.tagByteCount + 1))
        var start = piece.startIndex
        if !rest.isEmpty {
            start += plainByteCount - rest.count
            rest.append(piece[..<start])
            try append(rest, delimiter: 1, to: &sealed)
        }
        // Records are taken out of the piece where they stand.
        while piece.endIndex - start > plainByteCount {
            try append(piece[start..<start + plainByteCount], delimiter: 1, to: &sealed)
            start += plainByteCount
        }
        rest = Data(piece[start...])
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

    private mutating func append(_ plain: Data, delimiter: UInt8, to sealed: inout Data) throws {
        try RecordKeys.check(number)
        var padded = Data(capacity: plain.count + 1)
        padded.append(plain)
        padded.append(delimiter)
        let record = try keys.seal(padded, number)
        sealed.append(record.ciphertext)
        sealed.append(record.tag)
        number += 1
    }
}

extension RecordSealer: CustomReflectable {
    /// Nothing: neither keys nor what waits to be sealed.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
