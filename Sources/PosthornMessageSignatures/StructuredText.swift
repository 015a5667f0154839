import FoundationEssentials
import PosthornCore
internal import RawStructuredFieldValues

/// Serializes structured fields (RFC 9651), which ``StructuredField`` parses.
enum StructuredText {
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
        case .dictionary: StructuredField.dictionary(text).flatMap { try? dictionary($0) }
        case .list: StructuredField.list(text).flatMap { try? list($0) }
        case .item: StructuredField.item(text).flatMap { try? item($0) }
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
