// Generated from Wrappers/Wrappers.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

/// A client of the service `WrappersAPI`.
public struct WrappersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension WrappersAPI {
    /// `GET /orders/{id}`.
    /// - Parameter after: Not sent when `nil`.
    nonisolated(nonsending) public func get(
        id: WrappersOrderID, after: WrappersOrderID? = nil
    ) async throws(APIError) -> WrappersOrder {
        try await send(Get(id: id, after: after))
    }

    /// The request behind ``get(id:after:)``.
    public struct Get: Endpoint {
        public typealias Output = WrappersOrder

        public let id: WrappersOrderID
        public let after: WrappersOrderID?

        public init(id: WrappersOrderID, after: WrappersOrderID? = nil) {
            self.id = id
            self.after = after
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", id)
            request.query("after", after)
        }
    }
}

/// The number on the slip.
public struct WrappersOrderID: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public let value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}

/// The `WrappersTime` type of ``WrappersAPI``.
public struct WrappersTime: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public let value: Date

    /// Wraps a value.
    public init(_ value: Date) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = try Date(json: &json, as: .unix)
    }

    public func write(json: inout JSONWriter) throws {
        try value.write(json: &json, as: .unix)
    }
}

/// The `WrappersTags` type of ``WrappersAPI``.
public struct WrappersTags: JSONWrapper {
    /// The value that stands for it on the wire.
    public let value: [String]

    /// Wraps a value.
    public init(_ value: [String]) {
        self.value = value
    }
}

/// The `WrappersOrder` type of ``WrappersAPI``.
public final class WrappersOrder: JSONObject, @unchecked Sendable {
    public let id: WrappersOrderID
    public let parent: WrappersOrderID
    public let at: WrappersTime
    public let tags: WrappersTags?

    public init(
        id: WrappersOrderID, at: WrappersTime, parent: WrappersOrderID = .init("none"),
        tags: WrappersTags? = nil
    ) {
        self.id = id
        self.parent = parent
        self.at = at
        self.tags = tags
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let id: WrappersOrderID? = json.value("id")
        parent = json.valueIfPresent("parent") ?? .init("none")
        let at: WrappersTime? = json.value("at")
        tags = json.valueIfPresent("tags")
        guard json.completes(object), let id, let at else {
            throw json.takeFailure()
        }
        self.id = id
        self.at = at
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("parent", parent)
        json.write("at", at)
        json.writeIfPresent("tags", tags)
        json.endObject()
    }
}
