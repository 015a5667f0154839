// Generated from Selected/Selected.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `SelectedAPI`.
public struct SelectedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension SelectedAPI {
    /// The calls of the group `drafts`.
    public var drafts: Drafts { Drafts(api: self) }

    /// The calls of the group `drafts`.
    public struct Drafts: Sendable {
        /// The service that makes the calls.
        public let api: SelectedAPI
    }
}

extension SelectedAPI {
    /// The calls of the group `archive`.
    public var archive: Archive { Archive(api: self) }

    /// The calls of the group `archive`.
    public struct Archive: Sendable {
        /// The service that makes the calls.
        public let api: SelectedAPI
    }
}

extension SelectedAPI {
    /// `GET /ping`.
    nonisolated(nonsending) public func ping() async throws(APIError) {
        try await send(Ping())
    }

    /// The request behind ``ping()``.
    public struct Ping: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ping")
        }
    }
}

extension SelectedAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func listOrders() async throws(APIError) -> [SelectedOrder] {
        try await send(ListOrders())
    }

    /// The request behind ``listOrders()``.
    public struct ListOrders: Endpoint {
        public typealias Output = [SelectedOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }
    }
}

extension SelectedAPI {
    /// `GET /items/{id}`.
    nonisolated(nonsending) public func getItem(id: Int) async throws(APIError) -> SelectedItem {
        try await send(GetItem(id: id))
    }

    /// The request behind ``getItem(id:)``.
    public struct GetItem: Endpoint {
        public typealias Output = SelectedItem

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}")
            request.path("id", id)
        }
    }
}

extension SelectedAPI {
    /// `GET /items/{id}/photo`.
    nonisolated(nonsending) public func getPhoto(id: Int) async throws(APIError) -> Data {
        try await send(GetPhoto(id: id))
    }

    /// The request behind ``getPhoto(id:)``.
    public struct GetPhoto: Endpoint {
        public typealias Output = Data

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}/photo")
            request.responsePolicy = .raw
            request.path("id", id)
        }
    }
}

extension SelectedAPI.Drafts {
    /// `GET /drafts`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [SelectedDraft] {
        try await api.send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public static var name: String { "drafts.list" }

        public typealias Output = [SelectedDraft]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/drafts")
        }
    }
}

extension SelectedAPI.Archive {
    /// `GET /archive`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [SelectedOrder] {
        try await api.send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public static var name: String { "archive.list" }

        public typealias Output = [SelectedOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/archive")
        }
    }
}

/// The `SelectedOrder` type of ``SelectedAPI``.
public struct SelectedOrder: JSONModel {
    public var id: Int
    public var lines: [SelectedLine]

    public init(id: Int, lines: [SelectedLine]) {
        self.id = id
        self.lines = lines
    }

    public init(json: inout JSONReader) throws {
        id = 0
        lines = []
        var object = json.beginObject("id lines")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: lines = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("lines", lines)
        json.endObject()
    }
}

/// The `SelectedLine` type of ``SelectedAPI``.
public struct SelectedLine: JSONModel {
    public var sku: String

    public init(sku: String) {
        self.sku = sku
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        var object = json.beginObject("sku")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.endObject()
    }
}

/// The `SelectedItem` type of ``SelectedAPI``.
public struct SelectedItem: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `SelectedDraft` type of ``SelectedAPI``.
public struct SelectedDraft: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `SelectedClaims` type of ``SelectedAPI``.
public struct SelectedClaims: JSONModel {
    public var sub: String

    public init(sub: String) {
        self.sub = sub
    }

    public init(json: inout JSONReader) throws {
        sub = ""
        var object = json.beginObject("sub")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sub = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sub", sub)
        json.endObject()
    }
}
