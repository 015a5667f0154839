import Posthorn

/// All that a request says in its head besides method and target.
struct HeaderFields: Equatable {
    let fields: HTTPFields
    /// What `Host` says; `nil` if it is for libcurl to write it.
    let host: String?
    let hasBody: Bool
    /// Whether the codings that we unpack are asked for.
    let unpacks: Bool

    /// Whether all of them may be kept for the next request.
    ///
    /// Credentials have any name; a redirect to another origin takes the same fields along.
    var areHarmless: Bool {
        fields.allSatisfy { RedirectFields.isHarmless($0.name.canonicalName) }
    }

    /// Whether both are the same on the wire: the fields' own equality knows neither their order nor
    /// how their names are written.
    static func == (one: HeaderFields, other: HeaderFields) -> Bool {
        guard one.hasBody == other.hasBody, one.unpacks == other.unpacks,
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
