/// Header blocks of HTTP/2 for sending (RFC 7541): literals that are not indexed, without Huffman.
///
/// Nothing is checked, so that a test can send what no server should.
public enum HeaderBlock {
    /// The block of these fields.
    public static func encode(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { field($0.0, $0.1) }
    }

    /// A literal field without indexing, section 6.2.2.
    public static func field(_ name: String, _ value: String) -> [UInt8] {
        [0] + string(name) + string(value)
    }

    /// A literal field that goes into the dynamic table, section 6.2.1.
    public static func indexedField(_ name: String, _ value: String) -> [UInt8] {
        [0x40] + string(name) + string(value)
    }

    /// A field of the tables by its number, section 6.1.
    public static func index(_ number: Int) -> [UInt8] { integer(number, prefix: 7, flags: 0x80) }

    /// A number, section 5.1, with the bits before its prefix.
    public static func integer(_ value: Int, prefix: Int, flags: UInt8) -> [UInt8] {
        let limit = (1 << prefix) - 1
        guard value >= limit else { return [flags | UInt8(value)] }
        var bytes = [flags | UInt8(limit)]
        var rest = value - limit
        while rest >= 128 {
            bytes.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return bytes + [UInt8(rest)]
    }

    private static func string(_ text: String) -> [UInt8] {
        integer(text.utf8.count, prefix: 7, flags: 0) + Array(text.utf8)
    }
}
