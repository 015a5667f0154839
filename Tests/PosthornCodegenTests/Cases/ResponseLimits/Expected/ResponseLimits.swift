// Generated from ResponseLimits/ResponseLimits.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ResponseLimitsAPI`.
public struct ResponseLimitsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.refusesBrokenLimits = false
    }
}

extension ResponseLimitsAPI {
    /// `GET /device`.
    nonisolated(nonsending) public func get() async throws(APIError) -> LimitedDevice {
        try await send(Get())
    }

    /// The request behind ``get()``.
    public struct Get: Endpoint {
        public typealias Output = LimitedDevice

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/device")
        }
    }
}

extension ResponseLimitsAPI {
    /// `GET /devices`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [LimitedDevice] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [LimitedDevice]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/devices")
            request.refusesBrokenLimits = true
        }
    }
}

extension ResponseLimitsAPI {
    /// `GET /device`.
    nonisolated(nonsending) public func find() async throws(APIError) -> LimitedDevice {
        try await send(Find())
    }

    /// The request behind ``find()``.
    public struct Find: Endpoint {
        public typealias Output = LimitedDevice

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/device")
            request.refusesBrokenLimits = nil
        }
    }
}

extension ResponseLimitsAPI {
    /// `GET /events`.
    nonisolated(nonsending) public func watch()
        async throws(APIError) -> EventStream<LimitedDevice>
    {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = EventStream<LimitedDevice>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/events")
        }
    }
}

extension ResponseLimitsAPI {
    /// `POST /devices`.
    nonisolated(nonsending) public func add(body: LimitedDevice) async throws(APIError) {
        try await send(Add(body: body))
    }

    /// The request behind ``add(body:)``.
    public struct Add: Endpoint {
        public let body: LimitedDevice

        public init(body: LimitedDevice) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/devices")
            request.body(body)
        }
    }
}

/// The `LimitedDevice` type of ``ResponseLimitsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct LimitedDevice: JSONModel {
    /// Set by the server, and never sent.
    public var id: String?
    public var name: String
    public var level: Double?
    public var parts: [LimitedPart]

    public init(name: String, id: String? = nil, level: Double? = nil, parts: [LimitedPart] = []) {
        self.id = id
        self.name = name
        self.level = level
        self.parts = parts
    }

    public init(json: inout JSONReader) throws {
        name = ""
        parts = []
        var object = json.beginObject("id? name level? parts?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.stringIfPresent()
            case 1: name = json.string()
            case 2: level = json.doubleIfPresent()
            case 3: parts = json.arrayIfPresent() ?? parts
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            if !json.isRequest {
                json.check("id", id, pattern: "^[a-z]+-([0-9]|x)+$")
            }
            json.check("name", name, length: 1...8)
            json.check("level", level, range: 0...1.5)
            json.check("parts", parts, length: 0...2)
        }
        json.beginObject()
        if !json.isRequest {
            json.writeIfPresent("id", id)
        }
        json.write("name", name)
        json.writeIfPresent("level", level)
        json.write("parts", parts)
        json.endObject()
    }
}

/// The `LimitedPart` type of ``ResponseLimitsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct LimitedPart: JSONModel {
    public var name: String

    public init(name: String) {
        self.name = name
    }

    public init(json: inout JSONReader) throws {
        name = ""
        var object = json.beginObject("name")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("name", name, pattern: "^(a|aa)+$")
        }
        json.beginObject()
        json.write("name", name)
        json.endObject()
    }
}
