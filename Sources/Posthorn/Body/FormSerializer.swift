public import FoundationEssentials

/// Writes bodies as `application/x-www-form-urlencoded`.
///
/// A space becomes `+`; letters, digits and `*-._` stay; every other byte of the UTF-8 is
/// percent-encoded, `~` too, as the WHATWG URL standard has it. A query is encoded by RFC 3986 instead,
/// where a space is `%20`: servers decode both in a form, but only the latter in a path.
public struct FormSerializer: BodySerializer, Hashable {
    /// How arrays, objects and scalars are written.
    public var style: QueryStyle

    /// Creates a serializer.
    public init(_ style: QueryStyle = QueryStyle()) { self.style = style }

    /// `application/x-www-form-urlencoded`.
    public var mediaType: String { Self.mediaType }

    /// The pairs of an object or a map.
    public func bytes(of value: some Encodable & Sendable) throws -> Data {
        QueryText.data(try style.items(nil, of: value, in: .form), .form)
    }

    static let mediaType = "application/x-www-form-urlencoded"
}

extension BodySerializer where Self == FormSerializer {
    /// Urlencoded pairs, nested ones in brackets.
    public static var form: FormSerializer { FormSerializer() }

    /// Urlencoded pairs in a style.
    public static func form(_ style: QueryStyle) -> FormSerializer { FormSerializer(style) }
}
