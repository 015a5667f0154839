// Generated from WarnsOfUnusedTypes/Spec.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnusedAPI`.
public struct UnusedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnusedAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [UnusedA] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [UnusedA]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

/// The `UnusedA` type of ``UnusedAPI``.
public struct UnusedA: JSONModel {
    public var b: UnusedB

    public init(b: UnusedB) {
        self.b = b
    }

    public init(json: inout JSONReader) throws {
        var b: UnusedB?
        var object = json.beginObject("b")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: b = json.value()
            default: break
            }
        }
        guard json.finish(object), let b else { throw json.takeFailure() }
        self.b = b
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("b", b)
        json.endObject()
    }
}

/// The `UnusedB` type of ``UnusedAPI``.
public struct UnusedB: JSONModel {
    public var x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        x = 0
        var object = json.beginObject("x")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: x = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}

/// The `UnusedC` type of ``UnusedAPI``.
public struct UnusedC: JSONModel {
    public var d: UnusedD

    public init(d: UnusedD) {
        self.d = d
    }

    public init(json: inout JSONReader) throws {
        var d: UnusedD?
        var object = json.beginObject("d")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: d = json.value()
            default: break
            }
        }
        guard json.finish(object), let d else { throw json.takeFailure() }
        self.d = d
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("d", d)
        json.endObject()
    }
}

/// The `UnusedD` type of ``UnusedAPI``.
public struct UnusedD: JSONModel {
    public var x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        x = 0
        var object = json.beginObject("x")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: x = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}
