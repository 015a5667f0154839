// Generated from WarnsOfTypeAmongFields/TypeAmongFields.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `TypeAmongFieldsAPI`.
public struct TypeAmongFieldsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension TypeAmongFieldsAPI {
    /// `POST /a`.
    nonisolated(nonsending) public func add(type: TypeAmongFieldsOrder) async throws(APIError) {
        try await send(Add(type: type))
    }

    /// The request behind ``add(type:)``.
    public struct Add: Endpoint {
        public let type: TypeAmongFieldsOrder

        public init(type: TypeAmongFieldsOrder) {
            self.type = type
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/a")
            request.body("type", type)
        }
    }
}

extension TypeAmongFieldsAPI {
    /// `POST /b`.
    nonisolated(nonsending) public func fine(type: TypeAmongFieldsOrder) async throws(APIError) {
        try await send(Fine(type: type))
    }

    /// The request behind ``fine(type:)``.
    public struct Fine: Endpoint {
        public let type: TypeAmongFieldsOrder

        public init(type: TypeAmongFieldsOrder) {
            self.type = type
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/b")
            request.body("type", type)
        }
    }
}

extension TypeAmongFieldsAPI {
    /// `POST /c`.
    nonisolated(nonsending) public func text(type: String) async throws(APIError) {
        try await send(Text(type: type))
    }

    /// The request behind ``text(type:)``.
    public struct Text: Endpoint {
        public let type: String

        public init(type: String) {
            self.type = type
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/c")
            request.body("type", type)
        }
    }
}

/// The `TypeAmongFieldsOrder` type of ``TypeAmongFieldsAPI``.
public struct TypeAmongFieldsOrder: JSONModel {
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
