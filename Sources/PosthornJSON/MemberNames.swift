/// The names of an object that is being read, to find a member that it has twice.
///
/// Few names are compared with each other. Many are in a hash table, which the document keeps. Names beyond
/// ASCII are equal if they are canonically equivalent, so they are in a set of strings.
struct MemberNames {
    private static let most = 16
    private let object: Int
    private var count = 0
    /// One bit for each name; names with different bits are different.
    private var filter: UInt64 = 0
    private var table: [Int] = []
    private var strings: Set<String> = []
    /// Whether the names are in the set.
    private var hasStrings = false

    /// Creates the names of the object at an index.
    init(of object: Int) { self.object = object }

    /// Inserts a name; returns `false` if the object has it already.
    ///
    /// - Parameter base: The bytes of the reader.
    mutating func insert(
        _ name: UnsafeBufferPointer<UInt8>, in index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        count += 1
        guard count <= Self.most, !hasStrings, name.isASCII else {
            return !hasStrings && name.isASCII
                ? insertInTable(name, index, base) : insertString(name, index, base)
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

    private mutating func insertInTable(
        _ name: UnsafeBufferPointer<UInt8>, _ index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        if count * 2 > table.count {
            table = Array(repeating: 0, count: max(64, table.count * 2))
            index.forEachName(of: object) { other in
                index.withName(at: other, base) { name in
                    let slot = table.withUnsafeBufferPointer { table in
                        NameTable.slot(of: name, in: table) { _ in false }
                    }
                    table[slot] = other
                }
                return true
            }
        }
        let slot = table.withUnsafeBufferPointer { table in
            NameTable.slot(of: name, in: table) { other in
                index.withName(at: other, base) { $0.hasBytes(of: name) }
            }
        }
        guard table[slot] == 0 else { return false }
        // The name is added to the index next.
        table[slot] = index.count
        return true
    }

    private mutating func insertString(
        _ name: UnsafeBufferPointer<UInt8>, _ index: borrowing JSONIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        if !hasStrings {
            hasStrings = true
            index.forEachName(of: object) { other in
                strings.insert(
                    index.withName(at: other, base) { String(decoding: $0, as: UTF8.self) })
                return true
            }
        }
        return strings.insert(String(decoding: name, as: UTF8.self)).inserted
    }

    /// Ends the object.
    func close(in index: inout JSONIndex) throws {
        guard !hasStrings else { return index.close(object, .unicodeObject) }
        guard !table.isEmpty else { return index.close(object, .object) }
        try index.add(.table, index.tables.count, table.count)
        index.tables.append(contentsOf: table)
        index.close(object, .wideObject)
    }
}
