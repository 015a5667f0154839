package import RawStructuredFieldValues

/// Parses structured fields (RFC 9651) through a library, after checking limits.
///
/// The library's maps use linear search for each member and parameter. The limits therefore apply before parsing, when
/// nothing authenticates the message yet.
package enum StructuredField {
    /// The maximum length of a field in bytes, more than any real signature needs.
    private static let limit = 8 << 10
    private static let memberLimit = 64
    private static let parameterLimit = 384

    package static func dictionary(_ text: String) -> OrderedMap<String, ItemOrInnerList>? {
        read(text) { try $0.parseDictionaryFieldValue() }
    }

    package static func list(_ text: String) -> [ItemOrInnerList]? {
        read(text) { try $0.parseListFieldValue() }
    }

    package static func item(_ text: String) -> Item? {
        read(text) { try $0.parseItemFieldValue() }
    }

    private static func read<Value>(
        _ text: String, _ parse: (inout StructuredFieldValueParser<[UInt8]>) throws -> Value
    ) -> Value? {
        guard text.utf8.count <= limit,
            text.utf8.count(where: { $0 == UInt8(ascii: ",") }) < memberLimit,
            text.utf8.count(where: { $0 == UInt8(ascii: ";") }) <= parameterLimit
        else { return nil }
        var parser = StructuredFieldValueParser(Array(text.utf8))
        return try? parse(&parser)
    }
}
