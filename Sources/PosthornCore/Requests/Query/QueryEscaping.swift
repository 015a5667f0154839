import FoundationEssentials

/// The bytes of names and values that are not encoded, and the encoding of a space.
struct QueryEscaping: Sendable, Hashable {
    /// A bit for each ASCII byte that is not encoded: those below 64, and the others.
    private var (low, high): (UInt64, UInt64) = (0, 0)
    var writesSpacesAsPlus: Bool

    init(writesSpacesAsPlus: Bool, keeping characters: String) {
        self.writesSpacesAsPlus = writesSpacesAsPlus
        for byte in characters.utf8 where byte < 128 { set(byte, isKept: true) }
    }

    static let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// RFC 3986: encodes everything except the unreserved characters.
    static let query = QueryEscaping(writesSpacesAsPlus: false, keeping: alphanumerics + "-._~")
    /// The WHATWG's form serializer, which keeps `*` and encodes `~`.
    static let form = QueryEscaping(writesSpacesAsPlus: true, keeping: alphanumerics + "*-._")

    /// The parts of a multipart body, in which nothing is encoded.
    static let part = QueryEscaping(
        writesSpacesAsPlus: false, keeping: String((32..<127).map { Character(Unicode.Scalar($0)) })
    )

    /// Returns the same escaping, but with one ASCII character encoded.
    func encoding(_ character: Unicode.Scalar) -> QueryEscaping {
        var escaping = self
        escaping.set(UInt8(ascii: character), isKept: false)
        return escaping
    }

    private mutating func set(_ byte: UInt8, isKept: Bool) {
        let bit = UInt64(1) << UInt64(byte & 63)
        switch (byte < 64, isKept) {
        case (true, true): low |= bit
        case (true, false): low &= ~bit
        case (false, true): high |= bit
        case (false, false): high &= ~bit
        }
    }

    func keeps(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    /// Returns the length of the encoded text in bytes.
    func count(of text: String) -> Int {
        text.utf8.reduce(0) { $0 + (keeps($1) || $1 == 0x20 && writesSpacesAsPlus ? 1 : 3) }
    }

    /// Appends the encoded text.
    func append(_ text: String, to bytes: inout ByteSink) {
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else if byte == 0x20, writesSpacesAsPlus {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(PercentEncoding.digit(byte >> 4))
                bytes.append(PercentEncoding.digit(byte & 15))
            }
        }
    }
}

/// Writes the text of a query or a form.
enum QueryText {
    /// Appends `name=value&…`; the given escaping applies to items without their own.
    static func append(
        _ items: [QueryItem], to bytes: inout ByteSink, _ escaping: QueryEscaping
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            append(item, to: &bytes, item.escaping ?? escaping)
        }
    }

    /// Returns the items as bytes, encoded in a single pass.
    static func data(_ items: [QueryItem], _ escaping: QueryEscaping) -> Data {
        // A body may be large, so its memory is counted and not estimated.
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: max(1, count(of: items, escaping)))
        guard let start = memory.baseAddress else { return Data() }
        var sink = ByteSink(memory)
        append(items, to: &sink, escaping)
        return Data(
            bytesNoCopy: start, count: sink.count,
            deallocator: .custom { bytes, _ in bytes.deallocate() })
    }

    static func text(_ items: [QueryItem], _ escaping: QueryEscaping) -> String {
        String(unsafeUninitializedCapacity: maximumCount(of: items)) { memory in
            var sink = ByteSink(memory)
            append(items, to: &sink, escaping)
            return sink.count
        }
    }

    /// Whether the items have no text at all.
    static func isEmpty(_ items: [QueryItem]) -> Bool {
        items.count < 2 && items.allSatisfy { $0.name.isEmpty && $0.value == nil }
    }

    /// Returns an upper bound of the number of encoded bytes, from the lengths of the items alone.
    ///
    /// A byte is encoded as three at most. The value of an item with parts contains the parts and a byte for each
    /// separator.
    static func maximumCount(of items: [QueryItem]) -> Int {
        items.reduce(0) { sum, item in
            sum + 3 * (item.name.utf8.count + (item.value?.utf8.count ?? 0)) + 2
        }
    }

    /// Returns the number of encoded bytes, or a little more if an item has parts.
    private static func count(of items: [QueryItem], _ escaping: QueryEscaping) -> Int {
        items.reduce(0) { sum, item in
            let escaping = item.escaping ?? escaping
            // A separator may be longer encoded than in the value.
            return sum + escaping.count(of: item.name) + escaping.count(of: item.value ?? "") + 2
                + 3 * (item.parts?.count ?? 0)
        }
    }

    private static func append(
        _ item: QueryItem, to bytes: inout ByteSink, _ escaping: QueryEscaping
    ) {
        escaping.append(item.name, to: &bytes)
        guard let value = item.value else { return }
        bytes.append(UInt8(ascii: "="))
        guard let parts = item.parts, let separator = item.separator else {
            escaping.append(value, to: &bytes)
            return
        }
        for (index, part) in parts.enumerated() {
            if index > 0 {
                for byte in separator.written(escaping).utf8 { bytes.append(byte) }
            }
            escaping.append(part, to: &bytes)
        }
    }
}

/// Memory that is written sequentially; the creator allocates enough of it, which debug builds check.
struct ByteSink {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    mutating func append(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    mutating func append(_ text: String) {
        text.utf8.span.withUnsafeBufferPointer { bytes in
            count = memory[count...].update(fromContentsOf: bytes)
        }
    }
}
