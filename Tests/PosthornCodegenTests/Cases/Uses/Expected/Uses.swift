// Generated from Uses/Uses.yaml. Edit the spec, not this file.

public import Foundation
public import GoldenCommon
@_spi(Generated) public import PosthornCore

/// A client of the service `UsesAPI`.
public struct UsesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UsesAPI {
    /// `GET /price`.
    /// - Parameter currency: The default is `eur`.
    nonisolated(nonsending) public func price(
        currency: GoldenCommon.SharedCurrency = .eur
    ) async throws(APIError) -> GoldenCommon.SharedPrice {
        try await send(Price(currency: currency))
    }

    /// The request behind ``price(currency:)``.
    public struct Price: Endpoint {
        public typealias Output = GoldenCommon.SharedPrice

        public let currency: GoldenCommon.SharedCurrency

        public init(currency: GoldenCommon.SharedCurrency = .eur) {
            self.currency = currency
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/price")
            request.query("currency", currency)
        }
    }
}

extension UsesAPI {
    /// `POST /orders`.
    /// - Parameter payment: Not sent when `nil`.
    nonisolated(nonsending) public func order(
        price: GoldenCommon.SharedPrice, payment: GoldenCommon.SharedPayment? = nil
    ) async throws(Order.Failure) -> PlacedOrder {
        try await send(Order(price: price, payment: payment))
    }

    /// The request behind ``order(price:payment:)``.
    public struct Order: Endpoint {
        public typealias Output = PlacedOrder

        public let price: GoldenCommon.SharedPrice
        public let payment: GoldenCommon.SharedPayment?

        public init(price: GoldenCommon.SharedPrice, payment: GoldenCommon.SharedPayment? = nil) {
            self.price = price
            self.payment = payment
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.body("price", price)
            request.body("payment", payment)
        }

        /// The ways in which ``order(price:payment:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 402.
            case paymentRequired(Documented<GoldenCommon.SharedProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 402: .paymentRequired(try response.failure(named: "paymentRequired"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .paymentRequired(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `PlacedOrder` type of ``UsesAPI``.
public struct PlacedOrder: JSONModel {
    public var createdAt: Date
    public var id: String
    public var lines: [String: GoldenCommon.SharedPrice]

    public init(createdAt: Date, id: String, lines: [String: GoldenCommon.SharedPrice]) {
        self.createdAt = createdAt
        self.id = id
        self.lines = lines
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        id = ""
        lines = [:]
        var object = json.beginObject("created_at id lines")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: createdAt = json.value()
            case 1: id = json.string()
            case 2: lines = json.map()
            default: break
            }
        }
        guard json.finish(object), let createdAt else { throw json.takeFailure() }
        self.createdAt = createdAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("created_at", createdAt)
        json.write("id", id)
        json.write("lines", lines)
        json.endObject()
    }
}
