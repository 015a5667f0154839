public import Foundation
public import FoundationXML
public import Posthorn

/// A document of XML as it came, to be read by events or as a tree.
///
/// Let an endpoint return it with the policy ``XMLPolicy``.
public struct XMLBody: Sendable, Hashable {
    /// The bytes.
    public let data: Data
    /// The same, with what Foundation's parser dies of written in another way.
    private let readable: Data

    /// Takes a document.
    /// - Throws: an ``APIError/Cause`` if it has a DOCTYPE, if it is in another encoding than UTF-8, US-ASCII,
    ///   ISO-8859-1 and UTF-16, if it is not in the encoding that it says, or if an element has more
    ///   than 1,000 attributes; of some documents also if it is no XML.
    public init(_ data: Data) throws {
        let screened = try XMLScreen.check(data)
        if let suspect = screened.suspect { try Self.read(suspect) { _ in } }
        readable = screened.readable
        self.data = data
    }

    /// Reads the document from start to end without building a tree.
    /// - Throws: what the closure throws, and then it is not called again; an ``APIError/Cause`` with line
    ///   and column if the document is no XML, or one that is nested more than 256 levels deep.
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
            // Foundation's parser takes a document that ends early, or has no element, as read.
            guard isRead, reader.isWhole, isPassable(parser.parserError) else {
                throw XMLScreen.invalid(
                    "line \(place.0), column \(place.1)", underlying: parser.parserError)
            }
        }
    }

    /// Whether the parser's last word is none, or one about a document that is well-formed all the same:
    /// another version of XML, namespaces that are not absolute or not declared (libxml2's codes 97 to
    /// 100 and 200 to 204).
    private static func isPassable(_ error: (any Error)?) -> Bool {
        guard let code = (error as NSError?)?.code else { return true }
        return 97...100 ~= code || 200...204 ~= code
    }

    /// The tree of the document.
    /// - Throws: an ``APIError/Cause`` with line and column if it is no XML.
    public func document() throws -> XMLDocument {
        // Must stay: Foundation's tree reader dies of documents that are no XML, and of deep ones.
        try events { _ in }
        return try XMLDocument(data: readable, options: .nodeLoadExternalEntitiesNever)
    }
}

extension XMLBody: Codable {
    /// Reads the bytes.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Data.self))
    }

    /// Writes the bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

extension XMLBody: RedactedStringConvertible {
    /// The length alone.
    public var description: String { "\(data.count) bytes of XML" }
}

/// What Foundation's parser calls.
private final class EventReader: NSObject, XMLParserDelegate {
    private let handle: (XMLEvent) throws -> Void
    private(set) var error: (any Error)?
    private var depth = 0
    private var roots = 0

    /// As deep as libxml2 lets trees be.
    private static let depthLimit = 256

    /// Whether there was one outermost element, and it has ended.
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
