/// The names of an object that is being read, to find a member that it has twice.
///
/// Few names are compared with each other. Many, and names beyond ASCII, which are equal if they are canonically
/// equivalent, are in a set of strings.
struct MemberNames {
    private static let most = 16
    private let object: Int
    private var count = 0
    /// One bit for each name; names with different bits are different.
    private var filter: UInt64 = 0
    /// `nil` while the names are few and ASCII.
    private var strings: Set<String>?

    init(of object: Int) { self.object = object }

    /// Inserts a name; returns `false` if the object has it already.
    ///
    /// - Parameter base: The bytes of the reader.
    mutating func insert(
        _ name: UnsafeBufferPointer<UInt8>, in index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        count += 1
        guard count <= Self.most, strings == nil, name.isASCII else {
            return insertString(name, index, base)
        }
        let hash = Int(name.first ?? 0) &* 5 &+ Int(name.last ?? 0) &* 33 &+ name.count
        let bit: UInt64 = 1 << UInt64(hash & 63)
        let isNew = filter & bit == 0
        filter |= bit
        return isNew || isMissing(name, in: index, base)
    }

    private func isMissing(
        _ name: UnsafeBufferPointer<UInt8>, in index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        var isMissing = true
        index.forEachName(of: object) { other in
            isMissing = index.withName(at: other, base) { !$0.hasBytes(of: name) }
            return isMissing
        }
        return isMissing
    }

    private mutating func insertString(
        _ name: UnsafeBufferPointer<UInt8>, _ index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        var strings = self.strings.take() ?? []
        if strings.isEmpty {
            index.forEachName(of: object) { other in
                strings.insert(
                    index.withName(at: other, base) { String(decoding: $0, as: UTF8.self) })
                return true
            }
        }
        let isNew = strings.insert(String(decoding: name, as: UTF8.self)).inserted
        self.strings = strings
        return isNew
    }

    func close(in index: inout JSONIndex) {
        index.close(object, strings == nil ? .object : .wideObject)
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return isEqual(start, otherStart, count)
    }

    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
