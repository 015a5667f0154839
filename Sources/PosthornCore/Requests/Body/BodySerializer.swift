public import FoundationEssentials

/// A format for the body of a request.
///
/// A serializer writes the fields or the value that an endpoint sets by ``RequestBuilder/body(_:)``, together
/// with the common parameters.
///
/// Use a serializer to change how a request's values are written. Use a ``PayloadCipher`` to change the bytes
/// that it has written, and a ``ResponsePolicy`` to read responses.
///
/// ```swift
/// extension BodySerializer {
///     static let csv = BodySerializer(mediaType: "text/csv") { value in
///         let items = try QueryStyle().items(of: value)
///         return Data(items.map { "\($0.name),\($0.value ?? "")\n" }.joined().utf8)
///     }
/// }
/// ```
public struct BodySerializer: Sendable {
    /// The media type of the written bytes.
    ///
    /// It is sent as `Content-Type`, unless the call sets that field.
    public let mediaType: String
    /// The options of JSON; `nil` for another format.
    let json: JSONStyle?
    private let write: @Sendable (any Encodable & Sendable) throws -> Data
    /// Converts the JSON of a body, whose members have the order of the spec; `nil` if the format is not written so.
    let convert: (@Sendable (Data) throws -> Data)?

    /// Creates a serializer of your own.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the written bytes.
    ///   - bytes: Returns the encoded bytes of a value, which has the common parameters among its members. An
    ///     ``APIError/Cause`` that it throws is reported unchanged. Any other error fails the call with the code
    ///     `encodingFailed`, as its underlying error.
    public init(
        mediaType: String, bytes: @escaping @Sendable (any Encodable & Sendable) throws -> Data
    ) {
        self.mediaType = mediaType
        json = nil
        write = bytes
        convert = nil
    }

    /// Creates a serializer that converts JSON.
    package init(
        mediaType: String, convertingJSON convert: @escaping @Sendable (Data) throws -> Data
    ) {
        self.mediaType = mediaType
        json = nil
        write = { try convert(BodySerializer.json.bytes(of: $0)) }
        self.convert = convert
    }

    private init(_ style: JSONStyle) {
        mediaType = "application/json"
        json = style
        convert = nil
        write = { value in
            try APIError.Cause.ofWriting {
                var writer = JSONWriter(checksLimits: true)
                try writer.writeCodable(value, style)
                return writer.takeData()
            }
        }
    }

    /// Returns the encoded bytes of a value.
    ///
    /// - Throws: An ``APIError/Cause`` that names the path of a value that the format can't represent, or the error
    ///   of the closure.
    public func bytes(of value: any Encodable & Sendable) throws -> Data { try write(value) }
}

extension BodySerializer {
    /// JSON with dates in RFC 3339 format.
    public static let json = BodySerializer(JSONStyle())

    /// Returns a serializer that writes JSON in formats of your own.
    ///
    /// Generated types use the formats and the member order of their spec. The options apply to other `Encodable`
    /// types. Their members are sorted by name, so that equal values have equal bytes.
    /// - Parameters:
    ///   - dates: The format of dates.
    ///   - data: The format of bytes.
    ///   - keys: The case of member names.
    ///   - sortsKeys: Whether to sort the members of generated types and the fields of the body by name too,
    ///     as some signatures require. The default is `false`.
    public static func json(
        dates: DateFormat = .rfc3339, data: DataFormat = .base64, keys: KeyCase = .asWritten,
        sortsKeys: Bool = false
    ) -> BodySerializer {
        BodySerializer(JSONStyle(dates: dates, data: data, keys: keys, sortsAll: sortsKeys))
    }

    /// Urlencoded name-value pairs in the default style, with nested names in brackets.
    public static let form = BodySerializer.form(QueryStyle())

    /// Returns a serializer that writes the members of an object or a map as `application/x-www-form-urlencoded`.
    ///
    /// A space becomes `+`. Letters, digits and `*-._` stay as they are. Every other byte of the UTF-8 text is
    /// percent-encoded, including `~` (WHATWG URL Standard). Queries follow RFC 3986 instead and write a space
    /// as `%20`.
    /// - Parameter style: The style in which arrays, objects and scalars are written.
    public static func form(_ style: QueryStyle) -> BodySerializer {
        BodySerializer(mediaType: formType) { value in
            QueryText.data(try style.items(nil, of: value, in: .form), .form)
        }
    }

    static let formType = "application/x-www-form-urlencoded"
}

extension BodySerializer: RedactedStringConvertible {
    /// The media type.
    public var description: String { mediaType }
}
