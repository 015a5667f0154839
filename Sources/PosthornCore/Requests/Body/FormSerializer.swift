public import FoundationEssentials

/// A serializer that writes bodies as `application/x-www-form-urlencoded`.
///
/// A space becomes `+`. Letters, digits and `*-._` stay as they are. Every other byte of the UTF-8 text is
/// percent-encoded, including `~` (WHATWG URL Standard). Queries follow RFC 3986 instead and write a space as
/// `%20`.
public struct FormSerializer: BodySerializer, Hashable {
    /// The style in which arrays, objects and scalars are written.
    public var style: QueryStyle

    /// Creates a serializer with a style.
    public init(_ style: QueryStyle = QueryStyle()) { self.style = style }

    /// `application/x-www-form-urlencoded`.
    public var mediaType: String { Self.mediaType }

    /// Returns the encoded name-value pairs of an object or a map.
    public func bytes(of value: some Encodable & Sendable) throws -> Data {
        QueryText.data(try style.items(nil, of: value, in: .form), .form)
    }

    static let mediaType = "application/x-www-form-urlencoded"
}

extension BodySerializer where Self == FormSerializer {
    /// Urlencoded name-value pairs in the default style, with nested names in brackets.
    public static var form: FormSerializer { FormSerializer() }

    /// Urlencoded name-value pairs in a given style.
    public static func form(_ style: QueryStyle) -> FormSerializer { FormSerializer(style) }
}
