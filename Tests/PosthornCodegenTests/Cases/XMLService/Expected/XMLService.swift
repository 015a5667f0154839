// Generated from XMLService/XMLService.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
import PosthornFormats

/// A client of the service `XMLServiceAPI`.
public struct XMLServiceAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }

        /// The ways in which ``order()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<XMLProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
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

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/g")
            request.responsePolicy = .json
        }
    }
}

/// The `XMLOrder` type of ``XMLServiceAPI``.
public struct XMLOrder: JSONModel {
    public var id: Int
    public var name: String
    public var paid: Bool
    public var placedAt: Date
    public var total: XMLAmount
    public var item: [XMLItem]
    public var tag: [String]
    public var note: String?
    public var status: Status

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

    public init(json: inout JSONReader) throws {
        id = 0
        name = ""
        paid = false
        var placedAt: Date?
        var total: XMLAmount?
        item = []
        tag = []
        var status: Status?
        var object = json.beginObject("id name paid placed_at total item tag note? status")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: name = json.string()
            case 2: paid = json.bool()
            case 3: placedAt = json.value()
            case 4: total = json.value()
            case 5: item = json.array()
            case 6: tag = json.array()
            case 7: note = json.stringIfPresent()
            case 8: status = json.value()
            default: break
            }
        }
        guard json.finish(object), let placedAt, let total, let status else {
            throw json.takeFailure()
        }
        self.placedAt = placedAt
        self.total = total
        self.status = status
    }

    public func write(json: inout JSONWriter) {
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

        public static var knownCases: [Self] {
            [.open, .closed]
        }

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
public struct XMLAmount: JSONModel {
    public var currency: String
    public var value: Decimal

    public init(currency: String, value: Decimal) {
        self.currency = currency
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        currency = ""
        var value: Decimal?
        var object = json.beginObject("currency #text")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: currency = json.string()
            case 1: value = json.value()
            default: break
            }
        }
        guard json.finish(object), let value else { throw json.takeFailure() }
        self.value = value
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("currency", currency)
        json.write("#text", value)
        json.endObject()
    }
}

/// The `XMLItem` type of ``XMLServiceAPI``.
public struct XMLItem: JSONModel {
    public var sku: String
    public var quantity: Int

    public init(sku: String, quantity: Int = 1) {
        self.sku = sku
        self.quantity = quantity
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        quantity = 1
        var object = json.beginObject("sku quantity?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: quantity = json.intIfPresent() ?? quantity
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("quantity", quantity)
        json.endObject()
    }
}

/// The `XMLProblem` type of ``XMLServiceAPI``.
public struct XMLProblem: JSONModel {
    public var message: String

    public init(message: String) {
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        message = ""
        var object = json.beginObject("message")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: message = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("message", message)
        json.endObject()
    }
}
