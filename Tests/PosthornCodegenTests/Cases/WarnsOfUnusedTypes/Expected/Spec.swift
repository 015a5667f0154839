// Generated from WarnsOfUnusedTypes/Spec.yaml. Edit the spec, not this file.

public import Posthorn

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
    public func list() async throws(APIError) -> [UnusedA] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [UnusedA]

        public static let name = "list"

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/a")
        }
    }
}

/// The `UnusedA` type of ``UnusedAPI``.
public final class UnusedA: JSONModel {
    public let b: UnusedB

    public init(b: UnusedB) {
        self.b = b
    }

    public init(json: inout JSONReader) throws {
        var b: UnusedB?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "b": json.read(&b)
            default: json.skip()
            }
        }
        guard json.isIntact, let b else {
            throw json.failure(in: object, needing: "b")
        }
        self.b = b
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("b", b)
        json.endObject()
    }
}

/// The `UnusedB` type of ``UnusedAPI``.
public final class UnusedB: JSONModel {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        var x: Int?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "x": json.read(&x)
            default: json.skip()
            }
        }
        guard json.isIntact, let x else {
            throw json.failure(in: object, needing: "x")
        }
        self.x = x
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("x", x)
        json.endObject()
    }
}

/// The `UnusedC` type of ``UnusedAPI``.
public final class UnusedC: JSONModel {
    public let d: UnusedD

    public init(d: UnusedD) {
        self.d = d
    }

    public init(json: inout JSONReader) throws {
        var d: UnusedD?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "d": json.read(&d)
            default: json.skip()
            }
        }
        guard json.isIntact, let d else {
            throw json.failure(in: object, needing: "d")
        }
        self.d = d
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("d", d)
        json.endObject()
    }
}

/// The `UnusedD` type of ``UnusedAPI``.
public final class UnusedD: JSONModel {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        var x: Int?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "x": json.read(&x)
            default: json.skip()
            }
        }
        guard json.isIntact, let x else {
            throw json.failure(in: object, needing: "x")
        }
        self.x = x
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("x", x)
        json.endObject()
    }
}
