// Generated from Wrappers/Wrappers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

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

extension WrappersAPI {
    /// `POST /submit/{at}`.
    /// - Parameters:
    ///   - since: The default is `5`.
    ///   - day: Not sent when `nil`.
    nonisolated(nonsending) public func submit(
        at: WrappersTime, prints: [WrappersPrint], sentAt: WrappersTime, seen: WrappersDay,
        until: WrappersDay, size: WrappersSize,
        since: WrappersTime = .init(DefaultValue.date("5", .unix)), day: WrappersDay? = nil
    ) async throws(APIError) {
        try await send(
            Submit(
                at: at, prints: prints, sentAt: sentAt, seen: seen, until: until, size: size,
                since: since, day: day))
    }

    /// The request behind ``submit(at:prints:sentAt:seen:until:size:since:day:)``.
    public struct Submit: Endpoint {
        public let at: WrappersTime
        public let since: WrappersTime
        public let prints: [WrappersPrint]
        public let day: WrappersDay?
        public let sentAt: WrappersTime
        public let seen: WrappersDay
        public let until: WrappersDay
        public let size: WrappersSize

        public init(
            at: WrappersTime, prints: [WrappersPrint], sentAt: WrappersTime, seen: WrappersDay,
            until: WrappersDay, size: WrappersSize,
            since: WrappersTime = .init(DefaultValue.date("5", .unix)), day: WrappersDay? = nil
        ) {
            self.at = at
            self.since = since
            self.prints = prints
            self.day = day
            self.sentAt = sentAt
            self.seen = seen
            self.until = until
            self.size = size
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/submit/{at}")
            request.path("at", at)
            request.query("since", since)
            request.query("prints", prints)
            request.query("day", day)
            request.header("X-At", sentAt)
            request.cookie("seen", seen)
            request.form("until", until)
            request.form("size", size)
        }
    }
}

extension WrappersAPI {
    /// `POST /attach`.
    nonisolated(nonsending) public func attach(
        id: WrappersOrderID, size: WrappersSize, labels: [WrappersOrderID], at: WrappersTime,
        tags: WrappersTags, maybe: WrappersMaybe
    ) async throws(APIError) {
        try await send(Attach(id: id, size: size, labels: labels, at: at, tags: tags, maybe: maybe))
    }

    /// The request behind ``attach(id:size:labels:at:tags:maybe:)``.
    public struct Attach: Endpoint {
        public let id: WrappersOrderID
        public let size: WrappersSize
        public let labels: [WrappersOrderID]
        public let at: WrappersTime
        public let tags: WrappersTags
        public let maybe: WrappersMaybe

        public init(
            id: WrappersOrderID, size: WrappersSize, labels: [WrappersOrderID], at: WrappersTime,
            tags: WrappersTags, maybe: WrappersMaybe
        ) {
            self.id = id
            self.size = size
            self.labels = labels
            self.at = at
            self.tags = tags
            self.maybe = maybe
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/attach")
            request.part("id", id)
            request.part("size", size)
            request.part("labels", labels)
            request.part("at", at)
            request.part("tags", json: tags)
            request.part("maybe", json: maybe)
        }
    }
}

/// The `WrappersDay` type of ``WrappersAPI``.
public struct WrappersDay: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Date

    /// Wraps a value.
    public init(_ value: Date) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = try Date(json: &json, as: .day)
    }

    public func write(json: inout JSONWriter) throws {
        try value.write(json: &json, as: .day)
    }

    public func parameterText() throws -> String {
        try value.parameterText(as: .day)
    }
}

/// The `WrappersPrint` type of ``WrappersAPI``.
public struct WrappersPrint: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Data

    /// Wraps a value.
    public init(_ value: Data) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = try Data(json: &json, as: .hex)
    }

    public func write(json: inout JSONWriter) throws {
        try value.write(json: &json, as: .hex)
    }

    public func parameterText() throws -> String {
        try value.parameterText(as: .hex)
    }
}

/// The `WrappersSize` type of ``WrappersAPI``.
public struct WrappersSize: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: WrappersSizes

    /// Wraps a value.
    public init(_ value: WrappersSizes) {
        self.value = value
    }
}

/// The values of `WrappersSizes`.
public enum WrappersSizes: OpenEnum {
    case small
    case large
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.small, .large]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "small": self = .small
        case "large": self = .large
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .small: "small"
        case .large: "large"
        case .unknown(let value): value
        }
    }
}

/// The `WrappersMaybe` type of ``WrappersAPI``.
public struct WrappersMaybe: JSONWrapper {
    /// The value that stands for it on the wire.
    public var value: String?

    /// Wraps a value.
    public init(_ value: String?) {
        self.value = value
    }
}

/// The number on the slip.
public struct WrappersOrderID: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}

/// The `WrappersTime` type of ``WrappersAPI``.
public struct WrappersTime: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Date

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

    public func parameterText() throws -> String {
        try value.parameterText(as: .unix)
    }
}

/// The `WrappersTags` type of ``WrappersAPI``.
public struct WrappersTags: JSONWrapper {
    /// The value that stands for it on the wire.
    public var value: [String]

    /// Wraps a value.
    public init(_ value: [String]) {
        self.value = value
    }
}

/// The `WrappersOrder` type of ``WrappersAPI``.
public struct WrappersOrder: JSONModel {
    public var id: WrappersOrderID
    public var parent: WrappersOrderID
    public var at: WrappersTime
    public var tags: WrappersTags?

    public init(
        id: WrappersOrderID, at: WrappersTime, parent: WrappersOrderID = .init("none"),
        tags: WrappersTags? = nil
    ) {
        self.id = id
        self.parent = parent
        self.at = at
        self.tags = tags
    }

    public init(json: inout JSONReader) throws {
        var id: WrappersOrderID?
        parent = .init("none")
        var at: WrappersTime?
        var object = json.beginObject("id parent? at tags?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.value()
            case 1: parent = json.valueIfPresent() ?? parent
            case 2: at = json.value()
            case 3: tags = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let id, let at else { throw json.takeFailure() }
        self.id = id
        self.at = at
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("parent", parent)
        json.write("at", at)
        json.writeIfPresent("tags", tags)
        json.endObject()
    }
}
