import Glibc

/// The entries of a ``JSONDocument`` that is being read; their new owner has to `free` them.
struct JSONIndex: ~Copyable {
    /// The offset of the document in the bytes of the reader.
    let origin: Int
    var unescaped: [UInt8] = []
    /// The tables of all wide objects.
    var tables: [Int] = []
    private(set) var entries: UnsafeMutablePointer<JSONDocument.Entry>
    private(set) var count = 0
    private var capacity: Int

    /// - Throws: A ``JSONError`` if there is not enough memory.
    init(from origin: Int, capacity: Int) throws {
        self.origin = origin
        self.capacity = capacity
        entries = try Self.resized(nil, capacity, at: origin)
    }

    /// - Throws: A ``JSONError`` if there is not enough memory; the entries are as before.
    @inline(__always)
    @discardableResult
    mutating func add(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int) throws -> Int {
        if count == capacity { try grow(at: origin + start) }
        (entries + count).initialize(to: JSONDocument.Entry(kind, start, end))
        count += 1
        return count - 1
    }

    /// Ends an array or an object.
    mutating func close(_ index: Int, _ kind: JSONDocument.Kind) {
        entries[index] = JSONDocument.Entry(kind, entries[index].start, count)
    }

    private mutating func grow(at offset: Int) throws {
        entries = try Self.resized(entries, capacity * 2, at: offset)
        capacity *= 2
    }

    /// `realloc` moves large memory without copying it.
    private static func resized(
        _ entries: UnsafeMutablePointer<JSONDocument.Entry>?, _ capacity: Int, at offset: Int
    ) throws -> UnsafeMutablePointer<JSONDocument.Entry> {
        guard let memory = realloc(entries, capacity * MemoryLayout<JSONDocument.Entry>.stride)
        else {
            throw JSONError(
                .limit, at: offset, expected: "a document that fits into memory",
                found: "a larger one")
        }
        return memory.bindMemory(to: JSONDocument.Entry.self, capacity: capacity)
    }

    /// Calls a closure with the bytes of a name.
    @inline(__always)
    func withName<Result>(
        at index: Int, _ base: UnsafePointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let entry = entries[index]
        guard entry.kind == .unescaped else {
            return body(
                UnsafeBufferPointer(
                    start: base + origin + entry.start, count: entry.end - entry.start))
        }
        return unescaped.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[entry.start..<entry.end]))
        }
    }

    /// Calls a closure with the indices of the names of an object that have been read so far, until it
    /// returns `false`.
    func forEachName(of object: Int, _ body: (Int) -> Bool) {
        var index = object + 1
        while index < count, body(index) { index = entries[index + 1].next(after: index + 1) }
    }
}
