import FoundationEssentials
import HTTPTypes
internal import RawStructuredFieldValues

/// Structured fields (RFC 9651), read and written by the library, with our limits before it.
///
/// Its maps are searched from end to end, for each member and each parameter that is read: their
/// number is limited before it reads, because nothing of the message is proved by then.
enum StructuredText {
    /// What is longer than this is no signature of anybody's.
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

    /// The dictionary of a field's lines; `nil` if they are none, or are too many.
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

    /// One member of a dictionary, with its name.
    static func member(_ name: String, _ value: ItemOrInnerList) throws -> String {
        var map = OrderedMap<String, ItemOrInnerList>()
        map[name] = value
        return try dictionary(map)
    }

    static func bytes(_ data: Data) -> RFC9651BareItem {
        .undecodedByteSequence(data.base64EncodedString())
    }

    /// The bytes of a member that is a byte sequence; `nil` if it is something else, or is not written
    /// in the one way: bits that no byte has would be a second spelling of the same signature.
    static func bytes(_ member: ItemOrInnerList?) -> Data? {
        guard case .item(let item) = member,
            case .undecodedByteSequence(let text) = item.rfc9651BareItem,
            let data = Data(base64Encoded: text), data.base64EncodedString() == text
        else { return nil }
        return data
    }
}

extension HTTPFields {
    /// The lines of a field without white space around them, joined as RFC 9421, section 2.1, wants.
    ///
    /// `nil` if the field is not there.
    func joined(_ name: HTTPField.Name) -> String? {
        let lines = self[values: name]
        guard !lines.isEmpty else { return nil }
        return lines.map(Self.trimmed).joined(separator: ", ")
    }

    static func trimmed(_ line: String) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let bytes = line.utf8.drop(while: isBlank)
        guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(bytes[...last]))
    }
}
