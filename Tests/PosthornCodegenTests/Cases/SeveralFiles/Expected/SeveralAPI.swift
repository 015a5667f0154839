// Generated from SeveralFiles/SeveralAPI.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `SeveralAPI`.
public struct SeveralAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Tenant", common.tenant)
    }

    /// What is sent with every endpoint of ``SeveralAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-Tenant`.
        public var tenant: SeveralTenant

        /// Creates the common parameters.
        public init(tenant: SeveralTenant) {
            self.tenant = tenant
        }
    }
}

extension SeveralAPI {
    /// `GET /health`.
    nonisolated(nonsending) public func health() async throws(APIError) {
        try await send(Health())
    }

    /// The request behind ``health()``.
    public struct Health: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/health")
        }
    }
}

extension SeveralAPI {
    /// `POST /buy`.
    /// - Parameters:
    ///   - price: The default is `1.5`.
    ///   - money: The default is `{ amount: 5 }`.
    nonisolated(nonsending) public func buy(
        limited: SeveralPrice, price: SeveralPrice = .init(DefaultValue.decimal("1.5")),
        money: SeveralMoney = .init(amount: DefaultValue.decimal("5"))
    ) async throws(APIError) {
        try await send(Buy(limited: limited, price: price, money: money))
    }

    /// The request behind ``buy(limited:price:money:)``.
    public struct Buy: Endpoint {
        public let price: SeveralPrice
        public let limited: SeveralPrice
        public let money: SeveralMoney

        public init(
            limited: SeveralPrice, price: SeveralPrice = .init(DefaultValue.decimal("1.5")),
            money: SeveralMoney = .init(amount: DefaultValue.decimal("5"))
        ) {
            self.price = price
            self.limited = limited
            self.money = money
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/buy")
            request.body("price", price)
            request.check("limited", limited.value, atLeast: DefaultValue.decimal("0.5"))
            request.check("limited", limited.value, atMost: DefaultValue.decimal("100"))
            request.body("limited", limited)
            request.body("money", money)
        }
    }
}

extension SeveralAPI {
    /// `GET /ids`.
    /// - Parameter cursor: Not sent when `nil`.
    nonisolated(nonsending) public func listIDs(
        cursor: String? = nil
    ) async throws(APIError) -> SeveralPage {
        try await send(ListIDs(cursor: cursor))
    }

    /// The request behind ``listIDs(cursor:)``.
    public struct ListIDs: PagedEndpoint {
        public typealias Output = SeveralPage

        public var cursor: String?

        public init(cursor: String? = nil) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ids")
            request.query("cursor", cursor)
        }

        public static func items(of page: SeveralPage) -> [UUID] {
            page.ids
        }

        public func next(after page: APIResponse<SeveralPage>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}
