import FoundationEssentials
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
        text.utf8.count <= limit
            && text.utf8.count { $0 == UInt8(ascii: ",") } < memberLimit
            && text.utf8.count { $0 == UInt8(ascii: ";") } <= parameterLimit
    }

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
        try text { try $0.writeItemFieldValue(item) }
    }

    static func list(_ list: [ItemOrInnerList]) throws -> String {
        try text { try $0.writeListFieldValue(list) }
    }

    static func dictionary(_ members: OrderedMap<String, ItemOrInnerList>) throws -> String {
        try text { try $0.writeDictionaryFieldValue(members) }
    }

    private static func text(
        _ write: (inout StructuredFieldValueSerializer) throws -> [UInt8]
    ) throws -> String {
        var writer = StructuredFieldValueSerializer()
        return String(decoding: try write(&writer), as: UTF8.self)
    }

    /// Returns the strict serialization of a field (RFC 9421, section 2.1.1).
    ///
    /// Returns `nil` if the field's type is unknown, or if the text does not have this type.
    static func strict(_ text: String, of name: String) -> String? {
        switch StructuredFieldType.known[name] {
        case .dictionary:
            dictionary(text).flatMap { try? dictionary($0) }
        case .list: list(text).flatMap { try? list($0) }
        case .item: item(text).flatMap { try? item($0) }
        case nil: nil
        }
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

/// The type of a structured field, which its text alone does not determine.
private enum StructuredFieldType {
    case dictionary, list, item

    static let known: [String: StructuredFieldType] = [
        "content-digest": .dictionary, "repr-digest": .dictionary,
        "want-content-digest": .dictionary, "want-repr-digest": .dictionary,
        "signature": .dictionary, "signature-input": .dictionary,
        "accept-signature": .dictionary, "priority": .dictionary,
        "client-cert": .item, "client-cert-chain": .list, "cache-status": .list,
        "proxy-status": .list, "accept-ch": .list, "idempotency-key": .item,
    ]
}
