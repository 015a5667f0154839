package import FoundationEssentials

/// Writes JSON into a buffer.
///
/// Generated types write themselves with it. See ``JSONWritable`` for handwritten types. Members of objects
/// keep the order in which they are written. Members of maps are sorted, so that equal values have equal
/// bytes.
public struct JSONWriter: ~Copyable {
    /// Whether generated types check the limits of the spec, as they do for requests.
    public let checksLimits: Bool
    /// Whether the value is sent, so that members which only the server sets are left out.
    @_spi(Generated) public var isRequest: Bool { checksLimits && !isResponse || isPartial }
    /// Whether only some members of the value are sent, so that no member has to be set.
    let isPartial: Bool
    /// What the value of a response breaks; `nil` for a value that is sent.
    var broken: BrokenLimits?
    private var isResponse: Bool { broken != nil }
    /// Whether the text is a description, which hides secret members.
    let hidesSecrets: Bool
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    @usableFromInline private(set) var count = 0
    private var depth = 0
    /// The first error, after which nothing more is written.
    @usableFromInline var failure: (any Error)?
    /// The offsets of the open maps, whose keys are not shown in errors.
    var maps: [Int] = []
    /// The discriminators of unions with which the next object begins.
    private var tags: [(name: StaticString, value: UnionTag)] = []

    package init(
        checksLimits: Bool = false, isPartial: Bool = false, hidesSecrets: Bool = false,
        capacity: Int = 256
    ) {
        self.checksLimits = checksLimits
        self.isPartial = isPartial
        self.hidesSecrets = hidesSecrets
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// Returns the written bytes without copying them, and empties the writer.
    package mutating func takeData() -> Data {
        guard count > 0 else { return Data() }
        let data = Data(
            bytesNoCopy: start, count: count,
            deallocator: .custom { bytes, _ in bytes.deallocate() })
        (start, capacity, count) = (.allocate(capacity: 1), 1, 0)
        return data
    }

    /// The bytes written so far.
    package var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }

    private mutating func grow(by needed: Int) {
        // Reserves room for the closing characters of a long text, which would otherwise be copied again.
        capacity = max(capacity * 2, count + needed + 256)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }

    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        start[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(by: bytes.count) }
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Inserts bytes at an offset, and moves the following ones.
    package mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard let source = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(by: bytes.count) }
        let place = start + offset
        (place + bytes.count).update(from: place, count: count - offset)
        place.update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends ASCII text without quotes.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Writes a comma, unless the next member or element is the first one.
    @usableFromInline
    package mutating func separate() {
        guard count > 0 else { return }
        switch start[count - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: append(UInt8(ascii: ","))
        }
    }

    /// Writes the name of a member; write its value next.
    @usableFromInline
    package mutating func key(_ name: StaticString) {
        separate()
        quote(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        append(UInt8(ascii: ":"))
    }

    /// Writes the name of a member; write its value next.
    @usableFromInline
    package mutating func key(_ name: String) {
        separate()
        var name = name
        name.withUTF8 { quote($0) }
        append(UInt8(ascii: ":"))
    }

    /// Begins an object; write its members and call ``endObject()``.
    ///
    /// An error, such as too many levels, is stored.
    public mutating func beginObject() {
        do { try enter(UInt8(ascii: "{")) } catch { fail(error) }
        guard !tags.isEmpty else { return }
        let tags = tags
        self.tags = []
        for tag in tags {
            key(tag.name)
            write(tag: tag.value)
        }
    }

    /// Ends an object.
    public mutating func endObject() { leave(UInt8(ascii: "}")) }

    /// Begins an array; write each element after ``separate()``, and call ``endArray()``.
    ///
    /// - Throws: A ``JSONError`` if the array is nested too deeply.
    @usableFromInline
    package mutating func beginArray() throws { try enter(UInt8(ascii: "[")) }

    @usableFromInline
    package mutating func endArray() { leave(UInt8(ascii: "]")) }

    /// Adds a discriminator of a union as the first member of the next object.
    @_spi(Generated) public mutating func tag(_ name: StaticString, _ value: UnionTag) {
        tags.append((name, value))
    }

    private mutating func enter(_ byte: UInt8) throws {
        guard depth < JSONReader.depthLimit else {
            throw fault(
                "is nested too deep", advice: "send at most \(JSONReader.depthLimit) levels")
        }
        depth += 1
        append(byte)
    }

    private mutating func leave(_ byte: UInt8) {
        depth -= 1
        append(byte)
    }

    /// Removes the end of an object, so that members can be added.
    package mutating func reopen() {
        depth += 1
        count -= 1
    }

    /// Removes all but the first bytes.
    mutating func removeAll(after count: Int) { self.count = count }

    /// Begins a map, whose keys are data.
    mutating func beginMap() {
        maps.append(count)
        beginObject()
    }

    mutating func endMap() {
        maps.removeLast()
        endObject()
    }

    /// The path of the next value, such as `items[3].price`; empty for the top level.
    var place: String { JSONPlace(in: bytes, before: count, maps: Set(maps)).path }

    @usableFromInline
    package mutating func writeNull() { append("null") }
}
