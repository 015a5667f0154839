/// The contents of a request's head, besides the method and the target.
struct HeaderFields: Equatable {
    let fields: HTTPFields
    /// The `Host` field; `nil` if libcurl writes it.
    let host: String?
    let hasBody: Bool
    /// Whether the request asks for compressed responses.
    let decompresses: Bool

    /// Whether all fields may stay set for the next request.
    ///
    /// A credential can be in a field of any name; only fields that a redirect to another origin keeps are
    /// harmless.
    var areHarmless: Bool { fields.allSatisfy { RedirectFields.isHarmless($0.name.canonicalName) } }

    /// Whether both are the same on the wire.
    ///
    /// The equality of `HTTPFields` ignores the order of fields and the case of their names.
    static func == (one: HeaderFields, other: HeaderFields) -> Bool {
        guard one.hasBody == other.hasBody, one.decompresses == other.decompresses,
            one.fields.count == other.fields.count, one.host == other.host
        else { return false }
        return one.fields.isEmpty
            || zip(one.fields, other.fields).allSatisfy { first, second in
                first.name.rawName == second.name.rawName && first.isSameValue(as: second)
            }
    }
}

extension HTTPField {
    fileprivate func isSameValue(as other: HTTPField) -> Bool {
        withUnsafeBytesOfValue { bytes in
            other.withUnsafeBytesOfValue { bytes.elementsEqual($0) }
        }
    }
}
