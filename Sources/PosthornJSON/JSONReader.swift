/// A strict parser that reads JSON from bytes in one pass, without building a tree.
///
/// Generated types read themselves with it. See ``JSONReadable`` for handwritten types. It accepts only UTF-8
/// and the syntax of RFC 8259, and rejects an object if a member that is read occurs twice. In a map, the
/// last of two equal keys counts. Values may be nested up to 512 levels.
///
/// A reader is valid only while its bytes exist. It can't be copied out of the call that provides it.
public struct JSONReader: ~Copyable {
    /// The maximum nesting depth of arrays and objects: 512 levels.
    package static let depthLimit = 512

    let base: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    /// Whether the current array or object has had no element.
    package var isFirst = true
    package var depth = 0
    /// The number of bytes read by failed attempts of unions.
    var bytesReadInVain = 0
    /// The number of bytes searched for discriminators, which are read again.
    var bytesSearched = 0
    /// The types that did not fit the values that are being read.
    var attempts: [Attempt] = []
    var tags: [Tag] = []
    /// The first error in the current object, after which nothing more of it is read.
    var failure: (any Error)?
    /// The members beyond the first 64 of all open objects that were read, one bit each.
    var seenLater: [UInt64] = []
    /// Whether the document is a response.
    package var readsResponse = false
    /// The values that are not as their types say, and do not fail the document; `nil` for none.
    var deviations: Deviations?
    /// The name of the unknown member whose value is next.
    var otherName = ""
    /// How the document writes values where JSON has another form; `nil` for JSON.
    package var coding: (any ValueCoding)?
    /// The buffer for unescaped names.
    var keyBuffer: UnsafeMutableBufferPointer<UInt8>?

    /// Creates a reader of bytes, which must outlive it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address. Any address works, because no byte is read.
        base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        cursor = base
        end = base + bytes.count
    }

    deinit { keyBuffer?.deallocate() }

    /// Whether the document is a response, so that members which are only sent are not kept.
    @_spi(Generated) public var isResponse: Bool { readsResponse }

    package var offset: Int { cursor - base }

    /// Skips blanks and returns the next byte without reading it; `nil` at the end.
    @inline(__always)
    package mutating func peek() -> UInt8? {
        cursor < end && cursor.pointee > 0x20 ? cursor.pointee : peekAfterBlanks()
    }

    @inline(never)
    private mutating func peekAfterBlanks() -> UInt8? {
        while cursor < end {
            let byte = cursor.pointee
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
            else { return byte }
            cursor += 1
        }
        return nil
    }

    /// Begins to read an object.
    @usableFromInline
    package mutating func enterObject() throws {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("an object") }
        try enter()
    }

    /// Begins to read an array; call ``nextElement()`` next.
    ///
    /// - Throws: A ``JSONError`` if the next value is not an array.
    @usableFromInline
    package mutating func beginArray() throws {
        guard peek() == UInt8(ascii: "[") else {
            if let coding, coding.beginArray(in: &self) { return }
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

    /// Returns whether the array has another element, which you must then read.
    ///
    /// At the end of the array, returns `false` and moves behind it.
    @usableFromInline
    package mutating func nextElement() throws -> Bool {
        guard failure == nil else { throw takeFailure() }
        if coding != nil, let hasElement = nextRecodedElement() { return hasElement }
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

    /// Reads the name of the next member; returns `nil` after the last one.
    @usableFromInline
    package mutating func memberKey() throws -> JSONKey? {
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

    /// Reads `null` and returns `true`, or returns `false` if the next value is not `null`.
    @usableFromInline
    package mutating func readNull() throws -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    /// Throws if there was a failure, or if anything but blanks follows.
    package mutating func finish() throws {
        guard failure == nil else { throw takeFailure() }
        guard peek() == nil else { throw syntax("the end of the document") }
    }

    /// Reads a literal such as `true`.
    mutating func word(_ word: StaticString) throws {
        let count = word.utf8CodeUnitCount
        guard end - cursor >= count, isEqual(cursor, word.utf8Start, count) else {
            throw syntax("a value")
        }
        cursor += count
    }
}
