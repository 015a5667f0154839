/// The bytes of a JSON value, and an index of all values in it.
///
/// The containers of a ``ValueDecoder`` may outlive the call, so the document owns the bytes.
final class JSONDocument: Sendable {
    // SAFETY: the memory is written before the initializer returns, never changed, and freed by `deinit`.
    nonisolated(unsafe) private let bytes: UnsafePointer<UInt8>
    private let count: Int
    /// The strings and names that have escapes in the bytes, without the escapes.
    // SAFETY: part of the memory of `bytes`.
    nonisolated(unsafe) private let unescaped: UnsafePointer<UInt8>
    private let entries: [Entry]
    /// The index of a `null` that stands for missing values.
    let absent: Int

    /// Copies the bytes of a value.
    /// - Parameters:
    ///   - unescaped: The strings and names that have escapes in the bytes, without the escapes.
    ///   - entries: The values in the order of the bytes, from the outermost on, and a `null`. An object is
    ///     followed by its members, each a name and a value. An array is followed by its elements.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, unescaped: [UInt8], entries: [Entry]
    ) {
        count = bytes.count
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + unescaped.count)
        _ = copy.initialize(fromContentsOf: bytes)
        _ = copy.dropFirst(count).initialize(fromContentsOf: unescaped)
        // Not empty, because a value has a byte.
        self.bytes = UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
        self.unescaped = self.bytes + count
        self.entries = entries
        absent = entries.count - 1
    }

    deinit { bytes.deallocate() }

    /// The bytes of the value.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    /// The entry of a value or a name.
    @inline(__always)
    subscript(index: Int) -> Entry { entries[index] }

    /// Returns the index behind a value.
    @inline(__always)
    func index(after index: Int) -> Int { entries[index].next(after: index) }

    /// Returns the bytes of a string or a name, without quotes and escapes.
    ///
    /// They are valid as long as the document.
    @inline(__always)
    func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
        let entry = entries[index]
        switch entry.kind {
        case .escapedText: return text(at: entry.end)
        case .unescaped:
            return UnsafeBufferPointer(
                start: unescaped + entry.start, count: entry.end - entry.start)
        default:
            return UnsafeBufferPointer(start: bytes + entry.start, count: entry.end - entry.start)
        }
    }

    /// Returns a string or a name.
    func string(at index: Int) -> String { String(decoding: text(at: index), as: UTF8.self) }

    /// Reads a value of any kind; errors state the position in the document.
    @inline(__always)
    func read<Value>(at index: Int, _ read: (inout JSONReader) throws -> Value) rethrows -> Value {
        var reader = JSONReader(text)
        reader.cursor += entries[index].offset
        return try withExtendedLifetime(self) { try read(&reader) }
    }

    /// The indices of the members of an object.
    @inline(__always)
    func members(of object: Int) -> Range<Int> { object + 1..<entries[object].end }

    /// Returns the index of a member's value; `nil` if the object has no such member.
    ///
    /// Names are compared byte by byte.
    /// - Parameter start: The index of the name to begin with.
    @inline(__always)
    func member(_ name: UnsafeBufferPointer<UInt8>, in object: Int, from start: Int) -> Int? {
        let members = members(of: object)
        guard !members.isEmpty else { return nil }
        let start = start < members.upperBound ? start : members.lowerBound
        if isName(at: start, name) { return start + 1 }
        var place = start
        while true {
            place = index(after: place + 1)
            if place >= members.upperBound { place = members.lowerBound }
            if place == start { return nil }
            if isName(at: place, name) { return place + 1 }
        }
    }

    @inline(__always)
    private func isName(at index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let entry = entries[index]
        guard entry.end - entry.start == name.count, let start = name.baseAddress else {
            return false
        }
        let text = entry.kind == .text ? bytes : unescaped
        return isEqual(text + entry.start, start, name.count)
    }
}

extension JSONDocument {
    enum Kind {
        case null, no, yes, number
        /// A string or a name without escapes; the range is without the quotes.
        case text
        /// A string with escapes; `end` is the index of the next entry, which is its content.
        case escapedText
        /// A range of the unescaped bytes: a name, or the content of a string.
        case unescaped
        case array
        case object
        /// An object with many names, or with names beyond ASCII.
        case wideObject
    }

    /// The kind and the range of a value or a name.
    struct Entry {
        let start: Int
        /// The offset behind the value; of an array or object, the index behind its content.
        let end: Int
        let kind: Kind

        init(_ kind: Kind, _ start: Int, _ end: Int) {
            self.kind = kind
            self.start = start
            self.end = end
        }

        /// The offset of the value with its quotes.
        var offset: Int { kind == .text || kind == .escapedText ? start - 1 : start }

        var isObject: Bool { kind == .object || kind == .wideObject }

        @inline(__always)
        func next(after index: Int) -> Int {
            switch kind {
            case .array, .object, .wideObject: end
            case .escapedText: index + 2
            default: index + 1
            }
        }
    }
}
