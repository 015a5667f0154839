import PosthornCore
import FoundationEssentials
import PosthornKeys
internal import RawStructuredFieldValues

/// Parses and serializes structured fields (RFC 9651) through a library, after checking limits.
///
/// The library's maps use linear search for each member and parameter. The limits therefore apply before
/// parsing, when the message is not yet authenticated.
enum StructuredText {
    /// The maximum length of a field in bytes, more than any real signature needs.
    private static let limit = 8 << 10
    private static let memberLimit = 64
    private static let parameterLimit = 384

    private static func isSmall(_ text: String) -> Bool {
        guard text.utf8.count <= limit else { return false }
        var (commas, semicolons) = (0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: ",") { commas += 1 }
            if byte == UInt8(ascii: ";") { semicolons += 1 }
        }
        return commas < memberLimit && semicolons <= parameterLimit
    }

    /// Parses a dictionary; returns `nil` if the text is invalid or too large.
    static func dictionary(_ text: String) -> OrderedMap<String, ItemOrInnerList>? {
        read(text) { try $0.parseDictionaryFieldValue() }
    }

    static func list(_ text: String) -> [ItemOrInnerList]? {
        read(text) { try $0.parseListFieldValue() }
    }

    static func item(_ text: String) -> Item? { read(text) { try $0.parseItemFieldValue() } }

    private static func read<Value>(
        _ text: String, _ parse: (inout StructuredFieldValueParser<[UInt8]>) throws -> Value
    ) -> Value? {
        guard isSmall(text) else { return nil }
        var parser = StructuredFieldValueParser(Array(text.utf8))
        return try? parse(&parser)
    }

    static func item(_ item: Item) throws -> String {
        var writer = StructuredFieldValueSerializer()
        return String(decoding: try writer.writeItemFieldValue(item), as: UTF8.self)
    }

    static func list(_ list: [ItemOrInnerList]) throws -> String {
        var writer = StructuredFieldValueSerializer()
        return String(decoding: try writer.writeListFieldValue(list), as: UTF8.self)
    }

    static func dictionary(_ members: OrderedMap<String, ItemOrInnerList>) throws -> String {
        var writer = StructuredFieldValueSerializer()
        return String(decoding: try writer.writeDictionaryFieldValue(members), as: UTF8.self)
    }

    /// Serializes one member of a dictionary with its name.
    static func member(_ name: String, _ value: ItemOrInnerList) throws -> String {
        var map = OrderedMap<String, ItemOrInnerList>()
        map[name] = value
        return try dictionary(map)
    }

    static func bytes(_ data: Data) -> RFC9651BareItem {
        .undecodedByteSequence(data.base64EncodedString())
    }

    /// Returns the bytes of a byte sequence; `nil` for other types and for non-canonical base64.
    ///
    /// Non-zero trailing bits would allow a second spelling of the same signature.
    static func bytes(_ member: ItemOrInnerList?) -> Data? {
        guard case .item(let item) = member,
            case .undecodedByteSequence(let text) = item.rfc9651BareItem,
            let data = Data(base64Encoded: text), data.base64EncodedString() == text
        else { return nil }
        return data
    }
}
