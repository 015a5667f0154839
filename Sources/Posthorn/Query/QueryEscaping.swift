import FoundationEssentials

/// Which bytes of names and values stay as they are, and how a space is written.
struct QueryEscaping: Sendable, Hashable {
    /// A bit for each byte of ASCII that stays.
    private var kept: UInt128 = 0
    var space: QueryStyle.Space

    init(space: QueryStyle.Space, keeping characters: String) {
        self.space = space
        for byte in characters.utf8 where byte < 128 { kept |= 1 << UInt128(byte) }
    }

    static let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// RFC 3986: all but the unreserved characters is encoded.
    static let query = QueryEscaping(space: .percent, keeping: alphanumerics + "-._~")
    /// The WHATWG's serializer of forms, which takes `*` and leaves out `~`.
    static let form = QueryEscaping(space: .plus, keeping: alphanumerics + "*-._")

    /// The parts of a multipart body, in which nothing is encoded.
    static let part = QueryEscaping(
        space: .percent, keeping: String((32..<127).map { Character(Unicode.Scalar($0)) }))

    /// The same, but that one character of ASCII is encoded.
    func encoding(_ character: Unicode.Scalar) -> QueryEscaping {
        var escaping = self
        escaping.kept &= ~(1 << UInt128(character.value))
        return escaping
    }

    func keeps(_ byte: UInt8) -> Bool { byte < 128 && kept &>> UInt128(byte) & 1 == 1 }

    /// How many bytes a text has when it is encoded.
    func count(of text: String) -> Int {
        text.utf8.reduce(0) { $0 + (keeps($1) || $1 == 0x20 && space == .plus ? 1 : 3) }
    }

    /// Appends a text, encoded.
    func append(_ text: String, to bytes: inout ByteSink) {
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else if byte == 0x20, space == .plus {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(PercentEncoding.digit(byte >> 4))
                bytes.append(PercentEncoding.digit(byte & 15))
            }
        }
    }
}

/// The text of a query or a form.
enum QueryText {
    /// Appends `name=value&…`; what an item does not say is left to the place.
    private static func append(
        _ items: [QueryItem], to bytes: inout ByteSink, _ escaping: QueryEscaping
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            append(item, to: &bytes, item.escaping ?? escaping)
        }
    }

    /// The items as bytes, written once.
    static func data(_ items: [QueryItem], _ escaping: QueryEscaping) -> Data {
        let capacity = max(1, capacity(for: items, escaping))
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        var sink = ByteSink(start: start)
        append(items, to: &sink, escaping)
        return Data(
            bytesNoCopy: start, count: sink.count,
            deallocator: .custom { bytes, _ in bytes.deallocate() })
    }

    static func text(_ items: [QueryItem], _ escaping: QueryEscaping) -> String {
        let capacity = capacity(for: items, escaping)
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var sink = ByteSink(start: start)
            append(items, to: &sink, escaping)
            return sink.count
        }
    }

    /// How many bytes the items have at most.
    private static func capacity(for items: [QueryItem], _ escaping: QueryEscaping) -> Int {
        items.reduce(0) { sum, item in
            let escaping = item.escaping ?? escaping
            // A separator may be longer as it is sent than in the value.
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

/// Memory that is written from its start on; whoever makes it has seen to its size.
struct ByteSink {
    let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
        start[count] = byte
        count += 1
    }
}
