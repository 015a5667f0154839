public import Foundation
public import FoundationXML
public import PosthornCore

/// An XML document as received, to be read as events or as a tree.
///
/// Return it from an endpoint that uses the policy ``XMLPolicy``.
public struct XMLBody: Sendable, Hashable {
    /// The bytes as received.
    public let data: Data
    /// The bytes, with constructs that crash Foundation's parser rewritten to equivalent ones.
    private let readable: Data

    /// Creates a body from the bytes of a document.
    ///
    /// Some documents that are not well-formed are refused here, the others when they are read.
    /// - Throws: An `APIError.Cause` with the code `decodingFailed` if the document has a DOCTYPE, if its
    ///   encoding is not UTF-8, US-ASCII, ISO-8859-1 or UTF-16, if its bytes don't match its declared
    ///   encoding, or if an element has more than 1,000 attributes.
    public init(_ data: Data) throws {
        let screened = try XMLScreen.check(data)
        if let suspect = screened.suspect { try Self.read(suspect) { _ in } }
        readable = screened.readable
        self.data = data
    }

    /// Parses the document from start to end without building a tree.
    ///
    /// - Parameter handle: Receives each event in document order. It is not called again after it throws.
    /// - Throws: The closure's error, or an `APIError.Cause` if the document is nested more than 256 levels
    ///   deep or is not well-formed. The latter names the line and the column.
    public func events(_ handle: (XMLEvent) throws -> Void) throws {
        try Self.read(readable, handle)
    }

    private static func read(_ data: Data, _ handle: (XMLEvent) throws -> Void) throws {
        try withoutActuallyEscaping(handle) { handle in
            let parser = XMLParser(data: data)
            let reader = EventReader(handle)
            parser.delegate = reader
            parser.shouldResolveExternalEntities = false
            let isRead = parser.parse()
            let place = (parser.lineNumber, parser.columnNumber)
            parser.delegate = nil
            if let error = reader.error { throw error }
            // Foundation's parser reports success for a document that ends early or has no element.
            guard isRead, reader.isWhole, isPassable(parser.parserError) else {
                throw XMLScreen.invalid(
                    "line \(place.0), column \(place.1)", underlying: parser.parserError)
            }
        }
    }

    /// Returns whether the parser's error is absent, or concerns a well-formed document.
    ///
    /// libxml2's codes 97 to 100 and 200 to 204 report an unknown XML version and relative or undeclared
    /// namespaces.
    private static func isPassable(_ error: (any Error)?) -> Bool {
        guard let code = (error as NSError?)?.code else { return true }
        return 97...100 ~= code || 200...204 ~= code
    }

    /// Builds the tree of the document.
    ///
    /// - Throws: An `APIError.Cause` if the document is not well-formed, with the line and the column, or
    ///   if it is nested more than 256 levels deep.
    public func document() throws -> XMLDocument {
        // Required: Foundation's tree parser crashes on malformed and on deeply nested documents.
        try events { _ in }
        return try XMLDocument(data: readable, options: .nodeLoadExternalEntitiesNever)
    }
}

extension XMLBody: Codable {
    /// Decodes the bytes and checks them as ``init(_:)`` does.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Data.self))
    }

    /// Encodes the bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

extension XMLBody: RedactedStringConvertible {
    /// The number of bytes, without the content.
    public var description: String { "\(data.count) bytes of XML" }
}

/// The delegate of Foundation's parser, which forwards its callbacks as events.
private final class EventReader: NSObject, XMLParserDelegate {
    private let handle: (XMLEvent) throws -> Void
    private(set) var error: (any Error)?
    private var depth = 0
    private var roots = 0

    /// libxml2's default limit for the depth of a tree.
    private static let depthLimit = 256

    /// Whether the document had exactly one outermost element, which has ended.
    var isWhole: Bool { roots == 1 && depth == 0 }

    init(_ handle: @escaping (XMLEvent) throws -> Void) { self.handle = handle }

    private func tell(_ event: XMLEvent, _ parser: XMLParser) {
        guard error == nil else { return }
        do {
            try handle(event)
        } catch {
            self.error = error
            parser.abortParsing()
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        if depth == 0 { roots += 1 }
        depth += 1
        if depth > Self.depthLimit, error == nil {
            error = APIError.Cause(
                .decodingFailed, "the document is nested more than \(Self.depthLimit) levels deep",
                advice: "the bytes are in the error's `response`")
            parser.abortParsing()
        }
        tell(.start(name: name, attributes: attributes), parser)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        depth -= 1
        tell(.end(name: name), parser)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { tell(.text(text), parser) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        tell(.text(String(decoding: block, as: UTF8.self)), parser)
    }
}
