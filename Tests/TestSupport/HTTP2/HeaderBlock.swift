/// An encoder of HTTP/2 header blocks (RFC 7541), with literal fields and without Huffman coding.
///
/// The values are not checked, so that a test can send invalid blocks.
public enum HeaderBlock {
    /// Encodes fields as literals without indexing.
    public static func encode(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { field($0.0, $0.1) }
    }

    /// Encodes a literal field without indexing (RFC 7541, section 6.2.2).
    public static func field(_ name: String, _ value: String) -> [UInt8] {
        [0] + string(name) + string(value)
    }

    /// Encodes a literal field with incremental indexing (RFC 7541, section 6.2.1).
    public static func indexedField(_ name: String, _ value: String) -> [UInt8] {
        [0x40] + string(name) + string(value)
    }

    /// Encodes an indexed field by its number in the tables (RFC 7541, section 6.1).
    public static func index(_ number: Int) -> [UInt8] { integer(number, prefix: 7, flags: 0x80) }

    /// Encodes an integer (RFC 7541, section 5.1).
    ///
    /// - Parameters:
    ///   - value: The integer, 0 or more.
    ///   - prefix: The number of low bits of the first byte that hold the integer.
    ///   - flags: The high bits of the first byte.
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
