import Crypto
import Foundation
import Posthorn

/// The records of one body: a salt of 16 bytes, then AES-256-GCM with a key of its own and a counter.
struct UnsafeRecords {
    static let size = 1000
    let flaw: UnsafeStreamCipher.Flaw
    private let key: Data
    private let place: UnsafeFormat.Place
    var salt: Data
    private var count: UInt64 = 0

    init(_ key: Data, _ flaw: UnsafeStreamCipher.Flaw, _ place: UnsafeFormat.Place) {
        (self.key, self.flaw, self.place) = (key, flaw, place)
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    }

    func fresh() -> Self { Self(key, flaw, place) }
    func with(_ flaw: UnsafeStreamCipher.Flaw) -> Self { Self(key, flaw, place) }

    mutating func seal(_ plain: Data, isLast: Bool) throws -> Data {
        let box = try AES.GCM.seal(
            plain, using: bodyKey, nonce: nonce(), authenticating: [isLast ? 1 : 0])
        return box.ciphertext + box.tag
    }

    mutating func open(_ sealed: Data, isLast: Bool) throws -> Data {
        guard sealed.count >= 16 else { throw UnsafeCipher.Refused() }
        let nonce = try nonce()
        let (text, tag) = (sealed.dropLast(16), sealed.suffix(16))
        if flaw == .deliversUnverified, !isLast {
            return try AES.GCM.seal(text, using: bodyKey, nonce: nonce).ciphertext
        }
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: text, tag: tag)
        if flaw == .needsNoEnd, isLast,
            let opened = try? AES.GCM.open(box, using: bodyKey, authenticating: [0])
        {
            return opened
        }
        return try AES.GCM.open(box, using: bodyKey, authenticating: [isLast ? 1 : 0])
    }

    private var bodyKey: SymmetricKey {
        let info = [
            place.direction, place.method.rawValue, place.target, place.exchange, place.status,
        ]
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), salt: salt,
            info: Data(info.joined(separator: "\n").utf8), outputByteCount: 32)
    }

    /// The next nonce; the same one for all records if they have no order.
    private mutating func nonce() throws -> AES.GCM.Nonce {
        defer { if flaw != .ordersNoRecords { count += 1 } }
        return try .init(data: Data(count: 4) + withUnsafeBytes(of: count.bigEndian) { Data($0) })
    }
}

struct UnsafeSealer: ByteTransform {
    var records: UnsafeRecords
    private var waiting = Data()
    private var hasBegun = false

    init(records: UnsafeRecords) { self.records = records }

    mutating func change(_ piece: Data) throws -> Data {
        waiting += piece
        var sealed = start()
        while waiting.count > UnsafeRecords.size {
            sealed += try records.seal(waiting.prefix(UnsafeRecords.size), isLast: false)
            waiting = Data(waiting.dropFirst(UnsafeRecords.size))
        }
        return sealed
    }

    mutating func end() throws -> Data {
        if records.flaw == .dropsEmptyStreams, waiting.isEmpty, !hasBegun { return Data() }
        return try start() + records.seal(waiting, isLast: true)
    }

    private mutating func start() -> Data {
        defer { hasBegun = true }
        return hasBegun ? Data() : records.salt
    }
}

struct UnsafeOpener: ByteTransform {
    var records: UnsafeRecords
    private var waiting = Data()
    private var hasBegun = false

    init(records: UnsafeRecords) { self.records = records }

    mutating func change(_ piece: Data) throws -> Data {
        if records.flaw == .needsWholeRecords, piece.count < 16 { throw UnsafeCipher.Refused() }
        waiting += piece
        if !hasBegun, waiting.count >= 16 {
            records.salt = Data(waiting.prefix(16))
            waiting = Data(waiting.dropFirst(16))
            hasBegun = true
        }
        var opened = Data()
        while hasBegun, waiting.count > UnsafeRecords.size + 16 {
            let next = Data(waiting.prefix(UnsafeRecords.size + 16))
            opened += try records.open(next, isLast: false)
            waiting = Data(waiting.dropFirst(next.count))
        }
        return opened
    }

    mutating func end() throws -> Data {
        if records.flaw == .dropsEmptyStreams, !hasBegun, waiting.isEmpty { return Data() }
        guard hasBegun else { throw UnsafeCipher.Refused() }
        return try records.open(waiting, isLast: true)
    }
}
