import PosthornKeys

/// The type of a structured field, which its text alone does not determine.
enum StructuredFieldType {
    case dictionary, list, item

    private static let known: [String: StructuredFieldType] = [
        "content-digest": .dictionary, "repr-digest": .dictionary,
        "want-content-digest": .dictionary, "want-repr-digest": .dictionary,
        "signature": .dictionary, "signature-input": .dictionary,
        "accept-signature": .dictionary, "priority": .dictionary,
        "client-cert": .item, "client-cert-chain": .list, "cache-status": .list,
        "proxy-status": .list, "accept-ch": .list, "idempotency-key": .item,
    ]

    /// Returns the strict serialization of a field (RFC 9421, section 2.1.1).
    ///
    /// Returns `nil` if the field's type is unknown, or if the text does not have this type.
    static func strict(_ text: String, of name: String) -> String? {
        switch known[name] {
        case .dictionary:
            StructuredText.dictionary(text).flatMap { try? StructuredText.dictionary($0) }
        case .list: StructuredText.list(text).flatMap { try? StructuredText.list($0) }
        case .item: StructuredText.item(text).flatMap { try? StructuredText.item($0) }
        case nil: nil
        }
    }
}
