/// The fields of a body, and a value whose members stand beside them: one object to any encoder.
///
/// It hands the members over one by one; no tree of them is made.
struct BodyFields: Encodable, Sendable {
    var fields: [(name: String, value: any Encodable & Sendable)]
    var whole: (any Encodable & Sendable)?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for field in fields {
            try container.encode(field.value, forKey: AnyKey(stringValue: field.name))
        }
        try whole?.encode(to: encoder)
    }
}
