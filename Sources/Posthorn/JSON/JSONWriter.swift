import FoundationEssentials

/// Writes JSON into one buffer.
///
/// Generated types write themselves with it; ``JSONWritable`` says how to write one by hand. The
/// members of an object keep the order in which they are written, those of a map are sorted, so
/// that the same value gives the same bytes.
public struct JSONWriter: ~Copyable {
    /// What the text is for.
    enum Purpose {
        /// It is kept or handed on.
        case value
        /// It is sent: the limits of the spec hold.
        case request
        /// It is compared: numbers and dates keep all that they are, and need not be valid.
        case identity
    }

    let purpose: Purpose
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    @usableFromInline private(set) var count = 0
    private var depth = 0
    /// What could not be written first; nothing more is written then.
    @usableFromInline var failure: (any Error)?
    /// Where the maps start that are being written: their keys are not shown.
    var maps: [Int] = []
    /// Members that the next object begins with: the discriminators of unions.
    private var tags: [(name: StaticString, value: StaticString)] = []

    init(_ purpose: Purpose = .value, capacity: Int = 256) {
        self.purpose = purpose
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// The memory with what has been written, which is not copied.
    ///
    /// The writer is empty after it.
    mutating func takeData() -> Data {
        guard count > 0 else { return Data() }
        let data = Data(
            bytesNoCopy: start, count: count,
            deallocator: .custom { bytes, _ in bytes.deallocate() })
        (start, capacity, count) = (.allocate(capacity: 1), 1, 0)
        return data
    }

    /// What has been written.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    private mutating func grow(by needed: Int) {
        // With room for what ends a long text, or that would be copied as a whole for its quote.
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

    /// Puts bytes between those that have been written, which move and are not copied.
    mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
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

    /// Appends ASCII without quotes.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Writes a comma, unless this is the first member or element of what was begun.
    public mutating func separate() {
        guard count > 0 else { return }
        switch start[count - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: append(UInt8(ascii: ","))
        }
    }

    /// Writes the name of a member; its value follows.
    public mutating func key(_ name: StaticString) {
        separate()
        quote(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        append(UInt8(ascii: ":"))
    }

    /// Writes the name of a member; its value follows.
    public mutating func key(_ name: String) {
        separate()
        var name = name
        name.withUTF8 { quote($0) }
        append(UInt8(ascii: ":"))
    }

    /// Starts an object; members and ``endObject()`` follow.
    public mutating func beginObject() {
        do { try enter(UInt8(ascii: "{")) } catch { fail(error) }
        guard !tags.isEmpty else { return }
        let tags = tags
        self.tags = []
        for tag in tags {
            key(tag.name)
            quote(
                UnsafeBufferPointer(
                    start: tag.value.utf8Start, count: tag.value.utf8CodeUnitCount))
        }
    }

    /// Ends an object.
    public mutating func endObject() { leave(UInt8(ascii: "}")) }

    /// Starts an array; elements, each after ``separate()``, and ``endArray()`` follow.
    /// - Throws: an ``APIError/Cause`` if it is nested too deep.
    public mutating func beginArray() throws { try enter(UInt8(ascii: "[")) }

    /// Ends an array.
    public mutating func endArray() { leave(UInt8(ascii: "]")) }

    /// Says what the next object begins with: the discriminator of a union.
    public mutating func tag(_ name: StaticString, _ value: StaticString) {
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

    /// Takes back the end of an object, so that it can go on.
    mutating func reopen() {
        depth += 1
        count -= 1
    }

    /// Takes back all but the first bytes.
    mutating func removeAll(after count: Int) { self.count = count }

    /// Starts a map, whose keys are data.
    mutating func beginMap() {
        maps.append(count)
        beginObject()
    }

    /// Ends a map.
    mutating func endMap() {
        maps.removeLast()
        endObject()
    }

    /// Where the next value stands, as in `items[3].price`; empty for the top level.
    var place: String { JSONPlace(in: bytes, before: count, maps: Set(maps)).path }

    /// Writes `null`.
    public mutating func writeNull() { append("null") }
}
