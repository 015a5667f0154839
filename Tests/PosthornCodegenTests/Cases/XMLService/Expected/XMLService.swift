// Generated from XMLService/XMLService.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn
import PosthornXML

/// A client of the service `XMLServiceAPI`.
public struct XMLServiceAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Adds what the service's spec says of every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = .xml
    }
}

extension XMLServiceAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func order() async throws(Order.Failure) -> XMLOrder {
        try await send(Order())
    }

    /// The request behind ``order()``.
    public struct Order: Endpoint {
        public typealias Output = XMLOrder

        public static let route = EndpointRoute(.get, "/a")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
        }

        /// The ways in which ``order()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<XMLProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: TransportResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension XMLServiceAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func bare() async throws(Bare.Failure) -> XMLOrder {
        try await send(Bare())
    }

    /// The request behind ``bare()``.
    public struct Bare: Endpoint {
        public typealias Output = XMLOrder
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/b")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.responsePolicy = .json
        }
    }
}

extension XMLServiceAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func receipt() async throws(Receipt.Failure) -> Data {
        try await send(Receipt())
    }

    /// The request behind ``receipt()``.
    public struct Receipt: Endpoint {
        public typealias Output = Data
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/c")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.responsePolicy = .raw
        }
    }
}

extension XMLServiceAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func note() async throws(Note.Failure) -> String {
        try await send(Note())
    }

    /// The request behind ``note()``.
    public struct Note: Endpoint {
        public typealias Output = String
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/d")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.responsePolicy = .text
        }
    }
}

extension XMLServiceAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func part() async throws(Part.Failure) -> Part.Output {
        try await send(Part())
    }

    /// The request behind ``part()``.
    public struct Part: Endpoint {
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/e")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: TransportResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value(by: .raw))
            case 202: .accepted(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``part()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(Data)
            /// Status 202.
            case accepted(XMLProblem)
        }
    }
}

extension XMLServiceAPI {
    /// `GET /f`.
    /// - Parameter destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func file(
        to destination: URL
    ) async throws(FileCall.Failure) -> DownloadedFile {
        try await download(FileCall(), to: destination)
    }

    /// The request behind ``file(to:)``.
    public struct FileCall: DownloadEndpoint {
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/f")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
        }
    }
}

extension XMLServiceAPI {
    /// `GET /g`.
    nonisolated(nonsending) public func watch()
        async throws(Watch.Failure) -> LineStream<XMLProblem>
    {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = LineStream<XMLProblem>
        public typealias Failure = Order.Failure

        public static let route = EndpointRoute(.get, "/g")

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.responsePolicy = .json
        }
    }
}

/// The `XMLOrder` type of ``XMLServiceAPI``.
public final class XMLOrder: JSONObject, @unchecked Sendable {
    public let id: Int
    public let name: String
    public let paid: Bool
    public let placedAt: Date
    public let total: XMLAmount
    public let item: [XMLItem]
    public let tag: [String]
    public let note: String?
    public let status: Status

    public init(
        id: Int, name: String, paid: Bool, placedAt: Date, total: XMLAmount, item: [XMLItem],
        tag: [String], status: Status, note: String? = nil
    ) {
        self.id = id
        self.name = name
        self.paid = paid
        self.placedAt = placedAt
        self.total = total
        self.item = item
        self.tag = tag
        self.note = note
        self.status = status
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        id = json.int("id")
        name = json.string("name")
        paid = json.bool("paid")
        placedAt = json.date("placed_at")
        let total: XMLAmount? = json.value("total")
        item = json.array("item")
        tag = json.array("tag")
        note = json.stringIfPresent("note")
        let status: Status? = json.value("status")
        guard json.finish(object), let total, let status else {
            throw json.takeFailure()
        }
        self.total = total
        self.status = status
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("name", name)
        json.write("paid", paid)
        json.write("placed_at", placedAt)
        json.write("total", total)
        json.write("item", item)
        json.write("tag", tag)
        json.writeIfPresent("note", note)
        json.write("status", status)
        json.endObject()
    }

    /// The values of `status`.
    public enum Status: OpenEnum {
        case open
        case closed
        /// A value that the spec does not list.
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "open": self = .open
            case "closed": self = .closed
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .open: "open"
            case .closed: "closed"
            case .unknown(let value): value
            }
        }
    }
}

/// The `XMLAmount` type of ``XMLServiceAPI``.
public final class XMLAmount: JSONObject, @unchecked Sendable {
    public let currency: String
    public let value: Decimal

    public init(currency: String, value: Decimal) {
        self.currency = currency
        self.value = value
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        currency = json.string("currency")
        value = json.decimal("#text")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("currency", currency)
        json.write("#text", value)
        json.endObject()
    }
}

/// The `XMLItem` type of ``XMLServiceAPI``.
public final class XMLItem: JSONObject, @unchecked Sendable {
    public let sku: String
    public let quantity: Int

    public init(sku: String, quantity: Int = 1) {
        self.sku = sku
        self.quantity = quantity
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        sku = json.string("sku")
        quantity = json.intIfPresent("quantity") ?? 1
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("quantity", quantity)
        json.endObject()
    }
}

/// The `XMLProblem` type of ``XMLServiceAPI``.
public final class XMLProblem: JSONObject, @unchecked Sendable {
    public let message: String

    public init(message: String) {
        self.message = message
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        message = json.string("message")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("message", message)
        json.endObject()
    }
}
