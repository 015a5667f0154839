public import FoundationEssentials

/// Writes bodies as JSON.
///
/// Generated types write themselves in the forms and the order of their spec; the options are for
/// other `Encodable` types, whose members are sorted, so that the same value gives the same bytes.
public struct JSONSerializer: BodySerializer, Hashable {
    var style = JSONStyle()

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - dates: How dates are written.
    ///   - data: How bytes are written.
    ///   - keys: How the names of members are written.
    ///   - sortsKeys: Whether generated types and the fields of the body are sorted by name too, as
    ///     some signatures want it.
    public init(
        dates: DateForm = .rfc3339, data: DataForm = .base64, keys: KeyCase = .asWritten,
        sortsKeys: Bool = false
    ) {
        style = JSONStyle(dates: dates, data: data, keys: keys, sortsAll: sortsKeys)
    }

    /// `application/json`.
    public var mediaType: String { "application/json" }

    /// The JSON of a value.
    /// - Throws: an ``APIError/Cause`` that names the place of a value that JSON does not have.
    public func bytes(of value: some Encodable & Sendable) throws -> Data {
        var writer = JSONWriter(.request)
        try writer.writeCodable(value, style)
        return writer.takeData()
    }
}

extension BodySerializer where Self == JSONSerializer {
    /// JSON with dates of RFC 3339.
    public static var json: JSONSerializer { JSONSerializer() }

    /// JSON with forms of its own for types that are not generated.
    public static func json(
        dates: DateForm = .rfc3339, data: DataForm = .base64, keys: KeyCase = .asWritten,
        sortsKeys: Bool = false
    ) -> JSONSerializer {
        JSONSerializer(dates: dates, data: data, keys: keys, sortsKeys: sortsKeys)
    }
}
