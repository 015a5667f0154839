internal import Foundation
public import PosthornCore

#if CodableXML
    public import XMLCoder
#endif

/// A response policy that decodes the body as an XML document.
///
/// The value can be:
///
/// - a type from a spec,
/// - an ``XMLBody``, to read the document as events or as a tree,
/// - with the package trait `CodableXML`, any `Decodable` type.
///
/// A type from a spec is decoded from the content of the outermost element:
///
/// - Each field is an element or an attribute, matched by its name without a prefix.
/// - An array field collects all elements of its name. An empty array has no elements.
/// - The field `#text` is the text of an element that also has attributes.
/// - An element with `xsi:nil` is `nil`.
/// - Other attributes with the prefix `xsi` or `xml`, such as `xsi:type` and `xml:lang`, are ignored.
/// - An attribute with another prefix is used only if nothing else in its element has the same name.
///
/// The policy refuses a document with a DOCTYPE, because entities can expand without limit and refer to
/// files. It also refuses a document that is nested more than 256 levels deep, has more than 1,000 attributes
/// in an element, or has an encoding other than UTF-8, US-ASCII, ISO-8859-1 and UTF-16 that `Content-Type` does not name.
public struct XMLPolicy: ResponsePolicy {
    /// The media types that the policy accepts.
    ///
    /// By default `application/xml`, `text/xml` and all types with the suffix `+xml`.
    public var mediaTypes = ["application/xml", "text/xml", "*/*+xml"]

    #if CodableXML
        private let configure: @Sendable (XMLDecoder) -> Void

        /// Creates the policy.
        ///
        /// - Parameter configure: Changes the decoder for types that are not from a spec, such as its
        ///   strategies for keys, dates, namespaces and attributes. By default the decoder reads dates as RFC
        ///   3339 text. Called once for each response.
        public init(_ configure: @escaping @Sendable (XMLDecoder) -> Void = { _ in }) {
            self.configure = configure
        }
    #else
        /// Creates the policy.
        public init() {}
    #endif

    /// The policy's name, `xml`.
    public var name: String { "xml" }

    /// Decodes the whole body.
    ///
    /// An empty body decodes to `nil` if `type` is an optional.
    /// - Throws: An `APIError.Cause` with the code `decodingFailed`. Its message names the line and the
    ///   column of malformed XML, or the path of the value that does not fit the type.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard response.body.contains(where: { $0 > 0x20 }) else { return try JSON.absent() }
        let body = try XMLBody(response.body)
        if let body = body as? Value { return body }
        if type is any List.Type {
            throw APIError.Cause(
                .decodingFailed, "a document of XML has one root, and \(type) is a list",
                advice: "decode a type that has the list as a field")
        }
        if let type = type as? any JSONReadable.Type,
            let value = try JSONReader.read(type, fromTexts: XMLTree.value(of: body)) as? Value
        {
            return value
        }
        // Limits the depth before XMLCoder builds its tree, which uses recursive functions.
        try body.events { _ in }
        return try decoded(type, from: response)
    }

    #if CodableXML
        private func decoded<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            let decoder = XMLDecoder()
            decoder.dateDecodingStrategy = .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                guard let date = InternetDate.date(from: text) else {
                    throw DecodingError.dataCorrupted(
                        .init(
                            codingPath: decoder.codingPath, debugDescription: "no date of RFC 3339")
                    )
                }
                return date
            }
            decoder.shouldProcessNamespaces = true
            configure(decoder)
            do {
                return try decoder.decode(type, from: response.body)
            } catch {
                throw APIError.Cause(
                    .decodingFailed,
                    "the response does not have the expected shape: "
                        + DecodingCause.text(error, format: "XML", top: "the root"),
                    advice: "compare it with the spec; the bytes are in the error's `response`",
                    underlying: error)
            }
        }
    #else
        private func decoded<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            throw APIError.Cause(
                .decodingFailed, "\(type) is no type of a spec, which is what is read here as XML",
                advice: "turn on the trait CodableXML: `traits: [\"CodableXML\"]` where your "
                    + "Package.swift names posthorn; or take the response as an XMLBody")
        }
    #endif

    /// Decodes the whole body, if its media type is one of ``mediaTypes``.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try MediaType.require(self, in: response)
        return try decode(type, from: response)
    }
}

/// Types that would decode the root as their only element.
private protocol List {}
extension Array: List where Element: JSONReadable {}
extension Optional: List where Wrapped: List {}

extension ResponsePolicy where Self == XMLPolicy {
    /// A policy that decodes the body as an XML document.
    public static var xml: XMLPolicy { XMLPolicy() }
}
