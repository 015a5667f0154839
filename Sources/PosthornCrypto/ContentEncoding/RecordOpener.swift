internal import Crypto
package import FoundationEssentials
import Posthorn

/// Opens an `aes128gcm` body (RFC 8188) record by record.
///
/// A record is given out when its tag has been checked, at its own place: records that are dropped,
/// swapped, repeated or added fail before anything of them is seen, and a body without its last record
/// fails at its end.
package struct RecordOpener: ByteTransform {
    /// Salt, record size and key id.
    struct Head {
        var salt: Data
        var recordByteCount: Int
        var keyID: String
        var byteCount: Int

        /// Reads what a body starts with; `nil` if there is too little of it yet.
        /// - Throws: a fault for a head that no sealer writes.
        init?(startOf bytes: Data, limit: Int) throws(APIError.Cause) {
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

    private enum State {
        case head(SymmetricKey)
        case records(RecordKeys, recordByteCount: Int)
        case ended
    }

    private var state: State
    private let limit: Int
    private var rest = Data()
    private var number: UInt64 = 0

    /// Opens what comes after a head that has been read.
    init(after head: Head, secret: SymmetricKey) {
        state = .records(
            RecordKeys(secret, salt: head.salt), recordByteCount: head.recordByteCount)
        limit = head.recordByteCount
    }

    /// Opens a body with its head, for published vectors.
    /// - Parameter limit: The largest record that is collected in memory.
    package init(_ secret: Data, limit: Int = 1 << 20) {
        state = .head(SymmetricKey(data: secret))
        self.limit = limit
    }

    /// What is in the records that are complete and not the last of those that have come.
    package mutating func change(_ piece: Data) throws -> Data {
        switch state {
        case .head(let secret):
            rest.append(piece)
            guard let head = try Head(startOf: rest, limit: limit) else { return Data() }
            let records = rest.dropFirst(head.byteCount)
            self = RecordOpener(after: head, secret: secret)
            return records.isEmpty ? Data() : try change(records)
        case .records(let keys, let size):
            // A full record may be the last one, so it waits for what comes after it.
            guard rest.count + piece.count > size else {
                wait(piece, size)
                return Data()
            }
            var opened = Data()
            var start = piece.startIndex
            if !rest.isEmpty {
                start += size - rest.count
                rest.append(piece[..<start])
                opened = try open(rest, keys, isLast: false)
            }
            // A record that is alone is what comes out of it, which is not copied.
            if piece.endIndex - start > size, !opened.isEmpty || piece.endIndex - start > 2 * size {
                let first = opened
                opened = Data(capacity: first.count + piece.endIndex - start)
                opened.append(first)
            }
            // Records are taken out of the piece where they stand.
            while piece.endIndex - start > size {
                let next = try open(piece[start..<start + size], keys, isLast: false)
                if opened.isEmpty { opened = next } else { opened.append(next) }
                start += size
            }
            rest.removeAll(keepingCapacity: true)
            wait(piece[start...], size)
            return opened
        case .ended:
            guard piece.isEmpty else { throw APIError.Cause.notOpened }
            return Data()
        }
    }

    /// Keeps the beginning of a record, whose memory serves for those after it.
    private mutating func wait(_ beginning: Data, _ recordByteCount: Int) {
        if rest.isEmpty { rest.reserveCapacity(recordByteCount) }
        rest.append(beginning)
    }

    /// What is in the last record.
    package mutating func end() throws -> Data {
        guard case .records(let keys, _) = state else { throw APIError.Cause.notOpened }
        let last = rest
        rest = Data()
        state = .ended
        return try open(last, keys, isLast: true)
    }

    /// What is in a body that is there as a whole, from behind its head.
    mutating func whole(_ records: Data) throws(APIError.Cause) -> Data {
        guard case .records(let keys, let size) = state else { throw .notOpened }
        state = .ended
        // A body of one record is what comes out of it, which is not copied.
        guard records.count > size else { return try open(records, keys, isLast: true) }
        var opened = Data(capacity: records.count - records.count / size * RecordKeys.tagByteCount)
        var start = records.startIndex
        while records.endIndex - start > size {
            opened.append(try open(records[start..<start + size], keys, isLast: false))
            start += size
        }
        opened.append(try open(records[start...], keys, isLast: true))
        return opened
    }

    /// The same of a body with its head, for published vectors.
    package static func whole(_ body: Data, _ secret: Data) throws -> Data {
        let head = try Head(startOf: body, limit: 1 << 20).orThrow(.notOpened)
        var opener = RecordOpener(after: head, secret: SymmetricKey(data: secret))
        return try opener.whole(body.dropFirst(head.byteCount))
    }

    /// A record's bytes without its padding: `1` or, in the last record, `2`, and zeros after that.
    private mutating func open(
        _ record: Data, _ keys: RecordKeys, isLast: Bool
    ) throws(APIError.Cause) -> Data {
        guard number < 1 << 32, record.count > RecordKeys.tagByteCount,
            let plain = try? keys.open(record, number),
            let delimiter = plain.lastIndex(where: { $0 != 0 }),
            plain[delimiter] == (isLast ? 2 : 1)
        else { throw .notOpened }
        number += 1
        return plain[..<delimiter]
    }
}

/// Shows neither keys nor what waits to be opened.
extension RecordOpener: RedactedStringConvertible {}
