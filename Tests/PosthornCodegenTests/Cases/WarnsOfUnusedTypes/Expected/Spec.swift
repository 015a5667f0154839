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
    nonisolated(nonsending) public func list() async throws(APIError) -> [UnusedA] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [UnusedA]

        public static let route = EndpointRoute(.get, "/a")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
        }
    }
}

/// The `UnusedA` type of ``UnusedAPI``.
public final class UnusedA: JSONObject, @unchecked Sendable {
    public let b: UnusedB

    public init(b: UnusedB) {
        self.b = b
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let b: UnusedB? = json.value("b")
        guard json.finish(object), let b else {
            throw json.takeFailure()
        }
        self.b = b
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("b", b)
        json.endObject()
    }
}

/// The `UnusedB` type of ``UnusedAPI``.
public final class UnusedB: JSONObject, @unchecked Sendable {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        x = json.int("x")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}

/// The `UnusedC` type of ``UnusedAPI``.
public final class UnusedC: JSONObject, @unchecked Sendable {
    public let d: UnusedD

    public init(d: UnusedD) {
        self.d = d
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let d: UnusedD? = json.value("d")
        guard json.finish(object), let d else {
            throw json.takeFailure()
        }
        self.d = d
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("d", d)
        json.endObject()
    }
}

/// The `UnusedD` type of ``UnusedAPI``.
public final class UnusedD: JSONObject, @unchecked Sendable {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        x = json.int("x")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}
