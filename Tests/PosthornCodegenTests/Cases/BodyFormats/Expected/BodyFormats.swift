// Generated from BodyFormats/BodyFormats.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
import PosthornFormats

/// A client of the service `BodyFormatsAPI`.
public struct BodyFormatsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common = Common()) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.body("lang", common.lang)
    }

    /// What is sent with every endpoint of ``BodyFormatsAPI``.
    public struct Common: Sendable {
        /// Sent as the body field `lang`.
        ///
        /// The default is `en`.
        public var lang: String

        /// Creates the common parameters.
        public init(lang: String = "en") {
            self.lang = lang
        }
    }
}

extension BodyFormatsAPI {
    /// `PUT /xml`.
    nonisolated(nonsending) public func putXML(body: FormatOrder) async throws(APIError) {
        try await send(PutXML(body: body))
    }

    /// The request behind ``putXML(body:)``.
    public struct PutXML: Endpoint {
        public let body: FormatOrder

        public init(body: FormatOrder) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/xml")
            request.serializer = .xml(root: "FormatOrder", mediaType: "application/xml")
            request.body(body)
        }
    }
}

extension BodyFormatsAPI {
    /// `PROPFIND /xml`.
    nonisolated(nonsending) public func find(find: FormatFind) async throws(APIError) {
        try await send(Find(find: find))
    }

    /// The request behind ``find(find:)``.
    public struct Find: Endpoint {
        public let find: FormatFind

        public init(find: FormatFind) {
            self.find = find
        }

        public func build(_ request: inout RequestBuilder) {
            request.method("PROPFIND", "/xml")
            request.removeCommon()
            request.serializer = .xml(mediaType: "text/xml")
            request.body("D:find", find)
        }
    }
}

extension BodyFormatsAPI {
    /// `PUT /form`.
    nonisolated(nonsending) public func putForm(
        name: String, tags: [String]
    ) async throws(APIError) {
        try await send(PutForm(name: name, tags: tags))
    }

    /// The request behind ``putForm(name:tags:)``.
    public struct PutForm: Endpoint {
        public let name: String
        public let tags: [String]

        public init(name: String, tags: [String]) {
            self.name = name
            self.tags = tags
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/form")
            request.serializer = .form
            request.body("name", name)
            request.body("tags", tags)
        }
    }
}

extension BodyFormatsAPI {
    /// `POST /_bulk`.
    nonisolated(nonsending) public func putLines(body: [FormatOrder]) async throws(APIError) {
        try await send(PutLines(body: body))
    }

    /// The request behind ``putLines(body:)``.
    public struct PutLines: Endpoint {
        public let body: [FormatOrder]

        public init(body: [FormatOrder]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/_bulk")
            request.lines(body, as: "application/x-ndjson")
        }
    }
}

extension BodyFormatsAPI {
    /// `POST /actions`.
    nonisolated(nonsending) public func putActions(body: [JSONValue]) async throws(APIError) {
        try await send(PutActions(body: body))
    }

    /// The request behind ``putActions(body:)``.
    public struct PutActions: Endpoint {
        public let body: [JSONValue]

        public init(body: [JSONValue]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/actions")
            request.lines(body, as: "application/json")
        }
    }
}

extension BodyFormatsAPI {
    /// `PUT /text`.
    nonisolated(nonsending) public func putText(body: String) async throws(APIError) {
        try await send(PutText(body: body))
    }

    /// The request behind ``putText(body:)``.
    public struct PutText: Endpoint {
        public let body: String

        public init(body: String) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/text")
            request.text(body, as: "text/markdown")
        }
    }
}

extension BodyFormatsAPI {
    /// `PUT /bytes`.
    /// - Parameter contentType: The media type of the body. The default is `image/png`.
    nonisolated(nonsending) public func putBytes(
        body: Data, as contentType: PutBytes.ContentType = .png
    ) async throws(APIError) {
        try await send(PutBytes(body: body, as: contentType))
    }

    /// The request behind ``putBytes(body:as:)``.
    public struct PutBytes: Endpoint {
        public let body: Data
        public let contentType: ContentType

        public init(body: Data, as contentType: ContentType = .png) {
            self.body = body
            self.contentType = contentType
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/bytes")
            request.bytes(body, as: contentType.rawValue)
        }

        /// The values of `Content-Type`.
        public enum ContentType: String, ClosedEnum {
            case png = "image/png"
            case webp = "image/webp"
        }
    }
}

extension BodyFormatsAPI {
    /// `PUT /chosen`.
    /// - Parameter contentType: The media type of the body. The default is `application/json`.
    nonisolated(nonsending) public func putChosen(
        body: FormatOrder, as contentType: PutChosen.ContentType = .json
    ) async throws(APIError) {
        try await send(PutChosen(body: body, as: contentType))
    }

    /// The request behind ``putChosen(body:as:)``.
    public struct PutChosen: Endpoint {
        public let body: FormatOrder
        public let contentType: ContentType

        public init(body: FormatOrder, as contentType: ContentType = .json) {
            self.body = body
            self.contentType = contentType
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/chosen")
            request.queryStyle = .indexed
            switch contentType {
            case .json: request.bodyMediaType = contentType.rawValue
            case .form: request.serializer = .form(.indexed)
            case .xml:
                request.serializer = .xml(root: "FormatOrder", mediaType: contentType.rawValue)
            }
            request.body(body)
        }

        /// The values of `Content-Type`.
        public enum ContentType: String, ClosedEnum {
            case json = "application/json"
            case form = "application/x-www-form-urlencoded"
            case xml = "text/xml"
        }
    }
}

/// The `FormatOrder` type of ``BodyFormatsAPI``.
public struct FormatOrder: JSONModel {
    public var id: Int
    public var note: String?
    public var lines: [FormatLine]?

    public init(id: Int, note: String? = nil, lines: [FormatLine]? = nil) {
        self.id = id
        self.note = note
        self.lines = lines
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id note? lines?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: note = json.stringIfPresent()
            case 2: lines = json.arrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.writeIfPresent("note", note)
        json.writeIfPresent("lines", lines)
        json.endObject()
    }
}

/// The `FormatLine` type of ``BodyFormatsAPI``.
public struct FormatLine: JSONModel {
    public var sku: String
    public var text: String?

    public init(sku: String, text: String? = nil) {
        self.sku = sku
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        var object = json.beginObject("sku #text?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: text = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.writeIfPresent("#text", text)
        json.endObject()
    }
}

/// The `FormatFind` type of ``BodyFormatsAPI``.
public struct FormatFind: JSONModel {
    public var dProp: FormatNames
    public var depth: Int?
    public var note: String?

    public init(dProp: FormatNames, depth: Int? = nil, note: String? = nil) {
        self.dProp = dProp
        self.depth = depth
        self.note = note
    }

    public init(json: inout JSONReader) throws {
        var dProp: FormatNames?
        var object = json.beginObject("D:prop @xmlns:D @depth? @note?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: dProp = json.value()
            case 1: json.constant("DAV:")
            case 2: depth = json.intIfPresent()
            case 3: note = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let dProp else { throw json.takeFailure() }
        self.dProp = dProp
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("D:prop", dProp)
        json.write("@xmlns:D", "DAV:")
        json.writeIfPresent("@depth", depth)
        json.writeIfPresent("@note", note)
        json.endObject()
    }
}

/// The `FormatNames` type of ``BodyFormatsAPI``.
public struct FormatNames: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("D:getetag")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("")
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("D:getetag", "")
        json.endObject()
    }
}
