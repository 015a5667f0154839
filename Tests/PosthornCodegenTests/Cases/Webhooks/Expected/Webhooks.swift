// Generated from Webhooks/Webhooks.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
@_spi(Generated) public import PosthornCrypto

/// A client of the service `WebhooksAPI`.
public struct WebhooksAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Reads the messages that the service sends to your server.
    public static var webhooks: Webhooks {
        Webhooks()
    }

    /// The messages that the service sends to your server.
    ///
    /// The functions throw `notVerified` if no key has signed a message, `outsideTimeWindow` if its
    /// time is too far away, `replayed` if it was received before, `limitExceeded` if its body is
    /// too large, and `decodingFailed` if it is authentic and not the event.
    public struct Webhooks: Sendable {
        /// What happens to orders.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.standardWebhooks(…)`.
        nonisolated(nonsending) public func event(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksEvent> {
            try await keys.event(from: request, by: .standardWebhooks())
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.standardWebhooks(…)`.
        nonisolated(nonsending) public func svix(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<JSONValue> {
            try await keys.event(
                from: request, by: .standardWebhooks(prefix: "svix", window: .seconds(600)))
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.stripe(…)`.
        nonisolated(nonsending) public func payment(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksPayment> {
            try await keys.event(from: request, by: .stripe())
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.stripe(…)`.
        nonisolated(nonsending) public func acme(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksPayment> {
            try await keys.event(
                from: request, by: .stripe(header: "X-Acme-Signature", window: .seconds(90)))
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.github(…)`.
        nonisolated(nonsending) public func repository(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksRepositoryEvent> {
            try await keys.event(from: request, by: .github(), named: "X-GitHub-Event")
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.github(…)`.
        nonisolated(nonsending) public func forge(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksPush> {
            try await keys.event(from: request, by: .github(header: "X-Forge-Signature"))
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.httpMessageSignature(…)`.
        nonisolated(nonsending) public func signed(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksRepositoryEvent> {
            try await keys.event(from: request, by: .httpMessageSignature(), named: "X-Shop-Event")
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.httpMessageSignature(…)`.
        nonisolated(nonsending) public func tagged(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<WebhooksRepositoryEvent> {
            let scheme = WebhookScheme.httpMessageSignature(
                covers: ["x-shop-id", "@scheme"], tag: "shop", window: .seconds(60))
            return try await keys.event(from: request, by: scheme, named: "X-Shop-Event")
        }

        /// Verifies a webhook, and reads its event.
        /// - Parameters:
        ///   - request: The request as it was received, with its URL and all of its body.
        ///   - keys: Keys from `WebhookKeys.querySecret(…)`.
        nonisolated(nonsending) public func `default`(
            from request: TransportRequest, keys: WebhookKeys
        ) async throws(APIError.Cause) -> VerifiedEvent<[WebhooksPush]> {
            try await keys.event(from: request, by: .querySecret(query: "token"))
        }
    }
}

/// The `WebhooksEvent` type of ``WebhooksAPI``.
public enum WebhooksEvent: JSONModel {
    case orderPaid(WebhooksPaid)
    case orderShipped(WebhooksShipped)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("type") {
        case "order.paid": self = .orderPaid(try WebhooksPaid(json: &json))
        case "order.shipped": self = .orderShipped(try WebhooksShipped(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .orderPaid(let value): json.write(value, replacing: "type", by: "order.paid")
        case .orderShipped(let value): json.write(value, replacing: "type", by: "order.shipped")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `WebhooksPaid` type of ``WebhooksAPI``.
public struct WebhooksPaid: JSONModel {
    public var type: String
    public var data: WebhooksOrder

    public init(type: String, data: WebhooksOrder) {
        self.type = type
        self.data = data
    }

    public init(json: inout JSONReader) throws {
        type = ""
        var data: WebhooksOrder?
        var object = json.beginObject("type data")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.string()
            case 1: data = json.value()
            default: break
            }
        }
        guard json.finish(object), let data else { throw json.takeFailure() }
        self.data = data
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.write("data", data)
        json.endObject()
    }
}

/// The `WebhooksShipped` type of ``WebhooksAPI``.
public struct WebhooksShipped: JSONModel {
    public var type: String
    public var data: WebhooksOrder
    public var tracking: String?

    public init(type: String, data: WebhooksOrder, tracking: String? = nil) {
        self.type = type
        self.data = data
        self.tracking = tracking
    }

    public init(json: inout JSONReader) throws {
        type = ""
        var data: WebhooksOrder?
        var object = json.beginObject("type data tracking?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.string()
            case 1: data = json.value()
            case 2: tracking = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let data else { throw json.takeFailure() }
        self.data = data
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.write("data", data)
        json.writeIfPresent("tracking", tracking)
        json.endObject()
    }
}

/// The `WebhooksOrder` type of ``WebhooksAPI``.
public struct WebhooksOrder: JSONModel {
    public var id: Int
    public var total: Decimal

    public init(id: Int, total: Decimal) {
        self.id = id
        self.total = total
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var total: Decimal?
        var object = json.beginObject("id total")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: total = json.value()
            default: break
            }
        }
        guard json.finish(object), let total else { throw json.takeFailure() }
        self.total = total
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("total", total)
        json.endObject()
    }
}

/// The `WebhooksPayment` type of ``WebhooksAPI``.
public struct WebhooksPayment: JSONModel {
    public var id: String
    public var created: Date
    public var amount: Int

    public init(id: String, created: Date, amount: Int) {
        self.id = id
        self.created = created
        self.amount = amount
    }

    public init(json: inout JSONReader) throws {
        id = ""
        var created: Date?
        amount = 0
        var object = json.beginObject("id created amount")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: created = json.value(as: .unix)
            case 2: amount = json.int()
            default: break
            }
        }
        guard json.finish(object), let created else { throw json.takeFailure() }
        self.created = created
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("created", created, as: .unix)
        json.write("amount", amount)
        json.endObject()
    }
}

/// The `WebhooksRepositoryEvent` type of ``WebhooksAPI``.
public enum WebhooksRepositoryEvent: JSONEvent {
    case push(WebhooksPush)
    case ping(JSONValue)
    /// The name and the data of an event that the spec does not list.
    case unknown(String, JSONValue)

    public init(event: String, json: inout JSONReader) throws {
        switch event {
        case "push": self = .push(try WebhooksPush(json: &json))
        case "ping": self = .ping(try json.eventData())
        default: self = .unknown(event, try json.eventData())
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .push(let value): json.write(value, event: "push")
        case .ping(let value): json.write(value, event: "ping")
        case .unknown(let event, let value): json.write(value, event: event)
        }
    }
}

/// The `WebhooksPush` type of ``WebhooksAPI``.
public struct WebhooksPush: JSONModel {
    public var ref: String

    public init(ref: String) {
        self.ref = ref
    }

    public init(json: inout JSONReader) throws {
        ref = ""
        var object = json.beginObject("ref")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: ref = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("ref", ref)
        json.endObject()
    }
}
