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

    func append(
        _ text: String, to bytes: inout some RangeReplaceableCollection<UInt8>
    ) {
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

enum QueryText {
    /// Appends `name=value&…`; the given escaping applies to items without their own.
    private static func append(
        _ items: [QueryItem], to bytes: inout some RangeReplaceableCollection<UInt8>,
        _ escaping: QueryEscaping
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            append(item, to: &bytes, item.escaping ?? escaping)
        }
    }

    static func data(_ items: [QueryItem], _ escaping: QueryEscaping) -> Data {
        // A body may be large; it grows only for the characters that are encoded.
        var data = Data()
        data.reserveCapacity(
            items.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) + 2 })
        append(items, to: &data, escaping)
        return data
    }

    static func text(_ items: [QueryItem], _ escaping: QueryEscaping) -> String {
        var bytes: [UInt8] = []
        append(items, to: &bytes, escaping)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isEmpty(_ items: [QueryItem]) -> Bool {
        items.count < 2 && items.allSatisfy { $0.name.isEmpty && $0.value == nil }
    }

    private static func append(
        _ item: QueryItem, to bytes: inout some RangeReplaceableCollection<UInt8>,
        _ escaping: QueryEscaping
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
                bytes.append(contentsOf: separator.written(escaping).utf8)
            }
            escaping.append(part, to: &bytes)
        }
    }
}
