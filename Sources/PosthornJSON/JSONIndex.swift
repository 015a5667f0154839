/// The entries of a ``JSONDocument`` that is being read.
struct JSONIndex: ~Copyable {
    /// The offset of the document in the bytes of the reader.
    let origin: Int
    var unescaped: [UInt8] = []
    private(set) var entries: [JSONDocument.Entry] = []
    var count: Int { entries.count }

    init(from origin: Int, capacity: Int) {
        self.origin = origin
        entries.reserveCapacity(capacity)
    }

    @inline(__always)
    @discardableResult
    mutating func add(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int) -> Int {
        entries.append(JSONDocument.Entry(kind, start, end))
        return entries.count - 1
    }

    /// Ends an array or an object.
    mutating func close(_ index: Int, _ kind: JSONDocument.Kind) {
        entries[index] = JSONDocument.Entry(kind, entries[index].start, count)
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
