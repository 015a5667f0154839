internal import Foundation
public import Posthorn

#if CodableXML
    public import XMLCoder
#endif

/// The body is the value, as XML: a type of a spec, an ``XMLBody`` to be read by events or as a tree, or,
/// with the package's trait `CodableXML`, any `Decodable` type.
///
/// A type of a spec is what the outermost element holds. Its fields are elements and attributes by their
/// names without prefixes; a field that is an array is all elements of its name, none of them for an empty
/// one; `#text` is the text of an element that has attributes too. An element with `xsi:nil` is `nil`.
/// Other attributes of `xsi` and `xml`, such as `xsi:type` and `xml:lang`, are not read; one of another
/// prefix is, where nothing else in its element has the name.
///
/// A document with a DOCTYPE is refused: entities can grow without limit and name files. So is one that
/// is nested more than 256 levels deep, that has more than 1,000 attributes in an element, or that is in
/// another encoding than UTF-8, US-ASCII, ISO-8859-1 and UTF-16.
public struct XMLPolicy: ResponsePolicy {
    /// The media types that it reads; the default is `application/xml`, `text/xml` and all with the
    /// suffix `+xml`.
    public var mediaTypes = ["application/xml", "text/xml", "*/*+xml"]

    #if CodableXML
        private let configure: @Sendable (XMLDecoder) -> Void

        /// Creates the policy.
        /// - Parameter configure: Changes the decoder of types of one's own, which reads dates of
        ///   RFC 3339 unless told: keys, dates, namespaces, attributes. It is called for each response.
        public init(_ configure: @escaping @Sendable (XMLDecoder) -> Void = { _ in }) {
            self.configure = configure
        }
    #else
        /// Creates the policy.
        public init() {}
    #endif

    /// `xml`.
    public var name: String { "xml" }

    /// Decodes the whole body.
    /// - Throws: an ``APIError/Cause`` that says line and column of what is no XML, or the path of what the
    ///   type refuses.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard response.body.contains(where: { $0 > 0x20 }) else {
            if let absent = Optional<Never>.none as? Value { return absent }
            throw APIError.Cause(
                .decodingFailed, "the response has no body",
                advice: "let the endpoint return nothing or an optional, or ask the server for one")
        }
        let body = try XMLBody(response.body)
        if let body = body as? Value { return body }
        if type is any List.Type {
            throw APIError.Cause(
                .decodingFailed, "a document of XML has one root, and \(type) is a list",
                advice: "take a type of which the list is a field")
        }
        if let type = type as? any JSONReadable.Type,
            let value = try JSONReader.read(type, fromTexts: XMLTree.value(of: body)) as? Value
        {
            return value
        }
        // Before XMLCoder makes a tree of it, by functions that call themselves for each level.
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

    /// Decodes the whole body, if it is XML.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try MediaType.require(mediaTypes, in: response)
        return try decode(type, from: response)
    }
}

/// What would take the root for its only element.
private protocol List {}
extension Array: List where Element: JSONReadable {}
extension Optional: List where Wrapped: List {}

extension ResponsePolicy where Self == XMLPolicy {
    /// The body is the value, as XML.
    public static var xml: XMLPolicy { XMLPolicy() }
}
