/// Hash tables of names: the indices of the names, and 0 for free slots.
enum NameTable {
    /// Unknown to servers, which therefore can't choose names with the same hash.
    private static let seed = UInt64.random(in: .min ... .max)

    /// Returns the slot of a name, or a free one if the table does not have the name.
    /// - Parameters:
    ///   - table: A power of two of slots, of which some are free.
    ///   - isName: Returns whether the name has an index.
    @inline(__always)
    static func slot(
        of name: UnsafeBufferPointer<UInt8>, in table: UnsafeBufferPointer<Int>,
        _ isName: (Int) -> Bool
    ) -> Int {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash(name)) & mask
        while table[slot] != 0, !isName(table[slot]) { slot = (slot + 1) & mask }
        return slot
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(name)
        var hash = mixed(seed, UInt64(name.count))
        var index = 0
        while index + 8 <= name.count {
            hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < name.count {
            rest = rest << 8 | UInt64(name[index])
            index += 1
        }
        return mixed(hash, rest)
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: seed | 1)
        return product.high ^ product.low
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Compares all bytes.
    @inline(__always)
    func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return isEqual(start, otherStart, count)
    }

    /// Whether all bytes are ASCII.
    @inline(__always)
    var isASCII: Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var bits: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            bits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        if count >= 8 {
            bits |= bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            bits |= UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            bits |= UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else {
            for byte in self { bits |= UInt64(byte) }
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}
