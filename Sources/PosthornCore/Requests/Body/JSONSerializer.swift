public import FoundationEssentials

/// A serializer that writes bodies as JSON.
///
/// Generated types use the formats and the member order of their spec. The options apply to other `Encodable`
/// types. Their members are sorted by name, so that equal values have equal bytes.
public struct JSONSerializer: BodySerializer, Hashable {
    var style = JSONStyle()

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - dates: The format of dates.
    ///   - data: The format of bytes.
    ///   - keys: The case of member names.
    ///   - sortsKeys: Whether to sort the members of generated types and the fields of the body by name too,
    ///     as some signatures require. The default is `false`.
    public init(
        dates: DateFormat = .rfc3339, data: DataFormat = .base64, keys: KeyCase = .asWritten,
        sortsKeys: Bool = false
    ) {
        style = JSONStyle(dates: dates, data: data, keys: keys, sortsAll: sortsKeys)
    }

    /// `application/json`.
    public var mediaType: String { "application/json" }

    /// Returns a value encoded as JSON.
    ///
    /// - Throws: An ``APIError/Cause`` that names the path of a value that JSON can't represent.
    public func bytes(of value: some Encodable & Sendable) throws -> Data {
        try APIError.Cause.ofWriting {
            var writer = JSONWriter(checksLimits: true)
            try writer.writeCodable(value, style)
            return writer.takeData()
        }
    }
}

extension BodySerializer where Self == JSONSerializer {
    /// JSON with dates in RFC 3339 format.
    public static var json: JSONSerializer { JSONSerializer() }

    /// JSON with custom formats for types that are not generated.
    public static func json(
        dates: DateFormat = .rfc3339, data: DataFormat = .base64, keys: KeyCase = .asWritten,
        sortsKeys: Bool = false
    ) -> JSONSerializer {
        JSONSerializer(dates: dates, data: data, keys: keys, sortsKeys: sortsKeys)
    }
}
