/// Reads JSON from bytes, from the first to the last, without building a tree.
///
/// Generated types read themselves with it; ``JSONReadable`` says how to write one by hand. It is
/// strict (RFC 8259, UTF-8 only), also about members that are there twice. Values are nested at most
/// ``depthLimit`` deep.
///
/// A reader exists only while its bytes do and can't be copied out of the call that gave it.
public struct JSONReader: ~Copyable {
    /// How deep arrays and objects may be nested.
    public static let depthLimit = 512

    let base: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    /// Whether the array or object that is being read had no element yet.
    var isFirst = true
    var depth = 0
    /// How many bytes were read in vain by the attempts of unions.
    var bytesReadInVain = 0
    /// How many bytes were passed over that are read once more.
    var bytesPassed = 0
    /// What went wrong in the object that is being read; nothing more of it is read then.
    var failure: (any Error)?
    /// The members of the object that is being read.
    var members = Members()
    /// What was seen of the objects that are being read.
    var notes: [Note] = []
    /// Whether texts stand for numbers, and single values for arrays of them.
    var readsTexts = false
    /// The depths of the arrays that are single values.
    var singles: [Int] = []
    /// Where a key with escapes is unescaped to.
    var keyBuffer: UnsafeMutableBufferPointer<UInt8>?

    /// A reader of bytes that outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address; any will do, as none of its bytes is read.
        base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        cursor = base
        end = base + bytes.count
    }

    deinit { keyBuffer?.deallocate() }

    /// How many bytes have been read.
    var offset: Int { cursor - base }

    /// The next byte that is no blank; nothing at the end.
    mutating func peek() -> UInt8? {
        while cursor < end {
            let byte = cursor.pointee
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
            else { return byte }
            cursor += 1
        }
        return nil
    }

    /// Starts to read an object.
    @usableFromInline
    mutating func enterObject() throws {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("an object") }
        try enter()
    }

    /// Starts to read an array; ``nextElement()`` follows.
    /// - Throws: a ``JSONError`` if the value is none.
    public mutating func beginArray() throws {
        guard peek() == UInt8(ascii: "[") else {
            if beginSingle() { return }
            throw mismatch("an array")
        }
        try enter()
    }

    private mutating func enter() throws {
        guard depth < Self.depthLimit else {
            throw JSONError(
                .limit, at: offset, expected: "at most \(Self.depthLimit) levels", found: "more")
        }
        depth += 1
        cursor += 1
        isFirst = true
    }

    mutating func leave() {
        depth -= 1
        cursor += 1
        isFirst = false
    }

    /// Whether the array has another element, which is to be read or skipped then.
    public mutating func nextElement() throws -> Bool {
        guard failure == nil else { throw takeFailure() }
        if readsTexts, let hasElement = nextSingle() { return hasElement }
        guard let byte = peek() else { throw syntax("',' or ']'") }
        if byte == UInt8(ascii: "]") {
            leave()
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw syntax("',' or ']'") }
        cursor += 1
        guard peek() != UInt8(ascii: "]") else { throw syntax("a value") }
        return true
    }

    /// The key of the next member; nothing after the last one.
    @usableFromInline
    mutating func memberKey() throws -> JSONKey? {
        guard failure == nil else { throw takeFailure() }
        guard let byte = peek() else { throw syntax("',' or '}'") }
        if byte == UInt8(ascii: "}") {
            leave()
            return nil
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw syntax("',' or '}'") }
            cursor += 1
        }
        guard peek() == UInt8(ascii: "\"") else { throw syntax("a key in quotes") }
        let key = try readKey()
        guard peek() == UInt8(ascii: ":") else { throw syntax("':'") }
        cursor += 1
        return key
    }

    /// Whether the next value is `null`, which is read then.
    public mutating func readNull() throws -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    /// Checks that nothing but blanks follows, and that nothing was wrong.
    mutating func finish() throws {
        guard failure == nil else { throw takeFailure() }
        guard peek() == nil else { throw syntax("the end of the document") }
    }

    /// Reads a word.
    mutating func word(_ word: StaticString) throws {
        let count = word.utf8CodeUnitCount
        guard end - cursor >= count, isEqual(cursor, word.utf8Start, count) else {
            throw syntax("a value")
        }
        cursor += count
    }
}
